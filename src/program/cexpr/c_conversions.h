// C's implicit conversions in reverse: which casts of the model would C insert by itself? Readable text omits those.
#pragma once

#include "program/model/expr.h"

namespace tandem::cexpr {

// Narrower than int: C's integer promotions turn it into int.
bool is_promoted(const Type& type);

// Whether C converts from one type to the other without a cast (and without an error in recent compilers).
bool converts_silently(const Type& from, const Type& to);

// The expression without conversions between integer types that keep every value.
const Expr& without_widening(const Expr& expr);

// The expression without its outermost conversion between arithmetic types, and without those below it that keep every
// value: converting the rest yields the same value.
const Expr& without_conversion(const Expr& expr);

// Whether C's promotions give this operand, written plainly, the type `wanted`.
bool promotes_back(const Expr& operand, const Type& wanted);

// The operands of a non-logical binary operator with as few conversions as C allows. An untyped one may be written
// without the suffix or cast that gives a constant its type.
struct ReadableOperands {
  const Expr* left;
  const Expr* right;
  bool untyped_left, untyped_right;
};
ReadableOperands readable_operands(const Expr& binary);

} // namespace tandem::cexpr
