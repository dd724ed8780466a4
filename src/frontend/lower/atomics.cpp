// Atomic operations (those of C11, and gcc's __atomic_* and __sync_*), lowered to plain reads and writes, since the
// program is sequential. There are no branches: a compare-and-swap always writes, either the old or the new value.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

#include <optional>
#include <string_view>

namespace tandem::frontend::lower {

namespace {

enum class Combine { Add, Sub, And, Or, Xor, Nand, Min, Max };

std::optional<Combine> combination(std::string_view name) {
  if (name == "add") return Combine::Add;
  if (name == "sub") return Combine::Sub;
  if (name == "and") return Combine::And;
  if (name == "or") return Combine::Or;
  if (name == "xor") return Combine::Xor;
  if (name == "nand") return Combine::Nand;
  if (name == "min") return Combine::Min;
  if (name == "max") return Combine::Max;
  return std::nullopt;
}

void drop_prefix(std::string& name, std::string_view prefix) {
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
}

void drop_suffix(std::string& name, std::string_view suffix) {
  if (name.ends_with(suffix)) name.erase(name.size() - suffix.size());
}

} // namespace

// `op` is one of add, sub, …; small types are computed in int, pointers (which __sync_* does not scale) as integers.
const Expr& FunctionLowering::combined(const std::string& op, const Expr& old_value, const Expr& operand,
                                       const clang::Expr& at) {
  const std::optional<Combine> combine = combination(op);
  if (!combine) refuse(at, "the atomic operation " + op);
  const Type& own = old_value.type();
  const Type* computed_in = &own;
  if (own.is_pointer()) computed_in = &types().size_type();
  if (own.is_integer() && own.size() < types().int_type().size()) computed_in = &types().int_type();
  const Expr& left = convert(old_value, *computed_in);
  const Expr& right = convert(operand, *computed_in);
  const auto result = [&](BinaryOp kind) -> const Expr& { return convert(context().binary(kind, left, right), own); };
  const auto choice = [&](BinaryOp kind) -> const Expr& {
    return context().conditional(context().binary(kind, left, right), old_value, convert(operand, own));
  };
  switch (*combine) {
  case Combine::Add: return result(BinaryOp::Add);
  case Combine::Sub: return result(BinaryOp::Sub);
  case Combine::And: return result(BinaryOp::BitAnd);
  case Combine::Or: return result(BinaryOp::BitOr);
  case Combine::Xor: return result(BinaryOp::BitXor);
  case Combine::Nand:
    return convert(context().unary(UnaryOp::BitNot, context().binary(BinaryOp::BitAnd, left, right)), own);
  case Combine::Min: return choice(BinaryOp::Lt);
  case Combine::Max: return choice(BinaryOp::Gt);
  }
  unreachable();
}

const Expr& FunctionLowering::atomic_target(const clang::Expr& pointer, const Type& element) {
  return fix_lvalue(pointee(value(pointer), element), pointer);
}

const Expr& FunctionLowering::fetch_and_combine(const std::string& op, Yields yields, const Expr& target,
                                                const Expr& operand, const clang::Expr& at) {
  const Expr& old_value = yields == Yields::Old ? into_temporary(target, range(at)) : target;
  assign(target, combined(op, old_value, operand, at), range(at));
  return old_value;
}

// Yields whether the swap took place.
const Expr& FunctionLowering::compare_and_swap(const Expr& target, const Expr& old_value, const Expr& expected,
                                               const Expr& desired, const clang::Expr& at) {
  if (!target.type().is_scalar()) refuse(at, "an atomic compare-and-exchange of this type");
  const Expr& swapped =
      into_temporary(context().binary(BinaryOp::Eq, old_value, convert(expected, target.type())), range(at));
  assign(target, context().conditional(swapped, convert(desired, target.type()), old_value), range(at));
  return swapped;
}

const Expr* FunctionLowering::atomic(const clang::AtomicExpr& expr) {
  note_sequential(expr);
  std::string name = expr.getOpAsString().str();
  const bool is_c11 = name.starts_with("__c11_");
  drop_prefix(name, "__c11_");
  drop_prefix(name, "__scoped_");
  drop_prefix(name, "atomic_");
  drop_prefix(name, "__atomic_");
  // The generic forms take pointers to their operands and results.
  const bool is_generic =
      !is_c11 && (name == "load" || name == "store" || name == "exchange" || name == "compare_exchange");
  drop_suffix(name, "_n");

  const Type& element = type(expr.getValueType(), expr);
  const Expr& target = atomic_target(*expr.getPtr(), element);
  if (name == "load" && !is_generic) return &into_temporary(target, range(expr));
  const auto operand = [&](const clang::Expr& written) -> const Expr& {
    return is_generic ? into_temporary(pointee(value(written), element), range(written)) : value_as(written, element);
  };
  if (name == "load") return assign(pointee(value(*expr.getVal1()), element), target, range(expr)), nullptr;
  if (name == "store" || name == "init") return assign(target, operand(*expr.getVal1()), range(expr)), nullptr;
  if (name == "exchange") {
    const Expr& desired = operand(*expr.getVal1());
    const Expr& old_value = into_temporary(target, range(expr));
    assign(target, desired, range(expr));
    if (!is_generic) return &old_value;
    return assign(pointee(value(*expr.getVal2()), element), old_value, range(expr)), nullptr;
  }
  if (expr.isCmpXChg()) {
    const Expr& expected = atomic_target(*expr.getVal1(), element);
    const Expr& desired = operand(*expr.getVal2());
    const Expr& old_value = into_temporary(target, range(expr));
    const Expr& swapped = compare_and_swap(target, old_value, expected, desired, expr);
    assign(expected, old_value, range(expr));
    return &convert(swapped, type_of(expr));
  }
  const Yields yields = name.starts_with("fetch_") ? Yields::Old : Yields::New; // fetch_add or add_fetch
  drop_prefix(name, "fetch_");
  drop_suffix(name, "_fetch");
  if (is_c11 && element.is_pointer()) return c11_pointer_step(name, target, expr);
  const Expr& amount = value(*expr.getVal1());
  return &fetch_and_combine(name, yields, target, amount, expr);
}

// C11's additions to pointers count in elements.
const Expr* FunctionLowering::c11_pointer_step(const std::string& op, const Expr& target,
                                               const clang::AtomicExpr& expr) {
  const Expr& amount = value(*expr.getVal1());
  const Expr& old_value = into_temporary(target, range(expr));
  const Expr& offset = op == "sub" ? negated_offset(amount) : amount;
  assign(target, pointer_plus({old_value, expr.getValueType()}, offset, expr), range(expr));
  return &old_value;
}

const Expr* FunctionLowering::sync_builtin(std::string name, const clang::CallExpr& expr) {
  note_sequential(expr);
  drop_prefix(name, "__sync_");
  if (name == "synchronize") return nullptr;
  for (const char* size : {"_1", "_2", "_4", "_8", "_16"}) drop_suffix(name, size);
  const clang::Expr& pointer = *expr.getArg(0);
  const Type& element = type(pointer.getType()->getPointeeType(), pointer);
  const Expr& target = atomic_target(pointer, element);
  if (name == "lock_release") return assign(target, context().zero(element), range(expr)), nullptr;
  const Expr& operand = value_as(*expr.getArg(1), element);
  if (name == "lock_test_and_set" || name == "swap") {
    const Expr& old_value = into_temporary(target, range(expr));
    assign(target, operand, range(expr));
    return &old_value;
  }
  if (name.ends_with("_compare_and_swap")) {
    const Expr& desired = value_as(*expr.getArg(2), element);
    const Expr& old_value = into_temporary(target, range(expr));
    const Expr& swapped = compare_and_swap(target, old_value, operand, desired, expr);
    return name == "bool_compare_and_swap" ? &convert(swapped, type_of(expr)) : &old_value;
  }
  const Yields yields = name.starts_with("fetch_and_") ? Yields::Old : Yields::New;
  drop_prefix(name, "fetch_and_");
  drop_suffix(name, "_and_fetch");
  return &fetch_and_combine(name, yields, target, operand, expr);
}

// The atomic operations that clang represents as calls: flags, fences, queries of lock-freedom.
const Expr* FunctionLowering::atomic_builtin(const std::string& name, const clang::CallExpr& expr) {
  note_sequential(expr);
  if (name.ends_with("_fence")) return nullptr;
  if (name.ends_with("_lock_free")) return &context().integer(type_of(expr), 1);
  const Type& byte = types().integer(IntegerKind::UChar);
  const Expr& flag = atomic_target(*expr.getArg(0), byte);
  if (name == "__atomic_clear") return assign(flag, context().integer(byte, 0), range(expr)), nullptr;
  if (name != "__atomic_test_and_set") refuse(expr, "the function " + name);
  const Expr& was_set = into_temporary(convert(flag, type_of(expr)), range(expr));
  assign(flag, context().integer(byte, 1), range(expr));
  return &was_set;
}

void FunctionLowering::note_sequential(const clang::Expr& at) {
  shared_.notes.once(unit_.point(at.getBeginLoc()),
                     "atomic operations are read as plain ones: the program is sequential");
}

} // namespace tandem::frontend::lower
