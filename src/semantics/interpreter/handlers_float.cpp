// Floating-point instructions: the host's float, double and x87 long double, in its default rounding mode.

#include "base/core/require.h"
#include "semantics/core/arithmetic.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/machine.h"

#include <cmath>
#include <limits>

namespace tandem::semantics::interpreter {

namespace {

template <FloatOp op, typename F> void float_binary(TANDEM_HANDLER_PARAMETERS) {
  const F left = get<F>(frame, pc->b), right = get<F>(frame, pc->c);
  if constexpr (op == FloatOp::Add) set<F>(frame, pc->a, left + right);
  if constexpr (op == FloatOp::Sub) set<F>(frame, pc->a, left - right);
  if constexpr (op == FloatOp::Mul) set<F>(frame, pc->a, left * right);
  if constexpr (op == FloatOp::Div) set<F>(frame, pc->a, left / right);
  TANDEM_NEXT;
}

template <FloatCompare relation, typename F> void float_relate(TANDEM_HANDLER_PARAMETERS) {
  const F left = get<F>(frame, pc->b), right = get<F>(frame, pc->c);
  if constexpr (relation == FloatCompare::Eq) frame[pc->a] = left == right;
  if constexpr (relation == FloatCompare::Lt) frame[pc->a] = left < right;
  if constexpr (relation == FloatCompare::Le) frame[pc->a] = left <= right;
  TANDEM_NEXT;
}

template <typename F> void float_negate(TANDEM_HANDLER_PARAMETERS) {
  set<F>(frame, pc->a, -get<F>(frame, pc->b));
  TANDEM_NEXT;
}

template <typename From, typename To> void float_convert(TANDEM_HANDLER_PARAMETERS) {
  set<To>(frame, pc->a, static_cast<To>(get<From>(frame, pc->b)));
  TANDEM_NEXT;
}

template <typename F, typename I> void float_from_integer(TANDEM_HANDLER_PARAMETERS) {
  if constexpr (sizeof(I) == 16)
    set<F>(frame, pc->a, static_cast<F>(static_cast<I>(get<UInt128>(frame, pc->b))));
  else
    set<F>(frame, pc->a, static_cast<F>(static_cast<I>(frame[pc->b])));
  TANDEM_NEXT;
}

// Values that do not fit give what x86-64 code gives for most types: the "integer indefinite" (only the sign bit set)
// of a conversion to a signed type of 32 or 64 bits, truncated to the width.
template <typename I, typename F> I indefinite_if_unfit(F value) {
  const F end = std::ldexp(F{1}, sizeof(I) * 8 - 1);
  if (value >= -end && value < end) return static_cast<I>(value);
  return static_cast<I>(I{1} << (sizeof(I) * 8 - 1));
}

template <typename F> UInt128 to_integer(F value, std::uint32_t width, Signedness sign) {
  const F two_to_64 = std::ldexp(F{1}, 64), two_to_127 = std::ldexp(F{1}, 127);
  if (width == 128 && sign == Signedness::Unsigned && value >= two_to_127)
    return value < two_to_127 * 2 ? static_cast<UInt128>(value) : ~UInt128{0};
  if (width == 128) {
    if (value >= -two_to_127 && value < two_to_127) return static_cast<UInt128>(static_cast<Int128>(value));
    return UInt128{1} << 127;
  }
  if (width == 64 && sign == Signedness::Unsigned && value >= two_to_64 / 2 && value < two_to_64)
    return static_cast<std::uint64_t>(value);
  const bool in_64 = width == 64 || (width == 32 && sign == Signedness::Unsigned);
  const std::int64_t result =
      in_64 ? indefinite_if_unfit<std::int64_t>(value) : indefinite_if_unfit<std::int32_t>(value);
  return static_cast<std::uint64_t>(result) & (~std::uint64_t{0} >> (64 - width));
}

template <typename F, Signedness sign> void integer_from_float(TANDEM_HANDLER_PARAMETERS) {
  const auto width = static_cast<std::uint32_t>(pc->immediate);
  const UInt128 bits = to_integer(get<F>(frame, pc->b), width, sign);
  if (width > 64)
    set<UInt128>(frame, pc->a, bits);
  else
    frame[pc->a] = static_cast<Slot>(bits);
  TANDEM_NEXT;
}

template <typename Pick> Handler by_kind(FloatKind kind, Pick pick) {
  switch (kind) {
  case FloatKind::Float: return pick.template operator()<float>();
  case FloatKind::Double: return pick.template operator()<double>();
  case FloatKind::LongDouble: return pick.template operator()<long double>();
  }
  unreachable();
}

} // namespace

Handler float_binary_handler(FloatOp op, FloatKind kind) {
  return by_kind(kind, [op]<typename F>() -> Handler {
    switch (op) {
    case FloatOp::Add: return &float_binary<FloatOp::Add, F>;
    case FloatOp::Sub: return &float_binary<FloatOp::Sub, F>;
    case FloatOp::Mul: return &float_binary<FloatOp::Mul, F>;
    case FloatOp::Div: return &float_binary<FloatOp::Div, F>;
    }
    unreachable();
  });
}

Handler float_relation_handler(FloatCompare relation, FloatKind kind) {
  return by_kind(kind, [relation]<typename F>() -> Handler {
    switch (relation) {
    case FloatCompare::Eq: return &float_relate<FloatCompare::Eq, F>;
    case FloatCompare::Lt: return &float_relate<FloatCompare::Lt, F>;
    case FloatCompare::Le: return &float_relate<FloatCompare::Le, F>;
    }
    unreachable();
  });
}

Handler float_negate_handler(FloatKind kind) {
  return by_kind(kind, []<typename F>() -> Handler { return &float_negate<F>; });
}

Handler float_convert_handler(FloatKind from, FloatKind to) {
  return by_kind(from, [to]<typename From>() -> Handler {
    return by_kind(to, []<typename To>() -> Handler { return &float_convert<From, To>; });
  });
}

Handler float_from_integer_handler(FloatKind kind, Signedness sign, std::uint32_t width) {
  return by_kind(kind, [sign, width]<typename F>() -> Handler {
    if (width > 64)
      return sign == Signedness::Signed ? &float_from_integer<F, Int128> : &float_from_integer<F, UInt128>;
    return sign == Signedness::Signed ? &float_from_integer<F, std::int64_t> : &float_from_integer<F, std::uint64_t>;
  });
}

Handler integer_from_float_handler(Signedness sign, FloatKind kind) {
  return by_kind(kind, [sign]<typename F>() -> Handler {
    return sign == Signedness::Signed ? &integer_from_float<F, Signedness::Signed>
                                      : &integer_from_float<F, Signedness::Unsigned>;
  });
}

} // namespace tandem::semantics::interpreter
