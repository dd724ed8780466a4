// Bit-vector operations on abstract values. Sound for all values of the operands; division by zero gives any value.
#pragma once

#include "analysis/value/abstract_value.h"
#include "semantics/core/target.h"

namespace tandem::analysis::value {

AbstractValue apply(semantics::BvOp op, std::uint32_t width, const AbstractValue& a, const AbstractValue& b);
// One bit. Addresses are only compared within one object.
AbstractValue compare(semantics::BvCompare op, std::uint32_t width, const AbstractValue& a, const AbstractValue& b);
AbstractValue bit_not(std::uint32_t width, const AbstractValue& a);
AbstractValue negate(std::uint32_t width, const AbstractValue& a);
AbstractValue zero_extend(std::uint32_t from, std::uint32_t to, const AbstractValue& a);
AbstractValue sign_extend(std::uint32_t from, std::uint32_t to, const AbstractValue& a);
AbstractValue extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, const AbstractValue& a);
AbstractValue concat(std::uint32_t high_width, const AbstractValue& high, std::uint32_t low_width,
                     const AbstractValue& low);

} // namespace tandem::analysis::value
