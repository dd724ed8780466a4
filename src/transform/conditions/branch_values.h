// A program in which every condition is a branch: `x = a && b`, `f(c ? 1 : 2)` and the like, which the front end keeps
// as expressions where they have no side effects, are evaluated by branches into temporaries, as a compiler does. The
// executions are the same; the branches are the ones that coverage counts.
#pragma once

#include "program/model/program.h"
#include "program/source/source_statements.h"

namespace tandem::transform::conditions {

// Whether the branch is one of the comparisons that a switch consists of, at a case label.
bool is_case(const Edge& branch, source::ProgramSources& sources);

Program branch_values(const Program& original);

} // namespace tandem::transform::conditions
