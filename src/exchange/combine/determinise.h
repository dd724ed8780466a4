// Determinisation: automata with at most one run on each path.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"

namespace tandem::exchange::combine {

// The same ut and rt languages; the same candidates, except for paths that become ut or rt with the same edge (a state
// accepts one language, and a decided path need not be examined). No state has an invariant: invariants become
// assumptions. Throws InputError for a path that is both ut and rt, for what RunGia refuses, and if too many conditions
// overlap.
Gia determinised(const Program& program, const Gia& gia);

// Whether no path has two runs, even if all conditions are ignored.
bool is_plainly_deterministic(const Gia& gia);

} // namespace tandem::exchange::combine
