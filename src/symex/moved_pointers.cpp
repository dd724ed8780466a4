// A forward dataflow analysis of one iteration, from the loop's head back to it: for each pointer that the loop
// assigns, the variables at the head from whose values it was computed, and by which strides. Composed with itself it
// says the same of any number of iterations. What is loaded from memory or returned by a call may be anything, and so
// is the address of a variable that each iteration declares anew: it is another object each time.

#include "symex/moved_pointers.h"

#include "program/model/context.h"
#include "program/model/type.h"

#include <numeric>

namespace tandem::symex {

namespace {

struct ById {
  bool operator()(const Expr* a, const Expr* b) const { return a->id() < b->id(); }
};

struct Sources {
  bool may_be_anything = false;
  std::map<const Expr*, std::uint64_t, ById> strides; // by the value at the loop's head

  bool operator==(const Sources&) const = default;

  void add(const Expr& value, std::uint64_t stride) {
    const auto [found, is_new] = strides.try_emplace(&value, stride);
    if (!is_new) found->second = std::gcd(found->second, stride);
  }
  void add(const Sources& other, std::uint64_t moved = 0) {
    may_be_anything = may_be_anything || other.may_be_anything;
    for (const auto& [value, stride] : other.strides) add(*value, std::gcd(stride, moved));
  }
};

Sources anything() { return {.may_be_anything = true, .strides = {}}; }

// The number of bytes by which one element is moved: the size of an element, or that of constantly many.
std::uint64_t step(const Type& element, const Expr& count) {
  const std::uint64_t size = element.is_void() || element.is_function() || !element.is_complete() ? 1 : element.size();
  if (count.kind() != ExprKind::Integer) return size;
  const Int128 number = count.value() < 0 ? -count.value() : count.value();
  return size * static_cast<std::uint64_t>(number);
}

class Iteration {
public:
  Iteration(Context& context, const graph::WeakOrder& order, const graph::LoopComponent& loop, const Modified& modified)
      : context_(context), order_(order), loop_(loop), modified_(modified) {
    for (const auto& [id, variable] : modified.variables)
      if (variable->type->is_pointer() && !variable->is_global() && !variable->address_taken)
        tracked_[variable].add(context.variable(*variable), 0);
  }

  MovedPointers::Origins origins() {
    if (tracked_.empty()) return {};
    solve();
    return closure();
  }

private:
  using State = std::map<const Variable*, Sources, MovedPointers::ById>;

  static void join(const State& from, State& to, bool& changed) {
    for (const auto& [variable, sources] : from) {
      Sources& there = to[variable];
      const Sources before = there;
      there.add(sources);
      changed = changed || !(there == before);
    }
  }

  // Strides shrink to divisors and sources only grow, so that this ends.
  void solve() {
    states_[loop_.head] = tracked_;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t position = loop_.first; position <= loop_.last; ++position) {
        const Location& location = *order_.order()[position];
        if (!states_.contains(&location)) continue;
        for (const Edge* edge : location.out) {
          const std::uint32_t to = order_.position(*edge->to);
          if (to < loop_.first || to > loop_.last) continue;
          State after = states_.at(&location);
          execute(edge->op, after);
          join(after, edge->to == loop_.head ? at_end_ : states_[edge->to], changed);
        }
      }
    }
  }

  void execute(const Operation& op, State& state) const {
    const Variable* written = op.kind == OpKind::Declare ? op.variable : nullptr;
    if (op.lvalue != nullptr) written = root_variable(*op.lvalue);
    if (written == nullptr) return;
    const auto found = state.find(written);
    if (found == state.end()) return;
    found->second = op.kind == OpKind::Assign ? value(*op.value, state) : anything();
  }

  Sources value(const Expr& expr, const State& state) const {
    Sources result;
    switch (expr.kind()) {
    case ExprKind::Integer:
    case ExprKind::FunctionAddress: result.add(expr, 0); return result;
    case ExprKind::Cast: return expr.operand(0).type().is_pointer() ? value(expr.operand(0), state) : anything();
    case ExprKind::Variable: return variable(expr, state);
    case ExprKind::AddressOf: return address(expr.operand(0), state);
    case ExprKind::Conditional:
      result = value(expr.operand(1), state);
      result.add(value(expr.operand(2), state));
      return result;
    case ExprKind::Binary:
      if (expr.binary_op() != BinaryOp::PtrAdd) return anything();
      result.add(value(expr.operand(0), state), step(expr.type().element(), expr.operand(1)));
      return result;
    default: return anything();
    }
  }

  Sources variable(const Expr& expr, const State& state) const {
    const Variable& variable = expr.variable();
    if (const auto found = state.find(&variable); found != state.end()) return found->second;
    if (variable.address_taken || variable.is_global() || modified_.variables.contains(variable.id)) return anything();
    Sources result;
    result.add(expr, 0);
    return result;
  }

  Sources address(const Expr& lvalue, const State& state) const {
    Sources result;
    switch (lvalue.kind()) {
    case ExprKind::Variable:
      if (modified_.declared.contains(&lvalue.variable()) || modified_.ends_scope.contains(&lvalue.variable()))
        return anything();
      result.add(context_.address_of(lvalue), 0);
      return result;
    case ExprKind::Deref: return value(lvalue.operand(0), state);
    case ExprKind::Field: {
      const Field& field = lvalue.operand(0).type().fields()[lvalue.field_index()];
      result.add(address(lvalue.operand(0), state), field.offset_bits / 8);
      return result;
    }
    case ExprKind::Index:
      result.add(address(lvalue.operand(0), state), step(lvalue.type(), lvalue.operand(1)));
      return result;
    default: return anything();
    }
  }

  // Of any number of iterations.
  MovedPointers::Origins closure() {
    State all = tracked_;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [written, sources] : at_end_) {
        Sources& there = all[written];
        const Sources before = there;
        there.may_be_anything = there.may_be_anything || sources.may_be_anything;
        for (const auto& [origin, stride] : sources.strides) {
          const auto earlier = origin->kind() == ExprKind::Variable ? all.find(&origin->variable()) : all.end();
          if (earlier == all.end())
            there.add(*origin, stride);
          else
            there.add(Sources(earlier->second), stride);
        }
        changed = changed || !(there == before);
      }
    }
    MovedPointers::Origins result;
    for (const auto& [written, sources] : all) {
      if (sources.may_be_anything) continue;
      for (const auto& [origin, stride] : sources.strides) result[written].push_back({origin, stride});
    }
    return result;
  }

  Context& context_;
  const graph::WeakOrder& order_;
  const graph::LoopComponent& loop_;
  const Modified& modified_;
  State tracked_;                           // at the head
  std::map<const Location*, State> states_; // of one iteration
  State at_end_;                            // where it comes back to the head
};

} // namespace

const MovedPointers::Origins& MovedPointers::in_loop(const graph::WeakOrder& order, std::int32_t component,
                                                     const Modified& modified) {
  const graph::LoopComponent& loop = order.components()[static_cast<std::size_t>(component)];
  const auto known = loops_.find(loop.head);
  if (known != loops_.end()) return known->second;
  return loops_[loop.head] = Iteration(context_, order, loop, modified).origins();
}

} // namespace tandem::symex
