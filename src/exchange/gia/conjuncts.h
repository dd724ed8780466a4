// The conjuncts of a condition: a conjunct that cannot be expressed or proved is no reason to give up the rest.
#pragma once

#include "program/model/expr.h"

#include <vector>

namespace tandem::exchange {

// The parts of a conjunction, each once, in order; of anything else, itself.
std::vector<const Expr*> conjuncts(const Expr& condition);

} // namespace tandem::exchange
