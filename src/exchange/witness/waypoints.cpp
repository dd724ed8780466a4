// An input usually arrives in a temporary; its value is followed forward along the path, through assignments and
// returns, until it is in a variable of the source. The assumption is then placed at the next statement at which the
// variable is visible, provided that no edge in between may have overwritten it.

#include "exchange/witness/waypoints.h"

#include "base/core/require.h"
#include "exchange/gia/input_constraint.h"
#include "exchange/witness/source_steps.h"
#include "exchange/witness/visible_names.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/scalar.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tandem::exchange::witness {

namespace {

// For how many edges a value is followed from the call that returns it to the variable that receives it.
constexpr std::size_t follow_limit = 100;

const Expr& without_casts(const Expr& expr) {
  return expr.kind() == ExprKind::Cast ? without_casts(expr.operand(0)) : expr;
}

bool is_temporary(const Expr& lvalue) {
  return lvalue.kind() == ExprKind::Variable && lvalue.variable().kind == VariableKind::Temporary;
}

bool is_input(const Edge& edge) {
  if (edge.op.kind == OpKind::Nondet) return edge.op.source == NondetSource::Input;
  return edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body();
}

class WaypointFinder {
public:
  WaypointFinder(const Program& program, const Execution& execution)
      : program_(program), execution_(execution), sources_(program), names_(program, sources_),
        steps_(program, sources_, execution.path) {}

  std::vector<Waypoint> run(std::size_t limit);

private:
  // A value that has reached a variable of the source.
  struct Arrival {
    std::size_t step = 0;
    const Expr* lvalue = nullptr;
    UInt128 bits = 0;
  };

  std::optional<Arrival> follow(std::size_t written) const;
  const WrittenValue* written_at(std::size_t step, OpKind kind) const;
  void add_assumption(const Arrival& arrival);
  bool is_overwritten(const Arrival& arrival, const Variable& variable, std::size_t until) const;
  Waypoint waypoint(WaypointKind kind, const source::SourceStatement& at, const Function& function,
                    std::string constraint);
  Waypoint target();

  const Program& program_;
  const Execution& execution_;
  source::ProgramSources sources_;
  VisibleNames names_;
  SourceSteps steps_;
  std::map<std::size_t, std::vector<std::string>> assumptions_; // by step
};

const WrittenValue* WaypointFinder::written_at(std::size_t step, OpKind kind) const {
  auto found = std::ranges::lower_bound(execution_.written, step, {}, &WrittenValue::step);
  for (; found != execution_.written.end() && found->step == step; ++found)
    if (found->edge->op.kind == kind) return &*found;
  return nullptr;
}

// Follows a value from a temporary through assignments and returns.
std::optional<WaypointFinder::Arrival> WaypointFinder::follow(std::size_t index) const {
  const WrittenValue* value = &execution_.written[index];
  for (std::size_t step = value->step;;) {
    const Expr& lvalue = *value->edge->op.lvalue;
    if (is_named(lvalue)) return Arrival{value->step, &lvalue, value->bits};
    if (!is_temporary(lvalue)) return std::nullopt;
    const WrittenValue* next = nullptr;
    const std::size_t end = std::min(execution_.path.size(), step + follow_limit);
    while (next == nullptr && ++step < end) {
      const Operation& op = execution_.path[step]->op;
      if (op.kind != OpKind::Assign && op.kind != OpKind::Return) continue;
      if (op.value == nullptr || &without_casts(*op.value) != &lvalue) continue;
      next = written_at(step, op.kind == OpKind::Assign ? OpKind::Assign : OpKind::Call);
      if (next == nullptr) return std::nullopt;
    }
    if (next == nullptr) return std::nullopt;
    value = next;
  }
}

// Whether an edge in between may have changed the variable.
bool WaypointFinder::is_overwritten(const Arrival& arrival, const Variable& variable, std::size_t until) const {
  return std::any_of(execution_.path.begin() + static_cast<std::ptrdiff_t>(arrival.step) + 1,
                     execution_.path.begin() + static_cast<std::ptrdiff_t>(until), [&](const Edge* edge) {
                       const Operation& op = edge->op;
                       if (op.variable == &variable) return true;
                       const bool unknown_call =
                           op.kind == OpKind::Call && op.callee != nullptr && !op.callee->has_body();
                       if (unknown_call && variable.address_taken) return true;
                       if (op.lvalue == nullptr) return false;
                       const Variable* root = root_variable(*op.lvalue);
                       return root == &variable || (root == nullptr && variable.address_taken);
                     });
}

// At the next statement that begins where the variable is visible and still has the value.
void WaypointFinder::add_assumption(const Arrival& arrival) {
  const std::vector<SourceStep>& steps = steps_.all();
  const std::optional<std::string> text = constraint_text(program_.context(), *arrival.lvalue, arrival.bits);
  const Variable& variable = *root_variable(*arrival.lvalue);
  const std::size_t first = arrival.step + 1;
  if (!text || first >= steps.size()) return;
  const std::uint32_t activation = steps[first].activation;
  const std::size_t end = std::min(steps.size(), first + follow_limit);
  for (std::size_t step = first; step < end; ++step) {
    if (!steps[step].begins) continue;
    if (!variable.is_global() && steps[step].activation != activation) continue;
    const Function& function = execution_.path[step]->function();
    if (!names_.is_visible(variable, function, steps[step].statement->range.begin)) continue;
    if (is_overwritten(arrival, variable, step)) return;
    assumptions_[step].push_back(*text);
    return;
  }
}

Waypoint WaypointFinder::waypoint(WaypointKind kind, const source::SourceStatement& at, const Function& function,
                                  std::string constraint) {
  return {kind, sources_.text(function.range().begin.file).point(at.range.begin), &function, std::move(constraint)};
}

Waypoint WaypointFinder::target() {
  const Edge& call = *execution_.target;
  if (const source::SourceStatement* at = sources_.statement(call))
    return waypoint(WaypointKind::Target, *at, call.function(), {});
  return {WaypointKind::Target, call.range.begin, &call.function(), {}};
}

std::vector<Waypoint> WaypointFinder::run(std::size_t limit) {
  const std::vector<SourceStep>& steps = steps_.all();
  for (std::size_t i = 0; i < execution_.written.size(); ++i) {
    if (!is_input(*execution_.written[i].edge)) continue;
    if (const std::optional<Arrival> arrival = follow(i)) add_assumption(*arrival);
  }
  while (assumptions_.size() + 1 > limit && !assumptions_.empty()) assumptions_.erase(std::prev(assumptions_.end()));
  const auto decisions = static_cast<std::size_t>(
      std::ranges::count_if(steps, [](const SourceStep& step) { return step.decision.has_value(); }));
  const bool with_decisions = assumptions_.size() + decisions + 1 <= limit;

  std::vector<Waypoint> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Function& function = execution_.path[i]->function();
    if (const auto found = assumptions_.find(i); found != assumptions_.end()) {
      const std::string all = fmt::format("{}", fmt::join(found->second, " && "));
      result.push_back(waypoint(WaypointKind::Assumption, *steps[i].statement, function, all));
    }
    if (with_decisions && steps[i].decision)
      result.push_back(
          waypoint(WaypointKind::Branching, *steps[i].statement, function, *steps[i].decision ? "true" : "false"));
  }
  result.push_back(target());
  return result;
}

} // namespace

std::vector<Waypoint> find_waypoints(const Program& program, const Execution& execution, std::size_t limit) {
  require(execution.target != nullptr, "an execution that reaches an error should have a target");
  return WaypointFinder(program, execution).run(limit);
}

} // namespace tandem::exchange::witness
