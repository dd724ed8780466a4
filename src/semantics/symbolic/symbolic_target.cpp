// Each primitive is one term; simplification is left to the term layer. Floats are evaluated under every rounding mode
// that the state's mode may equal, which is a single one unless the program calls fesetround with an input.

#include "semantics/symbolic/symbolic_target.h"

#include "base/core/require.h"

#include <cstdlib>
#include <cstring>

namespace tandem::semantics::symbolic {

using smt::Bits;
using smt::Rounding;
using smt::Sort;

namespace {

Sort float_sort(FloatKind kind) {
  switch (kind) {
  case FloatKind::Float: return Sort::floating(8, 24);
  case FloatKind::Double: return Sort::floating(11, 53);
  case FloatKind::LongDouble: return Sort::floating(15, 64);
  }
  unreachable();
}

Bits bits_of(std::uint32_t width, UInt128 value) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
  return Bits(width, words);
}

} // namespace

Sort sort_of(const Type& scalar) {
  if (scalar.is_float()) return float_sort(scalar.float_kind());
  return scalar.width() == 1 ? Sort::boolean() : Sort::bv(scalar.width());
}

const Type* pointee_of(const Expr& lvalue) {
  const Expr* at = &lvalue;
  while (at->kind() == ExprKind::Field || at->kind() == ExprKind::Index) at = &at->operand(0);
  return at->kind() == ExprKind::Deref ? &at->type() : nullptr;
}

void SymbolicTarget::enter(SymbolicState& state, const SymbolicFrame& globals, const SymbolicFrame& locals) {
  state_ = &state;
  globals_ = &globals;
  locals_ = &locals;
}

smt::Term SymbolicTarget::as_bits(smt::Term value) {
  return terms_.sort(value).is_bool() ? terms_.bool_to_bv(value, 1) : value;
}

smt::Term SymbolicTarget::constant(std::uint32_t width, UInt128 bits) {
  if (width == 1) return terms_.boolean((bits & 1) != 0);
  if (is_mathematical()) return integer(static_cast<Int128>(bits));
  return terms_.bv(bits_of(width, bits));
}

// Whether a constant offset is so large that a pointer may leave the surroundings of its object by it.
bool SymbolicTarget::is_far(smt::Term offset) const {
  if (!memory_.follows_lifetimes() || !terms_.is_constant(offset)) return false;
  const auto value = static_cast<std::int64_t>(terms_.bits(offset).low());
  constexpr std::int64_t near = 256;
  return terms_.width(offset) == 32 ? std::abs(std::int64_t{static_cast<std::int32_t>(value)}) > near
                                    : value > near || value < -near;
}

smt::Term SymbolicTarget::binary(BvOp op, std::uint32_t width, smt::Term a, smt::Term b) {
  if (width == 1) {
    if (op == BvOp::And) return terms_.and_(a, b);
    if (op == BvOp::Or) return terms_.or_(a, b);
    require(op == BvOp::Xor || op == BvOp::Add || op == BvOp::Sub, "single bits should not be multiplied or shifted");
    return terms_.xor_(a, b);
  }
  if (is_mathematical()) return mathematical(op, a, b);
  switch (op) {
  case BvOp::Add: return is_far(b) ? memory_.moved(a, terms_.bv_add(a, b)) : terms_.bv_add(a, b);
  case BvOp::Sub: return is_far(b) ? memory_.moved(a, terms_.bv_sub(a, b)) : terms_.bv_sub(a, b);
  case BvOp::Mul: return terms_.bv_mul(a, b);
  case BvOp::UDiv: return terms_.bv_udiv(a, b);
  case BvOp::SDiv: return terms_.bv_sdiv(a, b);
  case BvOp::URem: return terms_.bv_urem(a, b);
  case BvOp::SRem: return terms_.bv_srem(a, b);
  case BvOp::Shl: return terms_.bv_shl(a, b);
  case BvOp::LShr: return terms_.bv_lshr(a, b);
  case BvOp::AShr: return terms_.bv_ashr(a, b);
  case BvOp::And: return terms_.bv_and(a, b);
  case BvOp::Or: return terms_.bv_or(a, b);
  case BvOp::Xor: return terms_.bv_xor(a, b);
  }
  unreachable();
}

smt::Term SymbolicTarget::compare(BvCompare op, std::uint32_t width, smt::Term a, smt::Term b) {
  if (width == 1 && op != BvCompare::Eq) {
    a = as_bits(a);
    b = as_bits(b);
  }
  if (terms_.sort(a).is_int() && op != BvCompare::Eq)
    return op == BvCompare::ULt || op == BvCompare::SLt ? terms_.int_lt(a, b) : terms_.int_le(a, b);
  if (terms_.sort(a).is_bv()) return memory_.compare(op, a, b);
  require(op == BvCompare::Eq, "only bit-vectors and numbers should be compared by their order");
  return terms_.eq(a, b);
}

smt::Term SymbolicTarget::bit_not(std::uint32_t width, smt::Term a) {
  if (width == 1) return terms_.not_(a);
  return is_mathematical() ? terms_.int_sub(terms_.integer(-1), a) : terms_.bv_not(a);
}

smt::Term SymbolicTarget::negate(std::uint32_t width, smt::Term a) {
  if (width == 1) return a;
  return is_mathematical() ? terms_.int_neg(a) : terms_.bv_neg(a);
}

smt::Term SymbolicTarget::zero_extend(std::uint32_t from, std::uint32_t to, smt::Term a) {
  if (is_mathematical()) return from == 1 ? terms_.ite(a, terms_.integer(1), terms_.integer(0)) : a;
  return from == 1 ? terms_.bool_to_bv(a, to) : terms_.bv_zero_extend(a, to);
}

smt::Term SymbolicTarget::sign_extend(std::uint32_t from, std::uint32_t to, smt::Term a) {
  if (is_mathematical()) return from == 1 ? terms_.ite(a, terms_.integer(-1), terms_.integer(0)) : a;
  if (from == 1) return terms_.ite(a, terms_.bv(Bits::ones(to)), terms_.bv(Bits::zeros(to)));
  return terms_.bv_sign_extend(a, to);
}

smt::Term SymbolicTarget::extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, smt::Term a) {
  if (from == 1) return a;
  if (is_mathematical() && low == 0 && count > 1) return a; // a conversion to a narrower type
  needs_bits("access to single bits");
  const smt::Term part = terms_.bv_extract(a, low + count - 1, low);
  return count == 1 ? terms_.eq(part, terms_.bv(1, 1)) : part;
}

smt::Term SymbolicTarget::concat(std::uint32_t, smt::Term high, std::uint32_t, smt::Term low) {
  needs_bits("access to single bits");
  return terms_.bv_concat(as_bits(high), as_bits(low));
}

// Floats.

smt::Term SymbolicTarget::float_constant(FloatKind kind, long double value) {
  needs_bits("a floating-point number");
  UInt128 bits = 0;
  if (kind == FloatKind::Float) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(&bits, &narrow, sizeof narrow);
    return terms_.constant(float_sort(kind), bits_of(32, bits));
  }
  if (kind == FloatKind::Double) {
    const auto narrow = static_cast<double>(value);
    std::memcpy(&bits, &narrow, sizeof narrow);
    return terms_.constant(float_sort(kind), bits_of(64, bits));
  }
  std::memcpy(&bits, &value, 10);
  return terms_.fp_from_x87_bits(terms_.bv(bits_of(80, bits)));
}

smt::Term SymbolicTarget::float_binary(FloatOp op, FloatKind, smt::Term a, smt::Term b) {
  return rounded([&](Rounding rounding) {
    switch (op) {
    case FloatOp::Add: return terms_.fp_add(rounding, a, b);
    case FloatOp::Sub: return terms_.fp_sub(rounding, a, b);
    case FloatOp::Mul: return terms_.fp_mul(rounding, a, b);
    case FloatOp::Div: return terms_.fp_div(rounding, a, b);
    }
    unreachable();
  });
}

smt::Term SymbolicTarget::float_compare(FloatCompare op, FloatKind, smt::Term a, smt::Term b) {
  switch (op) {
  case FloatCompare::Eq: return terms_.fp_eq(a, b);
  case FloatCompare::Lt: return terms_.fp_lt(a, b);
  case FloatCompare::Le: return terms_.fp_le(a, b);
  }
  unreachable();
}

smt::Term SymbolicTarget::float_convert(FloatKind, FloatKind to, smt::Term a) {
  return rounded([&](Rounding rounding) { return terms_.fp_to_fp(rounding, float_sort(to), a); });
}

smt::Term SymbolicTarget::float_from_integer(FloatKind kind, Signedness sign, std::uint32_t width, smt::Term a) {
  needs_bits("a floating-point number");
  if (width == 1) a = terms_.bool_to_bv(a, 8);
  return rounded([&](Rounding rounding) {
    return sign == Signedness::Signed ? terms_.fp_from_sbv(rounding, float_sort(kind), a)
                                      : terms_.fp_from_ubv(rounding, float_sort(kind), a);
  });
}

smt::Term SymbolicTarget::integer_from_float(std::uint32_t width, Signedness sign, FloatKind, smt::Term a) {
  return sign == Signedness::Signed ? terms_.fp_to_sbv(Rounding::TowardZero, width, a)
                                    : terms_.fp_to_ubv(Rounding::TowardZero, width, a);
}

smt::Term SymbolicTarget::float_from_bits(FloatKind kind, smt::Term bits) {
  return kind == FloatKind::LongDouble ? terms_.fp_from_x87_bits(bits) : terms_.fp_from_bits(float_sort(kind), bits);
}

smt::Term SymbolicTarget::float_to_bits(FloatKind kind, smt::Term a) {
  return kind == FloatKind::LongDouble ? terms_.fp_to_x87_bits(a) : terms_.fp_to_bits(a);
}

// Variables and memory.

namespace {

// The array of which an lvalue is an element.
const Variable* array_of(const Expr& lvalue) {
  const Expr* at = &lvalue;
  while (at->kind() == ExprKind::Index) at = &at->operand(0);
  return at != &lvalue && at->kind() == ExprKind::Variable ? &at->variable() : nullptr;
}

} // namespace

bool SymbolicTarget::is_register(const Variable& variable) const {
  return frame_of(variable).registers.contains(&variable);
}

smt::Term SymbolicTarget::read(const Variable& variable) {
  const std::uint64_t key = frame_of(variable).registers.at(&variable);
  if (const smt::Term* value = state_->cells.find(key)) return *value;
  Identity identity{static_cast<std::uint32_t>(IdentityKind::Register), frame_of(variable).context, variable.id};
  identity.push_back(versions_[identity]++);
  const smt::Term value = identities_.symbol(identity, variable.name, sort_of(*variable.type));
  state_->cells.set(key, value);
  if (on_first_value_) on_first_value_(value, variable);
  return value;
}

void SymbolicTarget::write(const Variable& variable, smt::Term value) {
  memory_.set_register(*state_, frame_of(variable).registers.at(&variable), value);
}

smt::Term SymbolicTarget::address_of(const Variable& variable) {
  // Of an array that is one value: what follows are offsets in it.
  if (is_mathematical() && is_register(variable)) return terms_.integer(0);
  needs_bits("memory (the address of '" + variable.source_name + "')");
  return memory_.address(frame_of(variable).objects.at(&variable));
}

smt::Term SymbolicTarget::pointer(const Address<smt::Term>& at) {
  if (at.offset == 0) return at.base;
  if (is_mathematical()) return terms_.int_add(at.base, terms_.integer(at.offset));
  const std::uint32_t width = terms_.width(at.base);
  return binary(BvOp::Add, width, at.base, terms_.bv_signed(width, at.offset));
}

smt::Term SymbolicTarget::load(const Address<smt::Term>& at, const Access& access) {
  if (const Variable* array = is_mathematical() ? array_of(access.lvalue) : nullptr)
    return terms_.select(read(*array), pointer(at));
  needs_bits("memory");
  const smt::Term value = memory_.load(*state_, pointer(at), access.bits, pointee_of(access.lvalue));
  if (access.lvalue.type().is_pointer()) return memory_.as_pointer(value);
  return access.lvalue.type().is_integer() ? memory_.as_integer(value) : value;
}

void SymbolicTarget::store(const Address<smt::Term>& at, const Access& access, smt::Term value) {
  if (const Variable* array = is_mathematical() ? array_of(access.lvalue) : nullptr)
    return write(*array, terms_.store(read(*array), pointer(at), value));
  needs_bits("memory");
  memory_.store(*state_, pointer(at), value, pointee_of(access.lvalue));
}

void SymbolicTarget::copy(const Address<smt::Term>& to, const Expr& lvalue, const Address<smt::Term>& from, const Expr&,
                          std::uint64_t) {
  needs_bits("memory");
  memory_.copy(*state_, pointer(to), pointer(from), lvalue.type());
}

void SymbolicTarget::fill_zero(const Address<smt::Term>& to, const Expr& lvalue, std::uint64_t) {
  if (is_mathematical() && lvalue.kind() == ExprKind::Variable && is_register(lvalue.variable()))
    return write(lvalue.variable(), terms_.const_array(sort_of(lvalue.type()), terms_.integer(0)));
  needs_bits("memory");
  memory_.fill_zero(*state_, pointer(to), lvalue.type());
}

void SymbolicTarget::store_bytes(const Address<smt::Term>& to, const Expr&, std::string_view bytes) {
  needs_bits("memory");
  memory_.store_bytes(*state_, pointer(to), bytes);
}

// Temporaries are no roots: they hold values that the program no longer has.
smt::Term SymbolicTarget::blocks_are(BlocksFact fact) {
  needs_bits("a question about memory");
  std::set<std::uint64_t> roots;
  for (const auto& [variable, key] : globals_->registers) roots.insert(key);
  if (fact == BlocksFact::Tracked)
    state_->cells.for_each([&](std::uint64_t key, smt::Term) {
      if (SymbolicMemory::is_variable(key)) roots.insert(key);
    });
  return memory_.blocks_are(*state_, fact, roots);
}

static_assert(Target<SymbolicTarget>);

} // namespace tandem::semantics::symbolic
