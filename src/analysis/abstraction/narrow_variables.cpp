// Passes over all edges until no range grows. A range that has grown 64 times becomes unbounded, which is widening in
// its simplest form: counters end up unbounded, enumerations of states do not. Every arithmetic result is unbounded;
// only constants, copies, comparisons and value-preserving casts keep ranges.

#include "analysis/abstraction/narrow_variables.h"

#include "program/dataflow/liveness.h"

#include <algorithm>
#include <functional>
#include <set>

namespace tandem::analysis::abstraction {

namespace {

constexpr std::uint32_t growths_at_most = 64; // of one range
constexpr std::uint32_t widest = 64;

struct Range {
  enum class Kind : std::uint8_t { None, Between, Any };
  Kind kind = Kind::None;
  Int128 low = 0, high = 0;

  static Range any() { return {.kind = Kind::Any}; }
  static Range between(Int128 low, Int128 high) { return {Kind::Between, low, high}; }
};

Range hull(const Range& a, const Range& b) {
  if (a.kind == Range::Kind::None || b.kind == Range::Kind::Any) return b;
  if (b.kind == Range::Kind::None || a.kind == Range::Kind::Any) return a;
  return Range::between(std::min(a.low, b.low), std::max(a.high, b.high));
}

bool is_followed(const Variable& variable) {
  const Type& type = *variable.type;
  return type.is_integer() && !type.is_bool() && type.width() <= widest && !variable.address_taken;
}

std::uint32_t bits_for(Int128 value, bool is_signed) {
  std::uint32_t bits = is_signed ? 1 : 0;
  for (Int128 rest = is_signed && value < 0 ? ~value : value; rest != 0; rest >>= 1) ++bits;
  return std::max(bits, 1u);
}

bool fits(const Range& range, const Type& type) {
  if (range.low < 0 && !type.is_signed()) return false;
  return bits_for(range.low, type.is_signed()) <= type.width() &&
         bits_for(range.high, type.is_signed()) <= type.width();
}

class Ranges {
public:
  explicit Ranges(const Program& program) : program_(program) {
    find_functions_with_address();
    for (const Variable* global : program.globals()) add_initial(*global);
    for (const Function* function : program.functions())
      if (function->has_body()) add_entry(*function);
    do {
      changed_ = false;
      for (const Edge* edge : program.edges()) add(*edge);
    } while (changed_);
  }

  const std::map<const Variable*, Range>& variables() const { return variables_; }

private:
  void find_functions_with_address() {
    std::function<void(const Expr&)> look = [&](const Expr& expr) {
      if (expr.kind() == ExprKind::FunctionAddress) with_address_.insert(&expr.function());
      for (const Expr* operand : expr.operands()) look(*operand);
    };
    for (const Variable* global : program_.globals())
      for (const Initializer& part : global->initializers) look(*part.value);
    for (const Edge* edge : program_.edges()) {
      if (edge->op.lvalue != nullptr) look(*edge->op.lvalue);
      if (edge->op.value != nullptr) look(*edge->op.value);
      for (const Expr* argument : edge->op.arguments) look(*argument);
    }
  }

  void add_initial(const Variable& global) {
    if (global.is_extern) return grow(global, Range::any());
    if (global.initializers.empty()) grow(global, Range::between(0, 0));
    for (const Initializer& part : global.initializers)
      grow(global, part.lvalue->kind() == ExprKind::Variable ? of(*part.value) : Range::any());
  }

  // A variable that is read before it is assigned may have any value.
  void add_entry(const Function& function) {
    const dataflow::Liveness liveness(function);
    for (const Variable* local : function.locals())
      if (liveness.is_live(function.entry(), *local)) grow(*local, Range::any());
    for (const Edge* edge : function.edges()) {
      if (edge->op.kind == OpKind::Declare && liveness.is_live(*edge->to, *edge->op.variable))
        grow(*edge->op.variable, Range::any());
      if (edge->to == &function.exit() && (edge->op.kind != OpKind::Return || edge->op.value == nullptr))
        grow(function, Range::any());
    }
    if (&function != &program_.entry() && !with_address_.contains(&function)) return;
    for (const Variable* parameter : function.parameters()) grow(*parameter, Range::any());
  }

  void add(const Edge& edge) {
    const Operation& op = edge.op;
    switch (op.kind) {
    case OpKind::Skip:
    case OpKind::Assume:
    case OpKind::Declare:
    case OpKind::EndScope: return;
    case OpKind::Assign: return assign(op.lvalue, of(*op.value));
    case OpKind::Nondet: return assign(op.lvalue, Range::any());
    case OpKind::Return:
      if (op.value != nullptr) grow(edge.function(), of(*op.value));
      return;
    case OpKind::Call: return add_call(op);
    }
  }

  void add_call(const Operation& op) {
    if (op.callee == nullptr || !op.callee->has_body()) {
      if (op.lvalue != nullptr) assign(op.lvalue, Range::any());
      return;
    }
    const auto& parameters = op.callee->parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
      grow(*parameters[i], i < op.arguments.size() ? within(of(*op.arguments[i]), *parameters[i]->type) : Range::any());
    // A conversion of the result is a later edge.
    if (op.lvalue != nullptr) assign(op.lvalue, within(results_[op.callee], op.lvalue->type()));
  }

  void assign(const Expr* lvalue, const Range& range) {
    if (lvalue->kind() == ExprKind::Variable) grow(lvalue->variable(), range);
  }

  void grow(const Variable& variable, const Range& by) {
    if (is_followed(variable)) grow(variables_[&variable], by, growths_[&variable]);
  }
  void grow(const Function& function, const Range& by) {
    grow(results_[&function], by, growths_of_results_[&function]);
  }

  void grow(Range& range, const Range& by, std::uint32_t& growths) {
    Range grown = hull(range, by);
    if (grown.kind == range.kind && grown.low == range.low && grown.high == range.high) return;
    changed_ = true;
    range = ++growths > growths_at_most ? Range::any() : grown;
  }

  static Range within(const Range& range, const Type& type) {
    if (range.kind != Range::Kind::Between) return range;
    return type.is_integer() && fits(range, type) ? range : Range::any();
  }

  Range of(const Expr& expr) {
    if (!expr.type().is_integer()) return Range::any();
    switch (expr.kind()) {
    case ExprKind::Integer: return Range::between(expr.value(), expr.value());
    case ExprKind::Variable: return is_followed(expr.variable()) ? variables_[&expr.variable()] : Range::any();
    case ExprKind::Cast: return of_cast(expr);
    case ExprKind::Conditional: return hull(of(expr.operand(1)), of(expr.operand(2)));
    case ExprKind::Unary: return expr.unary_op() == UnaryOp::LogicalNot ? Range::between(0, 1) : Range::any();
    case ExprKind::Binary:
      return is_comparison(expr.binary_op()) || is_logical(expr.binary_op()) ? Range::between(0, 1) : Range::any();
    case ExprKind::Float:
    case ExprKind::String:
    case ExprKind::Zero:
    case ExprKind::Deref:
    case ExprKind::Field:
    case ExprKind::Index:
    case ExprKind::AddressOf:
    case ExprKind::FunctionAddress:
    case ExprKind::Query: return Range::any();
    }
    return Range::any();
  }

  Range of_cast(const Expr& cast) {
    if (cast.type().is_bool()) return Range::between(0, 1);
    return within(of(cast.operand(0)), cast.type());
  }

  const Program& program_;
  std::set<const Function*> with_address_;
  std::map<const Variable*, Range> variables_;
  std::map<const Function*, Range> results_;
  std::map<const Variable*, std::uint32_t> growths_;
  std::map<const Function*, std::uint32_t> growths_of_results_;
  bool changed_ = false;
};

} // namespace

NarrowVariables::NarrowVariables(const Program& program) {
  const Ranges ranges(program);
  for (const auto& [variable, range] : ranges.variables()) {
    if (range.kind != Range::Kind::Between || !fits(range, *variable->type)) continue;
    const bool is_signed = range.low < 0;
    const std::uint32_t bits = std::max(bits_for(range.low, is_signed), bits_for(range.high, is_signed));
    if (2 * bits <= variable->type->width()) narrow_[variable->id] = {bits, is_signed};
  }
}

std::optional<NarrowBits> NarrowVariables::of(const Variable& variable) const {
  const auto found = narrow_.find(variable.id);
  if (found == narrow_.end()) return std::nullopt;
  return found->second;
}

} // namespace tandem::analysis::abstraction
