// What is known of the goals of a test generation as one automaton: every test is a path to rt with its inputs as
// assumptions, and what is proved unreachable leads to ut wherever a run takes it.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/property.h"
#include "testing/suite/test_generation.h"

#include <string>
#include <vector>

namespace tandem::testing::automata {

struct GoalsGia {
  exchange::Gia gia;
  std::vector<std::string> dropped; // what it does not contain, for the user
};

// `program`: the program before its conditions became branches.
GoalsGia gia_of_goals(const suite::TestGeneration& generation, const Program& program,
                      const goals::Selection& selection, const Property& property);

// Whether the automaton is about goals of tests, not about errors.
bool is_about_goals(const exchange::Gia& gia);

// Runs the automaton's tests, and takes over its proofs; both are said to come from the condition.
void take_over(suite::TestGeneration& generation, const exchange::Gia& gia, const Program& program);

} // namespace tandem::testing::automata
