// Test suites in the exchange format of Test-Comp: a folder with metadata.xml and one XML file for each test, which
// lists the values that the program asks for, in order. Reading them is semantics/core/inputs.h.
#pragma once

#include "program/model/property.h"
#include "task/counterexample.h"

#include <chrono>
#include <filesystem>
#include <span>
#include <string>

namespace tandem::task {

struct SuiteMetadata {
  std::string producer; // "tandem 0.1.0"
  // The coverage criterion in Test-Comp's notation: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".
  std::string specification;
  std::chrono::system_clock::time_point time;
  std::string function = {}; // that the tests call; empty: the program's entry
};

// The specification of tests that reach an error function of the property.
std::string error_call_specification(const Property& property);

// A program of several files is named by the first one, since the format provides for one only.
std::string metadata_xml(const Program& program, const SuiteMetadata& metadata);
enum class CoversError : std::uint8_t { No, Yes };
std::string test_case_xml(const Program& program, const Counterexample& counterexample,
                          CoversError covers_error = CoversError::Yes);

// Writes metadata.xml and the one test case, error.xml; the folder is created if it does not exist.
void write_error_suite(const std::filesystem::path& folder, const Program& program, const SuiteMetadata& metadata,
                       const Counterexample& counterexample);

// Writes metadata.xml and the test cases, test-1.xml and so on. Throws InputError if the folder has XML files already:
// they would count as tests of this suite.
void write_suite(const std::filesystem::path& folder, const Program& program, const SuiteMetadata& metadata,
                 std::span<const std::string> cases);

} // namespace tandem::task
