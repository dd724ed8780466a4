// Control-flow automata as Graphviz drawings: one cluster per function, one box per basic block, branches in green
// (taken) and red (not taken).
#pragma once

#include "program/model/program.h"

#include <string>

namespace tandem::text {

std::string cfa_dot(const Program& program);

} // namespace tandem::text
