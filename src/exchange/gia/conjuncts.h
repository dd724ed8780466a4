// Conjunctions part by part: what cannot be said or proved of one part is no reason to give up the others.
#pragma once

#include "program/model/expr.h"

#include <vector>

namespace tandem::exchange {

// The parts of a conjunction, each once, in order; of anything else, itself.
std::vector<const Expr*> conjuncts(const Expr& condition);

} // namespace tandem::exchange
