// Integer instructions, moves and jumps.

#include "base/core/require.h"
#include "semantics/core/arithmetic.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/machine.h"

#include <array>
#include <utility>

namespace tandem::semantics::interpreter {

Relation negated(Relation relation) {
  switch (relation) {
  case Relation::Eq: return Relation::Ne;
  case Relation::Ne: return Relation::Eq;
  case Relation::ULt: return Relation::UGe;
  case Relation::ULe: return Relation::UGt;
  case Relation::UGt: return Relation::ULe;
  case Relation::UGe: return Relation::ULt;
  case Relation::SLt: return Relation::SGe;
  case Relation::SLe: return Relation::SGt;
  case Relation::SGt: return Relation::SLe;
  case Relation::SGe: return Relation::SLt;
  }
  unreachable();
}

Relation swapped(Relation relation) {
  switch (relation) {
  case Relation::Eq:
  case Relation::Ne: return relation;
  case Relation::ULt: return Relation::UGt;
  case Relation::ULe: return Relation::UGe;
  case Relation::UGt: return Relation::ULt;
  case Relation::UGe: return Relation::ULe;
  case Relation::SLt: return Relation::SGt;
  case Relation::SLe: return Relation::SGe;
  case Relation::SGt: return Relation::SLt;
  case Relation::SGe: return Relation::SLe;
  }
  unreachable();
}

namespace {

template <typename T, Form form> T right_operand(const Instr* pc, const Slot* frame) {
  if constexpr (form == Form::Immediate)
    return static_cast<T>(pc->immediate);
  else
    return get<T>(frame, pc->c);
}

void divided_by_zero(TANDEM_HANDLER_PARAMETERS) {
  static_cast<void>(frame);
  machine.fail(pc, steps, FaultKind::DivisionByZero, "division by zero");
}

template <BvOp op, typename T, Form form> void binary(TANDEM_HANDLER_PARAMETERS) {
  const T right = right_operand<T, form>(pc, frame);
  if constexpr (divides(op))
    if (right == 0) [[unlikely]]
      [[clang::musttail]] return divided_by_zero(pc, frame, machine, steps);
  set<T>(frame, pc->a, apply<op, T>(get<T>(frame, pc->b), right));
  TANDEM_NEXT;
}

template <Relation relation, typename T> bool holds(T left, T right) {
  const auto l = static_cast<Signed<T>>(left), r = static_cast<Signed<T>>(right);
  if constexpr (relation == Relation::Eq) return left == right;
  if constexpr (relation == Relation::Ne) return left != right;
  if constexpr (relation == Relation::ULt) return left < right;
  if constexpr (relation == Relation::ULe) return left <= right;
  if constexpr (relation == Relation::UGt) return left > right;
  if constexpr (relation == Relation::UGe) return left >= right;
  if constexpr (relation == Relation::SLt) return l < r;
  if constexpr (relation == Relation::SLe) return l <= r;
  if constexpr (relation == Relation::SGt) return l > r;
  if constexpr (relation == Relation::SGe) return l >= r;
}

template <Relation relation, typename T, Form form> void relate(TANDEM_HANDLER_PARAMETERS) {
  frame[pc->a] = holds<relation, T>(get<T>(frame, pc->b), right_operand<T, form>(pc, frame)) ? 1 : 0;
  TANDEM_NEXT;
}

template <Relation relation, typename T, Form form> void jump_if(TANDEM_HANDLER_PARAMETERS) {
  if (holds<relation, T>(get<T>(frame, pc->b), right_operand<T, form>(pc, frame))) TANDEM_CONTINUE_AT(pc + pc->a);
  TANDEM_NEXT;
}

template <typename T> void multiplication_overflows(TANDEM_HANDLER_PARAMETERS) {
  Signed<T> product;
  frame[pc->a] = __builtin_mul_overflow(static_cast<Signed<T>>(get<T>(frame, pc->b)),
                                        static_cast<Signed<T>>(get<T>(frame, pc->c)), &product);
  TANDEM_NEXT;
}

template <typename From, typename To> void sign_extend(TANDEM_HANDLER_PARAMETERS) {
  const auto value = static_cast<Signed<To>>(static_cast<From>(frame[pc->b]));
  set<To>(frame, pc->a, static_cast<To>(value));
  TANDEM_NEXT;
}

// From any width (immediate): shift the sign bit to the top and back.
template <typename To> void sign_extend_bits(TANDEM_HANDLER_PARAMETERS) {
  const auto from = static_cast<std::uint32_t>(pc->immediate);
  UInt128 bits = from > 64 ? get<UInt128>(frame, pc->b) : UInt128{frame[pc->b]};
  bits = static_cast<UInt128>(static_cast<Int128>(bits << (128 - from)) >> (128 - from));
  set<To>(frame, pc->a, static_cast<To>(bits));
  TANDEM_NEXT;
}

template <typename T> void move(TANDEM_HANDLER_PARAMETERS) {
  set<T>(frame, pc->a, get<T>(frame, pc->b));
  TANDEM_NEXT;
}

void constant(TANDEM_HANDLER_PARAMETERS) {
  frame[pc->a] = pc->immediate;
  TANDEM_NEXT;
}

void widen(TANDEM_HANDLER_PARAMETERS) {
  set<UInt128>(frame, pc->a, frame[pc->b]);
  TANDEM_NEXT;
}

void jump(TANDEM_HANDLER_PARAMETERS) { TANDEM_CONTINUE_AT(pc + pc->a); }

void jump_if_zero(TANDEM_HANDLER_PARAMETERS) {
  if (frame[pc->b] == 0) TANDEM_CONTINUE_AT(pc + pc->a);
  TANDEM_NEXT;
}

// Tables over the enumerators.

template <typename T, Form form, std::size_t... i> constexpr auto binaries(std::index_sequence<i...>) {
  return std::array<Handler, sizeof...(i)>{&binary<static_cast<BvOp>(i), T, form>...};
}
template <typename T, Form form, std::size_t... i> constexpr auto relations(std::index_sequence<i...>) {
  return std::array<Handler, sizeof...(i)>{&relate<static_cast<Relation>(i), T, form>...};
}
template <typename T, Form form, std::size_t... i> constexpr auto jumps(std::index_sequence<i...>) {
  return std::array<Handler, sizeof...(i)>{&jump_if<static_cast<Relation>(i), T, form>...};
}

constexpr std::make_index_sequence<13> all_binary;
constexpr std::make_index_sequence<10> all_relations;

template <typename Pick> Handler by_width(std::uint32_t width, Form form, Pick pick) {
  using enum Form;
  if (width == 32)
    return form == Slots ? pick.template operator()<std::uint32_t, Slots>()
                         : pick.template operator()<std::uint32_t, Immediate>();
  if (width == 64)
    return form == Slots ? pick.template operator()<std::uint64_t, Slots>()
                         : pick.template operator()<std::uint64_t, Immediate>();
  require(width == 128 && form == Slots, "an integer instruction should have 32, 64 or 128 bits");
  return pick.template operator()<UInt128, Slots>();
}

} // namespace

Handler binary_handler(BvOp op, std::uint32_t width, Form form) {
  return by_width(width, form, [op]<typename T, Form f>() -> Handler {
    static constexpr auto table = binaries<T, f>(all_binary);
    return table[static_cast<std::size_t>(op)];
  });
}

Handler relation_handler(Relation relation, std::uint32_t width, Form form) {
  return by_width(width, form, [relation]<typename T, Form f>() -> Handler {
    static constexpr auto table = relations<T, f>(all_relations);
    return table[static_cast<std::size_t>(relation)];
  });
}

Handler jump_relation_handler(Relation relation, std::uint32_t width, Form form) {
  return by_width(width, form, [relation]<typename T, Form f>() -> Handler {
    static constexpr auto table = jumps<T, f>(all_relations);
    return table[static_cast<std::size_t>(relation)];
  });
}

Handler overflow_handler(std::uint32_t width) {
  if (width == 32) return &multiplication_overflows<std::uint32_t>;
  return width == 64 ? &multiplication_overflows<std::uint64_t> : &multiplication_overflows<UInt128>;
}

Handler sign_extend_handler(std::uint32_t from, std::uint32_t to) {
  if (to == 32 && from == 8) return &sign_extend<std::int8_t, std::uint32_t>;
  if (to == 32 && from == 16) return &sign_extend<std::int16_t, std::uint32_t>;
  if (to == 64 && from == 8) return &sign_extend<std::int8_t, std::uint64_t>;
  if (to == 64 && from == 16) return &sign_extend<std::int16_t, std::uint64_t>;
  if (to == 64 && from == 32) return &sign_extend<std::int32_t, std::uint64_t>;
  if (to == 32) return &sign_extend_bits<std::uint32_t>;
  return to == 64 ? &sign_extend_bits<std::uint64_t> : &sign_extend_bits<UInt128>;
}

Handler move_handler(std::uint32_t width) { return width > 64 ? &move<UInt128> : &move<std::uint64_t>; }
Handler constant_handler() { return &constant; }
Handler widen_handler() { return &widen; }
Handler jump_handler() { return &jump; }
Handler jump_if_zero_handler() { return &jump_if_zero; }

} // namespace tandem::semantics::interpreter
