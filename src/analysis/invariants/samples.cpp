// The interpreter records the trace and every written value; a Follower replays them and keeps the values of all
// variables by activation, so that the interpreter itself knows nothing of sampling. The number of rows per location is
// capped and grows with the number of runs, so that one long loop does not crowd out later runs.

#include "analysis/invariants/samples.h"

#include "analysis/invariants/sample_inputs.h"
#include "analysis/invariants/sampled_expressions.h"
#include "semantics/interpreter/run.h"

#include <algorithm>
#include <set>

namespace tandem::analysis::invariants {

namespace {

bool is_sampled(const Variable& variable) {
  return variable.type->is_integer() && !variable.address_taken && variable.kind != VariableKind::Temporary;
}

Int128 signed_value(const Type& type, UInt128 bits) {
  const unsigned width = type.width();
  if (width >= 128) return static_cast<Int128>(bits);
  bits &= (UInt128{1} << width) - 1;
  if (!type.is_signed() || (bits >> (width - 1)) == 0) return static_cast<Int128>(bits);
  return static_cast<Int128>(bits) - static_cast<Int128>(UInt128{1} << width);
}

using Row = std::map<const Expr*, Int128>; // by lvalue
using Visits = std::map<const Location*, std::vector<Row>>;

// Follows one execution and keeps the values of variables by activation.
class Follower {
public:
  Follower(const Program& program, const std::set<const Location*>& locations, const SampleOptions& options,
           Visits& visits, std::uint32_t rows)
      : context_(program.context()), locations_(locations), options_(options), visits_(visits), rows_(rows) {
    for (const Variable* global : program.globals()) {
      if (!is_sampled(*global) || global->is_extern) continue;
      globals_[global] = 0;
      for (const Initializer& part : global->initializers)
        if (part.value->kind() == ExprKind::Integer) globals_[global] = part.value->value();
    }
    frames_.emplace_back();
  }

  void follow(const semantics::interpreter::RunResult& run) {
    std::size_t next = 0, next_watched = 0;
    for (std::size_t step = 0; step < run.trace.size() && !frames_.empty(); ++step) {
      const Edge& edge = *run.trace[step];
      watched_.clear();
      for (; next_watched < run.watched.size() && run.watched[next_watched].step <= step; ++next_watched) {
        const semantics::interpreter::WatchedValue& seen = run.watched[next_watched];
        if (seen.step == step) watched_[seen.expr] = signed_value(seen.expr->type(), seen.bits);
      }
      visit(*edge.from);
      enter_or_leave(edge);
      for (; next < run.written.size() && run.written[next].step <= step; ++next) write(run.written[next]);
    }
  }

private:
  using Values = std::map<const Variable*, Int128>;

  struct Frame {
    Values values, passed; // current values; arguments as passed
  };

  void visit(const Location& location) { visit(location, frames_.back().values); }

  void visit(const Location& location, const Values& locals) {
    if (!locations_.contains(&location)) return;
    auto& rows = visits_[&location];
    if (rows.size() >= rows_) return;
    Row row = watched_;
    add(globals_, row);
    add(locals, row);
    rows.push_back(std::move(row));
  }

  void add(const Values& values, Row& to) const {
    for (const auto& [variable, value] : values)
      if (is_sampled(*variable)) to[&context_.variable(*variable)] = value;
  }

  void enter_or_leave(const Edge& edge) {
    if (edge.op.kind == OpKind::Return) {
      left_ = std::move(frames_.back().passed);
      frames_.pop_back();
    }
    if (edge.op.kind != OpKind::Call || edge.op.callee == nullptr || !edge.op.callee->has_body()) return;
    Values inside;
    const auto& parameters = edge.op.callee->parameters();
    for (std::size_t i = 0; i < parameters.size() && i < edge.op.arguments.size(); ++i)
      if (const std::optional<Int128> value = value_of(*edge.op.arguments[i]); value && is_sampled(*parameters[i]))
        inside[parameters[i]] = signed_value(*parameters[i]->type, static_cast<UInt128>(*value));
    frames_.push_back({inside, inside});
  }

  // Only the common forms of arguments: constants, variables, casts, sums and differences.
  std::optional<Int128> value_of(const Expr& expr) const {
    if (expr.kind() == ExprKind::Integer) return expr.value();
    if (expr.kind() == ExprKind::Cast && expr.operand(0).type().is_integer()) return value_of(expr.operand(0));
    if (expr.kind() == ExprKind::Binary) return sum_of(expr);
    if (expr.kind() != ExprKind::Variable) return std::nullopt;
    const Values& values = expr.variable().is_global() ? globals_ : frames_.back().values;
    const auto found = values.find(&expr.variable());
    return found != values.end() ? std::optional(found->second) : std::nullopt;
  }

  std::optional<Int128> sum_of(const Expr& expr) const {
    const bool is_difference = expr.binary_op() == BinaryOp::Sub;
    if (!is_difference && expr.binary_op() != BinaryOp::Add) return std::nullopt;
    if (!expr.type().is_integer()) return std::nullopt;
    const std::optional<Int128> a = value_of(expr.operand(0)), b = value_of(expr.operand(1));
    if (!a || !b) return std::nullopt;
    const auto left = static_cast<UInt128>(*a), right = static_cast<UInt128>(*b);
    return signed_value(expr.type(), is_difference ? left - right : left + right);
  }

  void write(const WrittenValue& written) {
    const Expr* lvalue = written.edge->op.lvalue;
    if (frames_.empty() || lvalue == nullptr || lvalue->kind() != ExprKind::Variable) return;
    const Variable& variable = lvalue->variable();
    if (!is_sampled(variable) && variable.kind != VariableKind::Temporary) return;
    if (!variable.type->is_integer()) return;
    const Int128 value = signed_value(*variable.type, written.bits);
    if (written.edge->op.kind == OpKind::Call) visit_exit(*written.edge, value);
    (variable.is_global() ? globals_ : frames_.back().values)[&variable] = value;
  }

  void visit_exit(const Edge& call, Int128 result) {
    const auto name = options_.results.find(call.op.callee);
    if (name == options_.results.end()) return;
    left_[name->second] = result;
    watched_.clear();
    visit(call.op.callee->exit(), left_);
  }

  Context& context_;
  const std::set<const Location*>& locations_;
  const SampleOptions& options_;
  Visits& visits_;
  std::uint32_t rows_;
  Values globals_;
  std::vector<Frame> frames_;
  Values left_; // arguments of the function that returned last
  Row watched_; // at the current location
};

bool comes_before(const Expr* a, const Expr* b) {
  const bool is_variable = a->kind() == ExprKind::Variable, is_other_variable = b->kind() == ExprKind::Variable;
  if (is_variable != is_other_variable) return is_variable;
  return is_variable ? a->variable().id < b->variable().id : a->id() < b->id();
}

LocationSamples table(const std::vector<Row>& visits) {
  LocationSamples result;
  for (const auto& [lvalue, value] : visits.front()) {
    const bool everywhere =
        std::all_of(visits.begin(), visits.end(), [&, l = lvalue](const Row& row) { return row.contains(l); });
    if (everywhere) result.lvalues.push_back(lvalue);
  }
  std::sort(result.lvalues.begin(), result.lvalues.end(), comes_before);
  std::set<std::vector<Int128>> seen;
  for (const Row& row : visits) {
    std::vector<Int128> values;
    for (const Expr* lvalue : result.lvalues) values.push_back(row.at(lvalue));
    if (seen.insert(values).second) result.values.push_back(std::move(values));
  }
  return result;
}

} // namespace

std::map<const Location*, LocationSamples> sample(const Program& program, const std::vector<const Location*>& locations,
                                                  const SampleOptions& options) {
  semantics::interpreter::ExecutableOptions compile;
  compile.targets = options.error_functions;
  compile.values = semantics::interpreter::ValueRecording::Record;
  for (const Location* location : locations)
    if (location != &location->function->exit())
      compile.watched[location] = sampled_expressions(program, *location->function);
  semantics::interpreter::Executable executable(program, compile);
  semantics::interpreter::RunOptions run;
  run.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
  run.memory_limit = std::uint64_t{256} << 20;
  const std::set<const Location*> wanted(locations.begin(), locations.end());
  Visits visits;
  const ProgramConstants constants(program);
  const std::uint32_t all = options.runs + options.long_runs;
  for (std::uint32_t i = 0; i < all && !(options.should_stop && options.should_stop()); ++i) {
    if (i >= options.runs && i % 3 == 0 && visits.size() == wanted.size()) break; // every location has been reached
    run.step_limit = run.trace_limit = i < options.runs ? options.steps : options.long_steps;
    SampleInputs inputs(i + 1, i, constants);
    const semantics::interpreter::RunResult result = executable.run(inputs, run);
    // The limit grows with the runs, so that one long loop does not crowd out the others.
    Follower(program, wanted, options, visits, options.rows * (i + 1) / all).follow(result);
  }
  std::map<const Location*, LocationSamples> samples;
  for (const auto& [location, rows] : visits)
    if (!rows.empty()) samples[location] = table(rows);
  return samples;
}

} // namespace tandem::analysis::invariants
