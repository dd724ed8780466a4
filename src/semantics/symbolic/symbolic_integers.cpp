// The mathematical reading of integers: the linear-integer setting of Lourenço, Lamraoui, Nakajima and Pinto (AVoCS
// 2015). Masks and shifts by constants become remainders, products and quotients; everything else that is not about
// numbers (single bits, floats, memory but for plain arrays) is refused by an exception when it is evaluated.

#include "semantics/symbolic/mathematical_arrays.h"
#include "semantics/symbolic/symbolic_target.h"

#include <fmt/format.h>

namespace tandem::semantics::symbolic {

const Type* mathematical_element(const Variable& variable) {
  if (!variable.type->is_array() || variable.address_taken) return nullptr;
  const Type* element = variable.type;
  while (element->is_array()) element = &element->element();
  return element->is_integer() && !element->is_bool() ? element : nullptr;
}

smt::Sort SymbolicTarget::sort_of(const Type& scalar) const {
  if (is_mathematical() && scalar.is_array()) return smt::Sort::array(smt::Sort::integer(), smt::Sort::integer());
  if (!is_mathematical() || scalar.width() == 1) return symbolic::sort_of(scalar);
  if (scalar.is_float()) needs_bits("a floating-point number");
  return smt::Sort::integer();
}

void SymbolicTarget::needs_bits(std::string_view what) const {
  if (is_mathematical()) throw NoSuchReading(std::string(what));
}

smt::Term SymbolicTarget::integer(Int128 value) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
  if (value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max())
    return terms_.integer(static_cast<std::int64_t>(value));
  return terms_.constant(smt::Sort::integer(), smt::Bits(128, words));
}

smt::Term SymbolicTarget::integer_constant(const Expr& constant) {
  if (!is_mathematical() || constant.type().width() == 1)
    return this->constant(constant.type().width(), constant.bits());
  if (constant.type().is_pointer() && constant.bits() != 0) needs_bits("an address");
  return integer(constant.value());
}

smt::Term SymbolicTarget::in_range(const Type& type, smt::Term number) {
  if (!terms_.sort(number).is_int()) return terms_.true_();
  const std::uint32_t digits = std::min(type.width() - (type.is_integer() && type.is_signed() ? 1 : 0), 127u);
  const Int128 largest = static_cast<Int128>((UInt128{1} << digits) - 1);
  const Int128 smallest = type.is_integer() && type.is_signed() ? -largest - 1 : 0;
  return terms_.and_(terms_.int_le(integer(smallest), number), terms_.int_le(number, integer(largest)));
}

smt::Term SymbolicTarget::mathematical(BvOp op, smt::Term a, smt::Term b) {
  switch (op) {
  case BvOp::Add: return terms_.int_add(a, b);
  case BvOp::Sub: return terms_.int_sub(a, b);
  case BvOp::Mul: return terms_.int_mul(a, b);
  case BvOp::UDiv:
  case BvOp::SDiv: return quotient(a, b);
  case BvOp::URem:
  case BvOp::SRem: return terms_.int_sub(a, terms_.int_mul(b, quotient(a, b)));
  case BvOp::Shl:
  case BvOp::LShr:
  case BvOp::AShr: return shifted(op, a, b);
  case BvOp::And: return masked(a, b);
  case BvOp::Or: needs_bits("the bit operation '|'"); break;
  case BvOp::Xor: needs_bits("the bit operation '^'"); break;
  }
  return {};
}

// A mask of the lowest bits is a remainder; shift amounts are masked like this.
smt::Term SymbolicTarget::masked(smt::Term a, smt::Term b) {
  if (terms_.is_constant(a)) std::swap(a, b);
  if (terms_.is_constant(b)) {
    const smt::Bits bits = terms_.bits(b);
    const std::uint64_t mask = bits.low();
    if (bits.width() <= 64 && !bits.bit(bits.width() - 1) && (mask & (mask + 1)) == 0)
      return terms_.int_mod(a, integer(static_cast<Int128>(mask) + 1));
  }
  needs_bits("the bit operation '&'");
  return {};
}

// By a constant amount: a multiplication, or a floor division.
smt::Term SymbolicTarget::shifted(BvOp op, smt::Term a, smt::Term amount) {
  if (!terms_.is_constant(amount)) needs_bits("a shift by an amount that is not constant");
  const smt::Term factor = integer(Int128{1} << terms_.bits(amount).low());
  return op == BvOp::Shl ? terms_.int_mul(a, factor) : terms_.int_div(a, factor);
}

// Division in C truncates toward zero, in SMT-LIB it makes the remainder non-negative; for non-negative dividends they
// agree.
smt::Term SymbolicTarget::quotient(smt::Term a, smt::Term b) {
  return terms_.ite(terms_.int_le(terms_.integer(0), a), terms_.int_div(a, b),
                    terms_.int_neg(terms_.int_div(terms_.int_neg(a), b)));
}

} // namespace tandem::semantics::symbolic
