// A program made from a product.
#pragma once

#include "transform/reduce/product.h"
#include "transform/reduce/reduce.h"

namespace tandem::transform::reduce {

Residual make_residual(const Product& product);

// How many locations it will have, or a few more.
std::size_t residual_size(const Product& product);

// `second` was made from the program of `first`: with its origins in what that was made from.
Residual with_origins_of(Residual second, const Residual& first);

} // namespace tandem::transform::reduce
