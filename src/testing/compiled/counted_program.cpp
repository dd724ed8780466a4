// The call stands in front of the edges. In front of a branch it gets the condition's value, or the operands of the
// comparison that it consists in, which are evaluated twice: conditions have no side effects.

#include "testing/compiled/counted_program.h"

#include "program/model/user_files.h"
#include "transform/copy/edited_copy.h"

#include <optional>

namespace tandem::testing::compiled {

namespace {

// What decides a branch, if it is a comparison of numbers.
struct Comparison {
  BinaryOp op;
  const Expr* left;
  const Expr* right;
};

struct Condition {
  const Expr* expr;
  bool is_negated = false;
};

bool is_zero(const Expr& expr) { return expr.kind() == ExprKind::Integer && expr.bits() == 0; }

bool is_truth_value(const Expr& expr) {
  return (expr.kind() == ExprKind::Binary && is_comparison(expr.binary_op())) ||
         (expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::LogicalNot);
}

// Without negations and conversions around a comparison.
Condition innermost(const Expr& expr) {
  Condition result{&expr};
  for (;;) {
    const Expr& now = *result.expr;
    if (now.kind() == ExprKind::Unary && now.unary_op() == UnaryOp::LogicalNot) {
      result = {&now.operand(0), !result.is_negated};
    } else if (now.kind() == ExprKind::Cast && now.type().is_integer() && is_truth_value(now.operand(0))) {
      result.expr = &now.operand(0);
    } else if (now.kind() == ExprKind::Binary && (now.binary_op() == BinaryOp::Ne || now.binary_op() == BinaryOp::Eq) &&
               is_zero(now.operand(1)) && is_truth_value(now.operand(0))) {
      result = {&now.operand(0), result.is_negated != (now.binary_op() == BinaryOp::Eq)};
    } else {
      return result;
    }
  }
}

bool is_comparable(const Type& type) {
  if (type.is_integer()) return type.width() <= 64;
  return type.is_float() && type.float_kind() != FloatKind::LongDouble;
}

class Counters : public transform::copy::EditedCopy {
public:
  Counters(const Program& program, Counted counted)
      : EditedCopy(program), counted_(counted), context_(program.context()), int_(context_.types().int_type()) {
    TypeTable& types = context_.types();
    const Type& nothing = types.void_type();
    pass_ = &declare_external("tandem_pass", types.function(nothing, {&int_}, false, true));
    branch_ = &declare_external("tandem_branch", types.function(nothing, {&int_, &int_, &int_}, false, true));
    if (counted == Counted::Edges) return;
    const auto compares = [&](const char* name, const Type& operand) {
      return &declare_external(name, types.function(nothing, {&operand, &operand, &int_, &int_, &int_}, false, true));
    };
    signed_ = compares("tandem_compare_signed", types.integer(IntegerKind::LongLong));
    unsigned_ = compares("tandem_compare_unsigned", types.integer(IntegerKind::ULongLong));
    float_ = compares("tandem_compare_float", types.floating(FloatKind::Double));
  }

private:
  DraftLocation insert_at(Function& made, const Location& location, DraftLocation from) override {
    if (location.out.empty() || !is_users(original(), *location.function)) return from;
    const Edge& first = *location.out.front();
    const bool is_branch = first.op.kind == OpKind::Assume;
    if (counted_ == Counted::Comparisons && !is_branch && &location != &location.function->entry()) return from;
    const DraftLocation after = builder().add_location(made, &location);
    Operation call{.kind = OpKind::Call, .callee = pass_};
    if (is_branch)
      call =
          location.out.size() == 2 ? branch(mapped(*first.op.value), first.id, location.out[1]->id) : assumption(first);
    else
      call.arguments = context_.list({&number(first.id)});
    builder().add_edge(from, after, call, first.range, nullptr);
    return after;
  }

  // Where it does not hold, the run ends, which is an edge beyond those of the program: how far it is from holding
  // leads a search.
  Operation assumption(const Edge& edge) {
    const auto fails =
        counted_ == Counted::Comparisons ? static_cast<std::uint32_t>(original().edges().size()) : edge.id;
    return branch(mapped(*edge.op.value), edge.op.truth ? edge.id : fails, edge.op.truth ? fails : edge.id);
  }

  Operation branch(const Expr& value, std::uint32_t if_true, std::uint32_t if_false) {
    Operation call{.kind = OpKind::Call, .callee = branch_};
    const Condition condition = innermost(value);
    if (const auto found = comparison(*condition.expr); found && counted_ == Counted::Comparisons) {
      if (condition.is_negated) std::swap(if_true, if_false);
      const Type& type = found->left->type();
      call.callee = type.is_float() ? float_ : type.is_signed() ? signed_ : unsigned_;
      const Type& wide = *call.callee->type().parameters()[0];
      call.arguments = context_.list({&context_.cast(wide, *found->left), &context_.cast(wide, *found->right),
                                      &number(static_cast<std::uint32_t>(found->op) - first_comparison),
                                      &number(if_true), &number(if_false)});
      return call;
    }
    const Expr& fails = context_.unary(UnaryOp::LogicalNot, value);
    call.arguments = context_.list({&context_.unary(UnaryOp::LogicalNot, fails), &number(if_true), &number(if_false)});
    return call;
  }

  std::optional<Comparison> comparison(const Expr& expr) {
    if (expr.kind() == ExprKind::Binary && is_comparison(expr.binary_op())) {
      if (!is_comparable(expr.operand(0).type())) return std::nullopt;
      return Comparison{expr.binary_op(), &expr.operand(0), &expr.operand(1)};
    }
    if (!is_comparable(expr.type())) return std::nullopt;
    return Comparison{BinaryOp::Ne, &expr, &context_.zero(expr.type())};
  }

  const Expr& number(std::uint32_t id) { return context_.integer(int_, static_cast<int>(id)); }

  static constexpr auto first_comparison = static_cast<std::uint32_t>(BinaryOp::Eq);

  Counted counted_;
  Context& context_;
  const Type& int_;
  const Function* pass_;
  const Function* branch_;
  const Function* signed_ = nullptr;
  const Function* unsigned_ = nullptr;
  const Function* float_ = nullptr;
};

} // namespace

Program with_counters(const Program& original, Counted counted) {
  return std::move(Counters(original, counted).run().program);
}

} // namespace tandem::testing::compiled
