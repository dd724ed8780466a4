// What separates a part of a task from the rest: a choice that every execution makes at most once. A part is described
// by constraints that all hold; each is one line of text, so that a part can be written down and taken up elsewhere.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"
#include "program/model/property.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::cooperate {

// In the order in which they are tried; docs/strategies.md has the words.
enum class DivisionKind : std::uint8_t {
  Branch,     // one arm of a branch against the other
  Targets,    // some targets against the others
  Input,      // values of an input below a number against the rest
  Iterations, // the first iterations of a loop against the rest
};
inline constexpr std::size_t division_kinds = 4;

struct Constraint {
  DivisionKind kind = DivisionKind::Branch;
  // Branch: the arm; Targets: their calls; Input: where the variable gets it; Iterations: a back edge of the loop.
  std::vector<const Edge*> edges;
  bool is_below = false; // Input, Iterations: less than the number, or at least so much
  std::int64_t number = 0;

  std::string line() const;                       // "branch main@5:7+", "input main@4:3 < 10"
  std::string text(const Program& program) const; // for people: "x < 10 after line 4"
};

// Throws InputError for what is no constraint of the program.
Constraint read_constraint(std::string_view line, const Program& program);

// The variable that an edge gives an input; nullptr if it does not.
const Variable* input_variable(const Edge& edge);

// Both accept as ut; an execution may be in none, if it ends before the choice.
struct ConstraintAutomata {
  exchange::Gia inside;  // executions that keep to the constraint
  exchange::Gia outside; // those that do not
};
// Throws InputError where the program has no words for it: the variable is hidden.
ConstraintAutomata automata(const Constraint& constraint, const Program& program, const Property& property,
                            const exchange::GiaHeader& header);

} // namespace tandem::cooperate
