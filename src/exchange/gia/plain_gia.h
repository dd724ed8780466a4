// Automata that need no analysis: all or nothing is known, one execution, or that besides what was known.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/cfa.h"

#include <span>

namespace tandem::exchange {

// One state: everything is verified, or everything is to be looked at.
Gia gia_of_everything(Accept accept, GiaHeader header);
// The path, which ends with the error call, leads to rt.
Gia gia_of_error(std::span<const Edge* const> path, GiaHeader header);
// What was known and that error: the union, in linear time. Where all is ut already, the error is all that is left.
Gia with_error(const Gia& known, std::span<const Edge* const> path);

} // namespace tandem::exchange
