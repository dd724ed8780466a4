// Intervals (Cousot, Cousot, POPL 1977) of the integers of one function that have no address: what its branches and
// loops alone imply. Loop heads are widened to constants of the function, or one beside them, and then narrowed.
// Callers and callees are not looked at: this is for the many checks that need no engine.

#include "transform/checks/flow_ranges.h"

#include "program/graph/weak_order.h"
#include "program/model/type.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tandem::transform::checks {

namespace {

using State = std::vector<Range>;
using Numbers = std::map<const Variable*, std::size_t>;

enum class Truth : std::uint8_t { False, True, Open };

Truth negation(Truth truth) {
  if (truth == Truth::Open) return truth;
  return truth == Truth::True ? Truth::False : Truth::True;
}

BinaryOp negated(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq: return BinaryOp::Ne;
  case BinaryOp::Ne: return BinaryOp::Eq;
  case BinaryOp::Lt: return BinaryOp::Ge;
  case BinaryOp::Ge: return BinaryOp::Lt;
  case BinaryOp::Gt: return BinaryOp::Le;
  default: return BinaryOp::Gt;
  }
}

BinaryOp mirrored(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt: return BinaryOp::Gt;
  case BinaryOp::Gt: return BinaryOp::Lt;
  case BinaryOp::Le: return BinaryOp::Ge;
  case BinaryOp::Ge: return BinaryOp::Le;
  default: return op;
  }
}

Truth compare(BinaryOp op, const Range& a, const Range& b) {
  switch (op) {
  case BinaryOp::Lt: return a.high < b.low ? Truth::True : a.low >= b.high ? Truth::False : Truth::Open;
  case BinaryOp::Le: return a.high <= b.low ? Truth::True : a.low > b.high ? Truth::False : Truth::Open;
  case BinaryOp::Gt: return compare(BinaryOp::Lt, b, a);
  case BinaryOp::Ge: return compare(BinaryOp::Le, b, a);
  case BinaryOp::Ne: return negation(compare(BinaryOp::Eq, a, b));
  default:
    if (a.high < b.low || b.high < a.low) return Truth::False;
    return a.low == a.high && b.low == b.high && a.low == b.low ? Truth::True : Truth::Open;
  }
}

// Expressions in one state.
class Evaluator {
public:
  Evaluator(const Numbers& numbers, State& state) : numbers_(numbers), state_(state), ranges_(numbers, state) {}

  std::optional<Range> value(const Expr& expr) { return ranges_.of(expr); }

  Truth truth(const Expr& condition) {
    if (condition.kind() == ExprKind::Unary && condition.unary_op() == UnaryOp::LogicalNot)
      return negation(truth(condition.operand(0)));
    if (condition.kind() == ExprKind::Binary && is_logical(condition.binary_op())) {
      const Truth decides = condition.binary_op() == BinaryOp::LogicalAnd ? Truth::False : Truth::True;
      const Truth a = truth(condition.operand(0)), b = truth(condition.operand(1));
      if (a == decides || b == decides) return decides;
      return a == b ? a : Truth::Open;
    }
    if (condition.kind() == ExprKind::Binary && is_comparison(condition.binary_op())) {
      const auto a = value(condition.operand(0)), b = value(condition.operand(1));
      return a && b ? compare(condition.binary_op(), *a, *b) : Truth::Open;
    }
    const auto known = value(condition);
    return known ? compare(BinaryOp::Ne, *known, {0, 0}) : Truth::Open;
  }

  // Keeps what is in accordance with the condition; false if that is nothing.
  bool assume(const Expr& condition, bool is_true) {
    const Truth known = truth(condition);
    if (known != Truth::Open) return (known == Truth::True) == is_true;
    if (condition.kind() == ExprKind::Unary && condition.unary_op() == UnaryOp::LogicalNot)
      return assume(condition.operand(0), !is_true);
    if (condition.kind() == ExprKind::Binary && is_logical(condition.binary_op())) {
      const bool are_both = (condition.binary_op() == BinaryOp::LogicalAnd) == is_true;
      return !are_both || (assume(condition.operand(0), is_true) && assume(condition.operand(1), is_true));
    }
    if (condition.kind() == ExprKind::Binary && is_comparison(condition.binary_op())) {
      const BinaryOp op = is_true ? condition.binary_op() : negated(condition.binary_op());
      const auto a = value(condition.operand(0)), b = value(condition.operand(1));
      if (!a || !b) return true;
      return restrict(condition.operand(0), op, *b)&& restrict(condition.operand(1), mirrored(op), *a);
    }
    return restrict(condition, is_true ? BinaryOp::Ne : BinaryOp::Eq, {0, 0});
  }

private:
  // A variable, behind conversions that keep its value.
  bool restrict(const Expr& expr, BinaryOp op, const Range& bound) {
    const Expr* at = &expr;
    while (at->kind() == ExprKind::Cast && at->operand(0).type().is_integer()) {
      const auto inner = value(at->operand(0)), all = range_of(at->type());
      if (!inner || !all || !all->contains(*inner)) return true;
      at = &at->operand(0);
    }
    const auto found = at->kind() == ExprKind::Variable ? numbers_.find(&at->variable()) : numbers_.end();
    if (found == numbers_.end()) return true;
    Range& range = state_[found->second];
    switch (op) {
    case BinaryOp::Lt: range.high = std::min(range.high, bound.high - 1); break;
    case BinaryOp::Le: range.high = std::min(range.high, bound.high); break;
    case BinaryOp::Gt: range.low = std::max(range.low, bound.low + 1); break;
    case BinaryOp::Ge: range.low = std::max(range.low, bound.low); break;
    case BinaryOp::Ne:
      if (bound.low == bound.high && range.low == bound.low) ++range.low;
      if (bound.low == bound.high && range.high == bound.high) --range.high;
      break;
    default: range = {std::max(range.low, bound.low), std::min(range.high, bound.high)}; break;
    }
    ranges_.forget();
    return range.low <= range.high;
  }

  const Numbers& numbers_;
  State& state_;
  ValueRanges ranges_;
};

class Analysis {
public:
  Analysis(const Function& function, const Numbers& numbers) : numbers_(numbers), order_(function) {
    for (const auto& [variable, number] : numbers) types_.resize(std::max(types_.size(), number + 1));
    for (const auto& [variable, number] : numbers) types_[number] = *range_of(*variable->type);
    for (const Edge* edge : function.edges())
      if (edge->op.value != nullptr) collect(*edge->op.value);
    at_[&function.entry()] = types_;
  }

  // Nothing if it took too long.
  std::optional<std::map<const Location*, State>> run() {
    constexpr int most_passes = 40, narrowing_passes = 2;
    int pass = 0;
    while (pass < most_passes && ascend(pass)) ++pass;
    if (pass == most_passes) return std::nullopt;
    for (int i = 0; i < narrowing_passes; ++i) descend();
    return std::move(at_);
  }

private:
  void collect(const Expr& expr) {
    if (expr.kind() == ExprKind::Integer && expr.type().is_integer() && range_of(expr.type()))
      for (int near = -1; near <= 1; ++near) thresholds_.insert(expr.value() + near);
    for (const Expr* operand : expr.operands()) collect(*operand);
  }

  // One iteration in order; false if nothing changed.
  bool ascend(int pass) {
    constexpr int first_widening = 2;
    bool changed = false;
    for (const Location* location : order_.order()) {
      const auto here = at_.find(location);
      if (here == at_.end()) continue;
      for (const Edge* edge : location->out) {
        const std::optional<State> after = behind(*edge, here->second);
        if (!after) continue;
        const auto [to, is_new] = at_.try_emplace(edge->to, *after);
        if (is_new) {
          changed = true;
          continue;
        }
        const bool widens = pass >= first_widening && order_.headed_component(*edge->to) >= 0;
        changed = join(*after, to->second, widens) || changed;
      }
    }
    return changed;
  }

  bool join(const State& from, State& to, bool widens) const {
    bool changed = false;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (to[i].contains(from[i])) continue;
      changed = true;
      const Range both{std::min(to[i].low, from[i].low), std::max(to[i].high, from[i].high)};
      to[i] = widens ? widened(to[i], both, types_[i]) : both;
    }
    return changed;
  }

  Range widened(const Range& before, Range now, const Range& all) const {
    if (now.high > before.high) {
      const auto above = thresholds_.lower_bound(now.high);
      now.high = above != thresholds_.end() ? std::min(*above, all.high) : all.high;
    }
    if (now.low < before.low) {
      const auto above = thresholds_.upper_bound(now.low);
      now.low = above != thresholds_.begin() ? std::max(*std::prev(above), all.low) : all.low;
    }
    return now;
  }

  // What the edges that lead there imply of the ranges found so far.
  void descend() {
    for (const Location* location : order_.order()) {
      const auto here = at_.find(location);
      if (here == at_.end() || location == order_.order().front()) continue;
      std::optional<State> all;
      for (const Edge* edge : location->in) {
        const auto from = at_.find(edge->from);
        const std::optional<State> after = from != at_.end() ? behind(*edge, from->second) : std::nullopt;
        if (after && all)
          join(*after, *all, false);
        else if (after)
          all = after;
      }
      if (all) here->second = std::move(*all);
    }
  }

  std::optional<State> behind(const Edge& edge, const State& before) const {
    State state = before;
    const Operation& op = edge.op;
    Evaluator evaluator(numbers_, state);
    if (op.kind == OpKind::Assume) return evaluator.assume(*op.value, op.truth) ? std::optional(state) : std::nullopt;
    const Variable* written = op.kind == OpKind::Declare ? op.variable : nullptr;
    if (op.lvalue != nullptr) written = root_variable(*op.lvalue);
    const auto found = written != nullptr ? numbers_.find(written) : numbers_.end();
    if (found == numbers_.end()) return state;
    std::optional<Range> value;
    if (op.kind == OpKind::Assign) value = evaluator.value(*op.value);
    const Range& all = types_[found->second];
    state[found->second] = value && all.contains(*value) ? *value : all;
    return state;
  }

  const Numbers& numbers_;
  graph::WeakOrder order_;
  State types_; // all values, by variable
  std::set<Int128> thresholds_;
  std::map<const Location*, State> at_;
};

} // namespace

bool has_second_returns(const Function& function) {
  return std::ranges::any_of(function.edges(), [](const Edge* edge) {
    if (edge->op.kind != OpKind::Call || edge->op.callee == nullptr || edge->op.callee->has_body()) return false;
    const std::string& name = edge->op.callee->source_name();
    return name.ends_with("setjmp") || name == "vfork" || name == "getcontext";
  });
}

FlowRanges::FlowRanges(const Function& function) {
  constexpr std::size_t largest = 200'000; // ranges that are kept
  if (has_second_returns(function)) return;
  const auto add = [&](const Variable* variable) {
    if (!variable->address_taken && !variable->is_global() && range_of(*variable->type))
      numbers_.emplace(variable, numbers_.size());
  };
  for (const Variable* parameter : function.parameters()) add(parameter);
  for (const Variable* local : function.locals()) add(local);
  if (numbers_.size() * function.locations().size() > largest) return;
  if (auto found = Analysis(function, numbers_).run()) {
    at_ = std::move(*found);
    is_known_ = true;
  }
}

bool FlowRanges::holds(const Location& location, const Expr& condition) const {
  if (!is_known_) return false;
  const auto found = at_.find(&location);
  if (found == at_.end()) return false; // it proves nothing, and the result has to say so
  State state = found->second;
  return Evaluator(numbers_, state).truth(condition) == Truth::True;
}

} // namespace tandem::transform::checks
