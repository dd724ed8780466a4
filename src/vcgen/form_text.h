// Single-assignment programs and verification conditions as text, DOT and JSON.
#pragma once

#include "vcgen/bounded_program.h"
#include "vcgen/generate.h"

#include <string>
#include <vector>

namespace tandem::vcgen {

// A term in C syntax as far as C has one: "x!3 + 1 <= y!2". Deeply nested parts are elided.
std::string term_text(smt::Terms& terms, smt::Term term);

// One line for each statement, blocks with the arcs that lead to them.
std::string form_text(BoundedProgram& program);
std::string form_dot(BoundedProgram& program);
std::string form_json(BoundedProgram& program);

// A paragraph for each condition: the conjuncts of its negation, one on each line.
std::string conditions_text(BoundedProgram& program, const std::vector<Condition>& conditions);
std::string conditions_json(BoundedProgram& program, const std::vector<Condition>& conditions);

} // namespace tandem::vcgen
