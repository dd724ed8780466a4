// A greatest fixpoint: every pointer-valued function is assumed to be a wrapper, every unaddressed pointer variable to
// be harmless, and passes over all edges exclude what contradicts that until nothing changes.

#include "program/pointers/alias_wrappers.h"

#include "base/core/require.h"
#include "program/pointers/alias_library.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

// Computes the greatest set of fresh locals, inert parameters and wrappers.
class Finder {
public:
  Finder(const Program& program, UndefinedFunctions undefined)
      : program_(program), undefined_(undefined), is_harmless_(program.context().variables().size(), false),
        is_wrapper_(program.functions().size(), false) {
    for (const Function* function : program.functions()) {
      if (!function->has_body()) continue;
      is_wrapper_[function->id()] = function->result().is_pointer();
      for (const Variable* parameter : function->parameters()) assume_harmless(*parameter);
      for (const Variable* local : function->locals()) assume_harmless(*local);
    }
  }

  Wrappers find() {
    do {
      changed_ = false;
      for (const Function* function : program_.functions())
        for (const Edge* edge : function->edges()) check(*edge);
    } while (changed_);
    Wrappers result{is_harmless_, ignoring_rest(), is_wrapper_, {}};
    result.sources.resize(program_.functions().size());
    for (const Function* function : program_.functions()) {
      auto& sources = result.sources[function->id()];
      for (const Edge* edge : function->edges())
        if (is_wrapper_[function->id()] && is_fresh_call(*edge)) sources.push_back(edge);
      if (sources.empty()) result.is_wrapper[function->id()] = false;
    }
    return result;
  }

private:
  std::vector<bool> ignoring_rest() const {
    std::vector<bool> result;
    for (const Function* function : program_.functions())
      result.push_back(function->has_body() &&
                       std::none_of(function->edges().begin(), function->edges().end(), takes_rest));
    return result;
  }

  static bool takes_rest(const Edge* edge) {
    return edge->op.kind == OpKind::Call && edge->op.callee != nullptr &&
           edge->op.callee->name() == "__builtin_va_start";
  }

  enum class Use : std::uint8_t { Value, Condition };

  // Locals: hold only newly allocated pointers. Parameters and locals: are only compared or passed on.
  void assume_harmless(const Variable& variable) {
    is_harmless_[variable.id] = variable.type->is_pointer() && !variable.address_taken;
  }

  void exclude(const Variable& variable) {
    changed_ |= is_harmless_[variable.id];
    is_harmless_[variable.id] = false;
  }

  void exclude(const Function& function) {
    changed_ |= is_wrapper_[function.id()];
    is_wrapper_[function.id()] = false;
  }

  bool is_tracked(const Variable& variable) const { return is_harmless_[variable.id]; }

  static const Expr& without_casts(const Expr& expr) {
    const Expr* at = &expr;
    while (at->kind() == ExprKind::Cast && at->operand(0).type().is_pointer() && at->type().is_pointer())
      at = &at->operand(0);
    return *at;
  }

  // The local whose value the expression is, or nullptr.
  const Variable* copied(const Expr& expr) const {
    const Expr& source = without_casts(expr);
    return source.kind() == ExprKind::Variable && is_tracked(source.variable()) ? &source.variable() : nullptr;
  }

  // Only newly allocated pointers and null.
  bool is_fresh(const Expr& expr) const {
    const Expr& source = without_casts(expr);
    if (source.kind() == ExprKind::Integer) return source.bits() == 0;
    const Variable* variable = copied(source);
    return variable != nullptr && variable->kind != VariableKind::Parameter;
  }

  bool is_fresh_call(const Edge& edge) const {
    const Operation& op = edge.op;
    if (op.lvalue == nullptr || op.lvalue->kind() != ExprKind::Variable || !is_tracked(op.lvalue->variable()))
      return false;
    if (op.kind == OpKind::Nondet) return undefined_ == UndefinedFunctions::HaveNoEffect;
    if (op.kind != OpKind::Call || op.callee == nullptr) return false;
    if (op.callee->has_body()) return is_wrapper_[op.callee->id()];
    const LibraryEffect effect = library_effect(op.callee->name());
    if (effect == LibraryEffect::Allocates) return true;
    return effect == LibraryEffect::Unknown && undefined_ == UndefinedFunctions::HaveNoEffect;
  }

  void check(const Edge& edge) {
    const Operation& op = edge.op;
    switch (op.kind) {
    case OpKind::Skip:
    case OpKind::Declare:
    case OpKind::EndScope: return;
    case OpKind::Assume: return check_uses(*op.value, Use::Condition);
    case OpKind::Assign: return check_assignment(*op.lvalue, *op.value);
    case OpKind::Nondet: return check_target(*op.lvalue, is_fresh_call(edge) ? Source::New : Source::Other);
    case OpKind::Call: return check_call(edge);
    case OpKind::Return: return check_return(edge);
    }
    unreachable();
  }

  enum class Source : std::uint8_t { New, Other };

  void check_target(const Expr& lvalue, Source source) {
    if (lvalue.kind() != ExprKind::Variable) return check_uses(lvalue);
    const Variable& variable = lvalue.variable();
    if (source == Source::Other || variable.kind == VariableKind::Parameter) exclude(variable);
  }

  void check_assignment(const Expr& lvalue, const Expr& value) {
    const bool copies = lvalue.kind() == ExprKind::Variable && is_tracked(lvalue.variable()) && is_fresh(value);
    check_target(lvalue, copies ? Source::New : Source::Other);
    if (!copies) check_uses(value);
  }

  void check_call(const Edge& edge) {
    const Operation& op = edge.op;
    if (op.lvalue != nullptr) check_target(*op.lvalue, is_fresh_call(edge) ? Source::New : Source::Other);
    if (op.value != nullptr) check_uses(*op.value);
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
      const Expr& argument = *op.arguments[i];
      if (const Variable* variable = copied(argument)) {
        if (!only_compares(op.callee, i)) exclude(*variable);
      } else {
        check_uses(argument);
      }
    }
  }

  bool only_compares(const Function* callee, std::size_t index) const {
    if (callee == nullptr) return false;
    if (callee->has_body()) return index < callee->parameters().size() && is_tracked(*callee->parameters()[index]);
    if (callee->name() == "free") return true;
    return library_effect(callee->name()) == LibraryEffect::Unknown && undefined_ == UndefinedFunctions::HaveNoEffect;
  }

  void check_return(const Edge& edge) {
    if (edge.op.value == nullptr) return;
    if (!is_fresh(*edge.op.value)) exclude(edge.function());
    if (const Variable* variable = copied(*edge.op.value); variable == nullptr)
      check_uses(*edge.op.value);
    else if (!is_wrapper_[edge.function().id()])
      exclude(*variable);
  }

  // Excludes every variable in the expression that is not merely compared.
  void check_uses(const Expr& root, Use use = Use::Value) {
    std::vector<std::pair<const Expr*, bool>> work{{&root, use == Use::Condition}};
    while (!work.empty()) {
      const auto [expr, is_compared] = work.back();
      work.pop_back();
      if (expr->kind() == ExprKind::Variable && !is_compared) exclude(expr->variable());
      const bool compares =
          expr->kind() == ExprKind::Binary && (is_comparison(expr->binary_op()) || is_logical(expr->binary_op()));
      const bool negates = expr->kind() == ExprKind::Unary && expr->unary_op() == UnaryOp::LogicalNot;
      const bool goes_on = is_compared && expr->kind() == ExprKind::Cast;
      for (const Expr* operand : expr->operands()) work.emplace_back(operand, compares || negates || goes_on);
    }
  }

  const Program& program_;
  UndefinedFunctions undefined_;
  std::vector<bool> is_harmless_; // by variable id
  std::vector<bool> is_wrapper_;  // by function id
  bool changed_ = false;
};

} // namespace

Wrappers find_wrappers(const Program& program, UndefinedFunctions undefined) {
  return Finder(program, undefined).find();
}

} // namespace tandem::pointers
