// Where to divide. A choice is useful if both sides leave out much of the program: the arms of a branch with loops of
// their own, targets. Only choices that an execution makes at most once are considered: in functions that are called
// from one place outside of all loops, and there outside of loops. What earlier constraints of a part rule out (arms
// not taken, targets not asked for) does not count.
//
// Reachability here ignores the call stack, except that a function that is called once returns to its only caller; it
// serves to weigh choices and decides nothing else.

#include "cooperate/divide.h"

#include "program/model/expressions.h"
#include "program/model/target.h"

#include <algorithm>
#include <deque>

namespace tandem::cooperate {
namespace {

// Weighing a branch takes two walks over the program.
constexpr std::size_t most_branches = 60;
// A loop counts like so many locations: it is what engines find hard.
constexpr std::size_t loop_weight = 50;
// With less on one side, the two sides are not much easier than the whole.
constexpr std::size_t independent_weight = 12;
constexpr std::int64_t first_iterations = 4;

using Division = std::optional<std::pair<Constraint, Constraint>>;

void add_constants(const Expr& expr, const Variable& variable, std::set<std::int64_t>& numbers) {
  if (expr.kind() == ExprKind::Binary && is_comparison(expr.binary_op())) {
    const auto plain = [](const Expr* side) {
      while (side->kind() == ExprKind::Cast) side = &side->operand(0);
      return side;
    };
    const Expr* left = plain(&expr.operand(0));
    const Expr* right = plain(&expr.operand(1));
    if (left->kind() == ExprKind::Integer) std::swap(left, right);
    if (left->kind() == ExprKind::Variable && &left->variable() == &variable && right->kind() == ExprKind::Integer) {
      constexpr Int128 most = INT32_MAX / 2;
      const Int128 value = right->value();
      if (value < most && value > -most) {
        numbers.insert(static_cast<std::int64_t>(value));
        numbers.insert(static_cast<std::int64_t>(value) + 1);
      }
    }
  }
  for (const Expr* operand : expr.operands()) add_constants(*operand, variable, numbers);
}

Division both_sides(Constraint constraint) {
  constraint.is_below = true;
  Constraint rest = constraint;
  rest.is_below = false;
  return std::pair(std::move(constraint), std::move(rest));
}

} // namespace

struct Divider::View {
  std::set<const Edge*> barred;
  std::vector<const Edge*> targets;   // that the part asks for
  Locations reached, relevant;        // from the entry; before a target
  std::vector<const Location*> order; // reached and relevant, near ones first
};

Divider::Divider(const Program& program, const Property& property, std::set<DivisionKind> kinds)
    : program_(program), property_(property), kinds_(std::move(kinds)), calls_(program) {
  for (const Function* function : program.functions())
    if (function->has_body()) loops_.emplace(function, std::make_unique<graph::LoopForest>(*function));
  const std::vector<bool> has_address = pointers::functions_with_address(program);
  std::deque<const Function*> open;
  const auto add = [&](const Function& function, std::size_t callers) {
    if (!function.has_body() || has_address[function.id()] || calls_.is_recursive(function)) return;
    if (calls_.calls_of(function).size() == callers && once_.insert(&function).second) open.push_back(&function);
  };
  add(program.entry(), 0);
  while (!open.empty()) {
    const Function& function = *open.front();
    open.pop_front();
    for (const Edge* call : calls_.calls_in(function))
      if (is_passed_once(*call->from))
        for (const Function* callee : calls_.callees(*call)) add(*callee, 1);
  }
}

bool Divider::is_passed_once(const Location& location) const {
  return once_.contains(location.function) && loops_.at(location.function)->innermost(location) == nullptr;
}

Divider::Locations Divider::reachable_from(const Location& start, const std::set<const Edge*>& barred) const {
  Locations result(program_.locations().size());
  std::vector<const Location*> open{&start};
  const auto add = [&](const Location& location) {
    if (!result[location.id]) open.push_back(&location);
  };
  while (!open.empty()) {
    const Location& at = *open.back();
    open.pop_back();
    if (result[at.id]) continue;
    result[at.id] = true;
    for (const Edge* edge : at.out) {
      if (barred.contains(edge)) continue;
      if (edge->op.kind == OpKind::Call)
        for (const Function* callee : calls_.callees(*edge))
          if (callee->has_body()) add(callee->entry());
      add(*edge->to);
    }
    if (once_.contains(at.function) && &at == &at.function->exit())
      for (const Edge* call : calls_.calls_of(*at.function)) add(*call->to);
  }
  return result;
}

Divider::Locations Divider::reaching_targets(const std::set<const Edge*>& barred,
                                             const std::vector<const Edge*>& targets) const {
  Locations result(program_.locations().size());
  std::vector<const Location*> open;
  for (const Edge* target : targets) open.push_back(target->from);
  while (!open.empty()) {
    const Location& at = *open.back();
    open.pop_back();
    if (result[at.id]) continue;
    result[at.id] = true;
    for (const Edge* edge : at.in)
      if (!barred.contains(edge)) open.push_back(edge->from);
    if (&at == &at.function->entry())
      for (const Edge* call : calls_.calls_of(*at.function)) open.push_back(call->from);
  }
  return result;
}

Divider::View Divider::view(std::span<const Constraint> part) const {
  View view;
  std::set<const Edge*> wanted;
  for (const Target& target : targets(program_, property_)) wanted.insert(target.call);
  for (const Constraint& constraint : part) {
    if (constraint.kind == DivisionKind::Branch)
      for (const Edge* arm : constraint.edges.front()->from->out)
        if (arm != constraint.edges.front()) view.barred.insert(arm);
    if (constraint.kind == DivisionKind::Targets)
      std::erase_if(wanted, [&](const Edge* call) {
        return std::ranges::find(constraint.edges, call) == constraint.edges.end();
      });
  }
  view.reached = reachable_from(program_.entry().entry(), view.barred);
  for (const Edge* call : wanted)
    if (view.reached[call->from->id]) view.targets.push_back(call);
  std::ranges::sort(view.targets, {}, &Edge::id);
  view.relevant = reaching_targets(view.barred, view.targets);
  // Functions that are entered once, callers first; their locations are in reverse post-order.
  std::vector<const Function*> functions = calls_.bottom_up();
  std::ranges::reverse(functions);
  for (const Function* function : functions)
    if (once_.contains(function))
      for (const Location* location : function->locations())
        if (view.reached[location->id] && view.relevant[location->id] && is_passed_once(*location))
          view.order.push_back(location);
  return view;
}

std::size_t Divider::weight(const View& view, const Locations& own, const Locations& other) const {
  std::size_t result = 0;
  for (const Location* location : program_.locations()) {
    if (!own[location->id] || other[location->id] || !view.relevant[location->id]) continue;
    const auto loops = loops_.find(location->function);
    result += loops != loops_.end() && loops->second->headed(*location) != nullptr ? loop_weight : 1;
  }
  return result;
}

Division Divider::by_branch(const View& view, Arms wanted) const {
  const Edge* best = nullptr;
  std::size_t best_weight = wanted == Arms::Independent ? independent_weight - 1 : 0, weighed = 0;
  for (const Location* location : view.order) {
    if (location->out.size() != 2 || weighed == most_branches) continue;
    const Edge *yes = location->out[0], *no = location->out[1];
    if (view.barred.contains(yes) || view.barred.contains(no)) continue;
    if (!view.relevant[yes->to->id] || !view.relevant[no->to->id]) continue;
    ++weighed;
    const Locations left = reachable_from(*yes->to, view.barred), right = reachable_from(*no->to, view.barred);
    const std::size_t both = std::min(weight(view, left, right), weight(view, right, left));
    if (both <= best_weight) continue;
    best = yes;
    best_weight = both;
  }
  if (best == nullptr) return std::nullopt;
  return std::pair(Constraint{.kind = DivisionKind::Branch, .edges = {best}},
                   Constraint{.kind = DivisionKind::Branch, .edges = {best->from->out[1]}});
}

Division Divider::by_targets(const View& view) const {
  if (view.targets.size() < 2) return std::nullopt;
  const auto middle = view.targets.begin() + static_cast<std::ptrdiff_t>(view.targets.size() / 2);
  return std::pair(Constraint{.kind = DivisionKind::Targets, .edges = {view.targets.begin(), middle}},
                   Constraint{.kind = DivisionKind::Targets, .edges = {middle, view.targets.end()}});
}

// Numbers that the program compares the input with, as far as earlier constraints leave them open; the middle one.
Division Divider::by_input(const View& view, std::span<const Constraint> part) const {
  for (const Location* location : view.order)
    for (const Edge* edge : location->out) {
      const Variable* variable = input_variable(*edge);
      if (variable == nullptr) continue;
      std::set<std::int64_t> numbers;
      for (const Edge* each : program_.edges())
        if (each->op.kind == OpKind::Assume && view.reached[each->from->id])
          add_constants(*each->op.value, *variable, numbers);
      if (!variable->type->is_signed()) std::erase_if(numbers, [](std::int64_t number) { return number <= 0; });
      for (const Constraint& constraint : part)
        if (constraint.kind == DivisionKind::Input && constraint.edges.front() == edge)
          std::erase_if(numbers, [&](std::int64_t number) {
            return constraint.is_below ? number >= constraint.number : number <= constraint.number;
          });
      if (numbers.empty()) continue;
      return both_sides({.kind = DivisionKind::Input,
                         .edges = {edge},
                         .number = *std::next(numbers.begin(), static_cast<std::ptrdiff_t>(numbers.size() / 2))});
    }
  return std::nullopt;
}

Division Divider::by_iterations(const View& view, std::span<const Constraint> part) const {
  for (const Function* function : program_.functions()) {
    if (!once_.contains(function)) continue;
    for (const graph::Loop& loop : loops_.at(function)->loops()) {
      if (loop.depth != 1 || !loop.is_reducible() || loop.back_edges.empty() || loop.exit_edges.empty()) continue;
      const Location& head = *loop.headers.front();
      const Edge* back = loop.back_edges.front();
      const bool is_used = std::ranges::any_of(part, [&](const Constraint& constraint) {
        return constraint.kind == DivisionKind::Iterations && constraint.edges.front() == back;
      });
      if (is_used || !view.reached[head.id] || !view.relevant[head.id]) continue;
      return both_sides({.kind = DivisionKind::Iterations, .edges = {back}, .number = first_iterations});
    }
  }
  return std::nullopt;
}

Division Divider::divide(std::span<const Constraint> part) const {
  const View view = this->view(part);
  Division result;
  const auto attempt = [&](DivisionKind kind, const auto& divide) {
    if (!result && kinds_.contains(kind)) result = divide();
  };
  attempt(DivisionKind::Branch, [&] { return by_branch(view, Arms::Independent); });
  attempt(DivisionKind::Targets, [&] { return by_targets(view); });
  attempt(DivisionKind::Input, [&] { return by_input(view, part); });
  attempt(DivisionKind::Branch, [&] { return by_branch(view, Arms::Any); });
  attempt(DivisionKind::Iterations, [&] { return by_iterations(view, part); });
  return result;
}

} // namespace tandem::cooperate
