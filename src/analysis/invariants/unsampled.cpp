#include "analysis/invariants/unsampled.h"

#include "program/model/context.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tandem::analysis::invariants {

namespace {

constexpr std::size_t most_variables = 8, most_constants = 12;

class Candidates {
public:
  Candidates(const Program& program, const Location& location)
      : context_(program.context()), function_(*location.function) {
    collect_variables();
    collect_constants(function_);
    for (const Function* other : program.functions()) collect_constants(*other);
  }

  std::vector<const Expr*> all() {
    for (const Variable* variable : changed_) {
      const Expr& value = promoted(*variable);
      for (const Int128 constant : constants_) {
        compare(BinaryOp::Le, value, constant);
        compare(BinaryOp::Ge, value, constant);
      }
      for (const Variable* bound : kept_)
        if (&promoted(*bound).type() == &value.type())
          result_.push_back(&context_.binary(BinaryOp::Le, value, promoted(*bound)));
    }
    return std::move(result_);
  }

private:
  static bool is_candidate(const Variable& variable) {
    return variable.type->is_integer() && !variable.address_taken && !variable.is_global() &&
           variable.kind != VariableKind::Temporary;
  }

  void collect_variables() {
    std::set<const Variable*> assigned;
    for (const Edge* edge : function_.edges()) {
      const Expr* lvalue = edge->op.lvalue;
      if (lvalue == nullptr || lvalue->kind() != ExprKind::Variable || !is_candidate(lvalue->variable())) continue;
      if (assigned.insert(&lvalue->variable()).second && changed_.size() < most_variables)
        changed_.push_back(&lvalue->variable());
    }
    for (const Variable* parameter : function_.parameters())
      if (is_candidate(*parameter) && !assigned.contains(parameter)) kept_.push_back(parameter);
  }

  void collect_constants(const Function& function) {
    const auto walk = [&](const auto& self, const Expr& expr) -> void {
      const bool compares = expr.kind() == ExprKind::Binary && is_comparison(expr.binary_op());
      for (const Expr* operand : expr.operands()) {
        if (compares && operand->kind() == ExprKind::Integer && constants_.size() < most_constants &&
            std::ranges::find(constants_, operand->value()) == constants_.end())
          constants_.push_back(operand->value());
        self(self, *operand);
      }
    };
    for (const Edge* edge : function.edges())
      if (edge->op.value != nullptr) walk(walk, *edge->op.value);
  }

  // Small types are compared as int, as C does.
  const Expr& promoted(const Variable& variable) {
    const Expr& expr = context_.variable(variable);
    const Type& integer = context_.types().int_type();
    return variable.type->size() < integer.size() ? context_.cast(integer, expr) : expr;
  }

  void compare(BinaryOp op, const Expr& value, Int128 constant) {
    const std::uint64_t width = value.type().width();
    if (width > 64) return;
    const Int128 one = 1;
    const Int128 low = value.type().is_signed() ? -(one << (width - 1)) : 0;
    const Int128 high = value.type().is_signed() ? (one << (width - 1)) - 1 : (one << width) - 1;
    if (constant < low || constant > high || constant == (op == BinaryOp::Le ? high : low)) return;
    result_.push_back(&context_.binary(op, value, context_.integer(value.type(), static_cast<UInt128>(constant))));
  }

  Context& context_;
  const Function& function_;
  std::vector<const Variable*> changed_, kept_;
  std::vector<Int128> constants_;
  std::vector<const Expr*> result_;
};

} // namespace

std::vector<const Expr*> unsampled_candidates(const Program& program, const Location& location) {
  return Candidates(program, location).all();
}

} // namespace tandem::analysis::invariants
