// Automata with at most one run on each path.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"

namespace tandem::exchange::combine {

// The same ut and rt languages; the same candidates, but for paths that get settled at the very moment they become
// candidates (a state accepts one thing, and what is settled need not be looked at). No state has an invariant:
// invariants became assumptions. Throws InputError for a path that is both ut and rt, for what RunGia refuses, and
// where too many conditions overlap.
Gia determinised(const Program& program, const Gia& gia);

// Does no path have two runs, as far as conditions are left out of account?
bool is_plainly_deterministic(const Gia& gia);

} // namespace tandem::exchange::combine
