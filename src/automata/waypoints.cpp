#include "automata/waypoints.h"

#include "base/require.h"
#include "program/c_constants.h"
#include "program/c_expr.h"
#include "program/scalar.h"
#include "program/source_condition.h"
#include "program/source_statements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tandem::automata {

namespace {

// How far a value is followed from the call that asks for it to the variable that gets it; edges.
constexpr std::size_t follow_limit = 100;

const Expr& without_casts(const Expr& expr) {
  return expr.kind() == ExprKind::Cast ? without_casts(expr.operand(0)) : expr;
}

// A variable that the user named, or a part of it at a constant place.
bool is_named(const Expr& place) {
  switch (place.kind()) {
  case ExprKind::Variable: return !place.variable().source_name.empty();
  case ExprKind::Field: return is_named(place.operand(0));
  case ExprKind::Index: return is_named(place.operand(0)) && place.operand(1).kind() == ExprKind::Integer;
  default: return false;
  }
}

bool is_temporary(const Expr& place) {
  return place.kind() == ExprKind::Variable && place.variable().kind == VariableKind::Temporary;
}

bool is_input(const Edge& edge) {
  if (edge.op.kind == OpKind::Nondet) return edge.op.source == NondetSource::Input;
  return edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body();
}

// Pointers are left out: their values mean nothing outside of one execution.
std::optional<std::string> constraint_text(Context& context, const Expr& place, UInt128 bits) {
  if (!place.type().is_arithmetic()) return std::nullopt;
  const std::string name = c_text(place, ExprStyle::Readable);
  const Expr& value = scalar_constant(context, place.type(), bits);
  if (place.type().is_integer()) return name + " == " + c_plain_integer(value).text;
  if (std::isnan(value.float_value())) return name + " != " + name;
  if (std::isinf(value.float_value())) return std::nullopt;
  return name + " == " + c_float(value).text;
}

// A step of the execution, seen from the source.
struct Step {
  std::uint32_t activation = 0;               // one number for each call of a function
  const SourceStatement* statement = nullptr; // the innermost one
  bool begins = false;                        // execution passes the statement's first character here
};

class WaypointFinder {
public:
  WaypointFinder(const Program& program, const Execution& execution)
      : program_(program), execution_(execution), sources_(program), statement_of_(program.edges().size()) {}

  std::vector<Waypoint> run(std::size_t limit);

private:
  struct Frame {
    const Function* function = nullptr;
    std::uint32_t activation = 0;
    const SourceStatement* current = nullptr;
  };
  // A value that has arrived in a variable of the user's.
  struct Arrival {
    std::size_t step = 0;
    const Expr* place = nullptr;
    UInt128 bits = 0;
  };

  const SourceStatement* statement(const Edge& edge);
  void enter_frame(const Edge& edge);
  void find_steps();
  std::optional<Arrival> follow(std::size_t written) const;
  const WrittenValue* written_at(std::size_t step, OpKind kind) const;
  void add_assumption(const Arrival& arrival);
  bool is_overwritten(const Arrival& arrival, const Variable& variable, std::size_t until) const;
  bool is_visible(const Variable& variable, const Function& function, std::size_t offset);
  bool declares(const Variable& variable, const Function& function, std::size_t offset);
  void add_decision(std::size_t step);
  Waypoint waypoint(WaypointKind kind, const SourceStatement& at, const Function& function, std::string constraint);
  Waypoint target();

  const Program& program_;
  const Execution& execution_;
  ProgramSources sources_;
  std::vector<std::optional<const SourceStatement*>> statement_of_; // by edge
  std::vector<Frame> frames_;
  std::uint32_t activations_ = 0;
  std::vector<Step> steps_;
  std::map<std::size_t, std::vector<std::string>> assumptions_; // by step
  std::map<std::size_t, Waypoint> decisions_;
  std::map<std::pair<std::uint32_t, const SourceStatement*>, SourceCondition> conditions_;
};

const SourceStatement* WaypointFinder::statement(const Edge& edge) {
  std::optional<const SourceStatement*>& known = statement_of_[edge.id];
  if (!known) known = sources_.statement(edge);
  return *known;
}

// Library functions may call back, so a function can begin without a call of it before.
void WaypointFinder::enter_frame(const Edge& edge) {
  const Function& function = edge.function();
  const Operation* before = steps_.empty() ? nullptr : &execution_.path[steps_.size() - 1]->op;
  const bool called =
      before != nullptr && before->kind == OpKind::Call && (before->callee == &function || before->callee == nullptr);
  const bool fits = !frames_.empty() && frames_.back().function == &function;
  if (edge.from == &function.entry() && (called || !fits)) frames_.push_back({&function, activations_++, nullptr});
  while (!frames_.empty() && frames_.back().function != &function) frames_.pop_back();
  if (frames_.empty()) frames_.push_back({&function, activations_++, nullptr});
}

// A loop's keyword is passed when the loop is entered, not at every round.
void WaypointFinder::find_steps() {
  for (const Edge* edge : execution_.path) {
    enter_frame(*edge);
    Frame& frame = frames_.back();
    const SourceStatement* now = statement(*edge);
    Step step{frame.activation, now, false};
    if (now != nullptr && now != frame.current) {
      const bool goes_on =
          now->is_loop() && frame.current != nullptr && now->range.contains(frame.current->range.begin);
      step.begins = !goes_on && now->kind != StatementKind::Block;
    }
    frame.current = now;
    steps_.push_back(step);
    if (edge->op.kind == OpKind::Return && frames_.size() > 1) frames_.pop_back();
  }
}

const WrittenValue* WaypointFinder::written_at(std::size_t step, OpKind kind) const {
  auto found = std::ranges::lower_bound(execution_.written, step, {}, &WrittenValue::step);
  for (; found != execution_.written.end() && found->step == step; ++found)
    if (found->edge->op.kind == kind) return &*found;
  return nullptr;
}

// From a temporary on, through assignments and returns.
std::optional<WaypointFinder::Arrival> WaypointFinder::follow(std::size_t index) const {
  const WrittenValue* value = &execution_.written[index];
  for (std::size_t step = value->step;;) {
    const Expr& place = *value->edge->op.place;
    if (is_named(place)) return Arrival{value->step, &place, value->bits};
    if (!is_temporary(place)) return std::nullopt;
    const WrittenValue* next = nullptr;
    const std::size_t end = std::min(execution_.path.size(), step + follow_limit);
    while (next == nullptr && ++step < end) {
      const Operation& op = execution_.path[step]->op;
      if (op.kind != OpKind::Assign && op.kind != OpKind::Return) continue;
      if (op.value == nullptr || &without_casts(*op.value) != &place) continue;
      next = written_at(step, op.kind == OpKind::Assign ? OpKind::Assign : OpKind::Call);
      if (next == nullptr) return std::nullopt;
    }
    if (next == nullptr) return std::nullopt;
    value = next;
  }
}

// May an edge between have changed the variable? What is not known to leave it alone counts.
bool WaypointFinder::is_overwritten(const Arrival& arrival, const Variable& variable, std::size_t until) const {
  return std::any_of(execution_.path.begin() + static_cast<std::ptrdiff_t>(arrival.step) + 1,
                     execution_.path.begin() + static_cast<std::ptrdiff_t>(until), [&](const Edge* edge) {
                       const Operation& op = edge->op;
                       if (op.variable == &variable) return true;
                       const bool unknown_call =
                           op.kind == OpKind::Call && op.callee != nullptr && !op.callee->has_body();
                       if (unknown_call && variable.address_taken) return true;
                       if (op.place == nullptr) return false;
                       const Variable* root = root_variable(*op.place);
                       return root == &variable || (root == nullptr && variable.address_taken);
                     });
}

// At the next statement that begins where the variable can be named and still has the value.
void WaypointFinder::add_assumption(const Arrival& arrival) {
  const std::optional<std::string> text = constraint_text(program_.context(), *arrival.place, arrival.bits);
  const Variable& variable = *root_variable(*arrival.place);
  const std::size_t first = arrival.step + 1;
  if (!text || first >= steps_.size()) return;
  const std::uint32_t activation = steps_[first].activation;
  const std::size_t end = std::min(steps_.size(), first + follow_limit);
  for (std::size_t step = first; step < end; ++step) {
    if (!steps_[step].begins) continue;
    if (!variable.is_global() && steps_[step].activation != activation) continue;
    const Function& function = execution_.path[step]->function();
    if (!is_visible(variable, function, steps_[step].statement->range.begin)) continue;
    if (is_overwritten(arrival, variable, step)) return;
    assumptions_[step].push_back(*text);
    return;
  }
}

// Is the declaration's scope around the offset? Parameters and file scope always are.
bool WaypointFinder::declares(const Variable& variable, const Function& function, std::size_t offset) {
  if (variable.owner != &function) return false;
  if (variable.kind == VariableKind::Parameter) return true;
  const SourceText& text = sources_.text(function.range().begin.file);
  const std::size_t declaration = text.offset(variable.range.begin);
  const SourceStatement* scope = sources_.statements(function).scope(declaration);
  return scope != nullptr && scope->range.contains(offset) && declaration < offset;
}

bool WaypointFinder::is_visible(const Variable& variable, const Function& function, std::size_t offset) {
  if (variable.range.begin.file != function.range().begin.file) return false;
  if (variable.owner != nullptr && !declares(variable, function, offset)) return false;
  const auto hides = [&](const Variable* other) {
    return other != &variable && other->source_name == variable.source_name && declares(*other, function, offset);
  };
  return std::ranges::none_of(function.parameters(), hides) && std::ranges::none_of(function.locals(), hides) &&
         std::ranges::none_of(program_.globals(), hides);
}

void WaypointFinder::add_decision(std::size_t index) {
  const Edge& edge = *execution_.path[index];
  const SourceStatement* at = steps_[index].statement;
  if (edge.op.kind != OpKind::Assume || edge.from->out.size() != 2 || at == nullptr) return;
  const SourceText& text = sources_.text(edge.range.begin.file);
  const std::size_t offset = text.offset(edge.range.begin);
  if (at->kind == StatementKind::Switch || !at->condition.contains(offset)) return;
  const auto key = std::pair(steps_[index].activation, at);
  SourceCondition& condition = conditions_.try_emplace(key, text, at->condition).first->second;
  condition.set(offset, edge.op.truth);
  const std::optional<bool> truth = condition.truth();
  if (!truth) return;
  condition.clear();
  decisions_.emplace(index, waypoint(WaypointKind::Branching, *at, edge.function(), *truth ? "true" : "false"));
}

Waypoint WaypointFinder::waypoint(WaypointKind kind, const SourceStatement& at, const Function& function,
                                  std::string constraint) {
  return {kind, sources_.text(function.range().begin.file).point(at.range.begin), &function, std::move(constraint)};
}

Waypoint WaypointFinder::target() {
  const Edge& call = *execution_.target;
  if (const SourceStatement* at = statement(call)) return waypoint(WaypointKind::Target, *at, call.function(), {});
  return {WaypointKind::Target, call.range.begin, &call.function(), {}};
}

std::vector<Waypoint> WaypointFinder::run(std::size_t limit) {
  find_steps();
  for (std::size_t i = 0; i < execution_.written.size(); ++i) {
    const WrittenValue& value = execution_.written[i];
    if (!is_input(*value.edge)) continue;
    if (const std::optional<Arrival> arrival = follow(i)) add_assumption(*arrival);
  }
  for (std::size_t i = 0; i < steps_.size(); ++i) add_decision(i);
  if (assumptions_.size() + decisions_.size() + 1 > limit) decisions_.clear();
  while (assumptions_.size() + 1 > limit && !assumptions_.empty()) assumptions_.erase(std::prev(assumptions_.end()));

  std::vector<Waypoint> result;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (const auto found = assumptions_.find(i); found != assumptions_.end()) {
      std::string all;
      for (const std::string& one : found->second) all += (all.empty() ? "" : " && ") + one;
      result.push_back(waypoint(WaypointKind::Assumption, *steps_[i].statement, execution_.path[i]->function(), all));
    }
    if (const auto found = decisions_.find(i); found != decisions_.end()) result.push_back(found->second);
  }
  result.push_back(target());
  return result;
}

} // namespace

std::vector<Waypoint> find_waypoints(const Program& program, const Execution& execution, std::size_t limit) {
  require(execution.target != nullptr, "a way to an error should have a target");
  return WaypointFinder(program, execution).run(limit);
}

} // namespace tandem::automata
