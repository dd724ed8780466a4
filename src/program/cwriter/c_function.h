// A function's control-flow automaton as C: locals at the top, then one line per edge in reverse post-order, with
// labels and gotos only where control does not simply fall through to the next line.
#pragma once

#include "program/cwriter/c_lines.h"
#include "program/cwriter/c_support.h"

#include <string>

namespace tandem::cwriter {

// "static int f(int, ...);"
std::string c_prototype(const Program& program, const Function& function);

// How branches are written.
enum class Branches : std::uint8_t {
  Single, // one if for each, on a line of its own
  // With && and || where the source may have had them, and a single back edge per loop head: verifiers that merge paths
  // at joins and count iterations by backward jumps have less to merge and to count.
  Joined,
};

void write_function(const Program& program, const Function& function, CSupport& support, CLines& lines,
                    Branches branches = Branches::Single);

} // namespace tandem::cwriter
