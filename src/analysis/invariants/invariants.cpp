// The program is unwound once with bound 0 and loops in their inductive form; each candidate is assumed there under a
// Boolean of its own, and its violations are collected as one term. Houdini then needs only queries with assumptions on
// one formula: every model drops all candidates that it violates, and when none is violated, the rest is inductive. At
// most as many queries as candidates, usually few, since a model tends to violate many.

#include "analysis/invariants/invariants.h"

#include "analysis/invariants/candidates.h"
#include "analysis/invariants/unsampled.h"
#include "exchange/gia/conjuncts.h"
#include "program/graph/weak_order.h"
#include "program/pointers/call_graph.h"
#include "smt/backends/backends.h"
#include "symex/unwind.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::analysis::invariants {

using smt::Term;

namespace {

struct CandidateLocations {
  std::vector<const Location*> all;
  std::map<const Function*, const Variable*> results;
};

// Where invariants are useful. Also creates the variables that stand for results.
CandidateLocations candidate_locations(const Program& program, std::map<const Function*, const Variable*> results) {
  CandidateLocations result{.results = std::move(results)};
  const pointers::CallGraph calls(program);
  for (const Function* function : program.functions()) {
    if (!function->has_body()) continue;
    const graph::WeakOrder order(*function);
    for (const graph::LoopComponent& loop : order.components()) result.all.push_back(loop.head);
    if (!calls.is_recursive(*function)) continue;
    if (order.headed_component(function->entry()) < 0) result.all.push_back(&function->entry());
    if (!function->result().is_integer()) continue;
    result.all.push_back(&function->exit());
    if (result.results.contains(function)) continue;
    Variable name;
    name.kind = VariableKind::Local;
    name.name = "result of " + function->name();
    name.type = &function->result();
    name.owner = function;
    result.results[function] = &program.context().add_variable(std::move(name));
  }
  return result;
}

bool reads_through_pointer(const Expr& expr) {
  return expr.kind() == ExprKind::Deref || expr.kind() == ExprKind::Query ||
         std::ranges::any_of(expr.operands(), [](const Expr* operand) { return reads_through_pointer(*operand); });
}

class Houdini {
public:
  Houdini(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options)
      : task_(task), monitor_(monitor), options_(options), solver_(smt::backends::make_solver(options.solver, terms_)) {
  }

  Invariants run() {
    if (options_.guessing == Guessing::FromSamples) guess();
    const std::size_t guessed = facts_.size();
    for (const exchange::LocationInvariant& invariant : options_.given)
      if (std::ranges::find(locations_.all, invariant.location) != locations_.all.end())
        for (const Expr* part : exchange::conjuncts(*invariant.condition)) add(*invariant.location, *part);
    if (facts_.empty()) return {};
    const symex::Unwinding unwinding = unwind();
    if (unwinding.stopped) return {};
    const bool is_open = !unwinding.unsupported.empty() || !unwinding.beyond.empty();
    if (is_open && options_.where_open == WhereOpen::Refuse) return {};
    for (const auto& ways : unwinding.violations) violated_.push_back(terms_.or_(ways));
    if (!drop_until_stable()) return {};
    Invariants result;
    for (const std::size_t i : kept_) {
      result.all.push_back({facts_[i].location, facts_[i].condition});
      if (i >= guessed) result.of_given.push_back(result.all.back());
    }
    result.are_complete = !is_open;
    result.results = locations_.results;
    return result;
  }

private:
  void add(const Location& location, const Expr& condition) {
    for (const symex::LocationFact& fact : facts_)
      if (fact.location == &location && fact.condition == &condition) return;
    kept_.push_back(facts_.size());
    facts_.push_back({&location, &condition, terms_.fresh("fact", smt::Sort::boolean())});
  }

  void guess() {
    SampleOptions sampling;
    sampling.should_stop = [this] { return monitor_.should_stop(); };
    sampling.results = locations_.results;
    sampling.long_runs = options_.long_runs;
    const auto samples = sample(task_.program, locations_.all, sampling);
    for (const Location* location : locations_.all) {
      const auto found = samples.find(location);
      if (found == samples.end()) {
        guess_without_samples(*location);
        continue;
      }
      CandidateOptions guessing;
      if (location == &location->function->exit()) guessing.result = locations_.results.at(location->function);
      for (const Expr* condition : candidates(task_.program, task_.property, *location, found->second, guessing))
        add(*location, *condition);
    }
    monitor_.progress(fmt::format("invariants: {} candidates", facts_.size()));
  }

  // In programs with thousands of loops the facts would outweigh everything else.
  void guess_without_samples(const Location& location) {
    constexpr std::size_t most = 600;
    const Function& function = *location.function;
    if (&location == &function.exit() || &location == &function.entry() || facts_.size() > most) return;
    for (const Expr* condition : unsampled_candidates(task_.program, location)) add(location, *condition);
  }

  symex::Unwinding unwind() {
    symex::UnwindOptions options;
    options.bound = 0;
    options.deterministic_iterations = options_.deterministic_iterations;
    options.beyond = symex::BeyondBound::Induce;
    options.facts = facts_;
    options.results = locations_.results;
    options.call_targets = &call_targets_;
    options.error_functions = task_.property.error_functions;
    options.should_stop = [this] { return monitor_.should_stop(); };
    return symex::Unwinder(task_.program, terms_, identities_, std::move(options)).run();
  }

  // False if the solver gave up or a limit was reached.
  bool drop_until_stable() {
    while (true) {
      std::vector<Term> assumptions, open;
      for (const std::size_t i : kept_) {
        assumptions.push_back(facts_[i].active);
        open.push_back(violated_[i]);
      }
      const Term any = terms_.or_(open);
      if (terms_.is_false(any)) return true;
      assumptions.push_back(any);
      const smt::CheckResult result = solver_->check(assumptions);
      if (result.unsat()) return true;
      if (result.unknown() || monitor_.should_stop()) return false;
      std::erase_if(kept_, [&](std::size_t i) { return terms_.is_true(solver_->value(violated_[i])); });
      monitor_.progress(fmt::format("invariants: {} of {} candidates left", kept_.size(), facts_.size()));
    }
  }

  const task::Task& task_;
  task::Monitor& monitor_;
  const InvariantOptions& options_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_{terms_, task_.program.data_model()};
  symex::CallTargets call_targets_{task_.program};
  std::unique_ptr<smt::Solver> solver_;
  const CandidateLocations locations_{candidate_locations(task_.program, options_.results)};
  std::vector<symex::LocationFact> facts_;
  std::vector<Term> violated_; // by fact
  std::vector<std::size_t> kept_;
};

} // namespace

std::vector<exchange::LocationInvariant> Invariants::in_program() const {
  std::vector<exchange::LocationInvariant> result = all;
  std::erase_if(result, [](const exchange::LocationInvariant& fact) {
    return fact.location == &fact.location->function->exit() || reads_through_pointer(*fact.condition);
  });
  return result;
}

Invariants find_invariants(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options) {
  return Houdini(task, monitor, options).run();
}

} // namespace tandem::analysis::invariants
