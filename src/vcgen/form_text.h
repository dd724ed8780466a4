// Single-assignment programs and verification conditions, for people and drawings.
#pragma once

#include "vcgen/bounded_program.h"
#include "vcgen/generate.h"

#include <string>
#include <vector>

namespace tandem::vcgen {

// A term as C would write it where C can: "x!3 + 1 <= y!2". What is nested deeply is cut off.
std::string term_text(smt::Terms& terms, smt::Term term);

// One line for each statement, blocks with the arcs that lead to them.
std::string form_text(BoundedProgram& program);
std::string form_dot(BoundedProgram& program);
std::string form_json(BoundedProgram& program);

// A paragraph for each condition: what is known, a line each, and what has to follow from it.
std::string conditions_text(BoundedProgram& program, const std::vector<Condition>& conditions);
std::string conditions_json(BoundedProgram& program, const std::vector<Condition>& conditions);

} // namespace tandem::vcgen
