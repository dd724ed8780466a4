// Automata that need no analysis: everything or nothing is verified, one error path, or one in addition to what is
// known.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/cfa.h"

#include <span>

namespace tandem::exchange {

// One state: everything is verified, or everything is a candidate.
Gia gia_of_everything(Accept accept, GiaHeader header);
// The path, which ends with the error call, leads to rt.
Gia gia_of_error(std::span<const Edge* const> path, GiaHeader header);
// The union of the automaton and the error path, in linear time. If the automaton claims that everything is ut, the
// result is the error path alone.
Gia with_error(const Gia& known, std::span<const Edge* const> path);

} // namespace tandem::exchange
