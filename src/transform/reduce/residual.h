// Turns a product into a program.
#pragma once

#include "transform/reduce/product.h"
#include "transform/reduce/reduce.h"

namespace tandem::transform::reduce {

Residual make_residual(const Product& product);

// An upper bound, close to the actual number, of the locations that make_residual would create.
std::size_t residual_size(const Product& product);

// `second` was derived from the program of `first`; its origins become those in the program `first` was derived from.
Residual with_origins_of(Residual second, const Residual& first);

} // namespace tandem::transform::reduce
