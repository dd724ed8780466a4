// A program made from a product.
#pragma once

#include "automata/product.h"
#include "automata/reduce.h"

namespace tandem::automata {

Residual make_residual(const Product& product);

// How many locations it will have, or a few more.
std::size_t residual_size(const Product& product);

} // namespace tandem::automata
