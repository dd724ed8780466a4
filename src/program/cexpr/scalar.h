// Values of scalar type as modules exchange them: bits of the type's width, zero-extended; floats as their IEEE
// pattern, long double as the 80 bits of the x87 format.
#pragma once

#include "program/model/context.h"

namespace tandem::cexpr {

// Float types only. A signalling NaN becomes quiet.
long double float_of_bits(FloatKind kind, UInt128 bits);

const Expr& scalar_constant(Context& context, const Type& type, UInt128 bits);

// For people and test cases: "-7", "1.5", "nan"; the shortest decimal that reads back as the same value.
std::string scalar_text(Context& context, const Type& type, UInt128 bits);

} // namespace tandem::cexpr
