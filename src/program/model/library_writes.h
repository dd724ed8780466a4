// What a call of a library function without a model writes.
#pragma once

#include <cstddef>

namespace tandem {

namespace clib {
class Effect;
}
class Expr;

// Whether the function may write to the object that its i-th argument points into.
bool may_write_behind(const clib::Effect& effect, std::size_t i, const Expr& argument);

} // namespace tandem
