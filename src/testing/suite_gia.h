// Test suites as automata: every test is run in the interpreter, and the path it takes becomes a path of the automaton.
//
// A path that ends with the call of an error function is rt: whoever takes the same edges reaches it. One that came to
// the program's end without is ut: there is nothing behind it. (For tests that are meant to cover goals, both are rt.)
// A run that was stopped before, for want of inputs or by a fault, leaves a candidate: it can be reached, and nobody
// knows what follows. Inputs whose variable has a name are assumptions, so that the tests can be found again.
#pragma once

#include "exchange/formats/test_suite.h"
#include "exchange/witness/witness_gia.h"
#include "program/model/property.h"

#include <chrono>

namespace tandem::testing {

enum class SuiteAim : std::uint8_t { Error, Goals };

struct SuiteReplayOptions {
  SuiteAim aim = SuiteAim::Error;
  std::chrono::milliseconds limit{10'000}; // of each test
  std::size_t most_edges = 2'000'000;      // of all paths together; what comes later is dropped
  std::uint64_t longest_path = 1'000'000;
};

// Throws InputError for a suite about another program and for inputs that are no values.
exchange::witness::ConvertedGia gia_of_suite(const exchange::formats::TestSuite& suite, const Program& program,
                                             const Property& property, exchange::GiaHeader header,
                                             const SuiteReplayOptions& options = {}, const TextPosition& position = {});

} // namespace tandem::testing
