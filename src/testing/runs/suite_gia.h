// Test suites as automata: every test is run in the interpreter, and its path becomes a path of the automaton.
//
// A path that ends with the call of an error function is rt: every execution that takes the same edges reaches it. One
// that reached the end of the program without is ut: nothing follows it. (For tests that are meant to cover goals, both
// are rt.) A run that was stopped earlier, for lack of inputs or by a fault, leaves a candidate: it is reachable, and
// what follows is unknown. Inputs whose variable has a name are assumptions, so that the tests can be recovered.
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
  std::size_t most_edges = 2'000'000;      // of all paths together; later tests are dropped
  std::uint64_t longest_path = 1'000'000;
  std::vector<const Edge*> unreachable; // edges that no run takes: they lead to ut
};

// Throws InputError for a suite of another program and for inputs that are not values.
exchange::witness::ConvertedGia gia_of_suite(const exchange::formats::TestSuite& suite, const Program& program,
                                             const Property& property, exchange::GiaHeader header,
                                             const SuiteReplayOptions& options = {}, const TextPosition& position = {});

} // namespace tandem::testing
