#include "analysis/invariants.h"

#include "analysis/candidates.h"
#include "automata/conjuncts.h"
#include "program/call_graph.h"
#include "program/weak_order.h"
#include "smt/backends.h"
#include "vcgen/unwind.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::analysis {

using smt::Term;

namespace {

struct Places {
  std::vector<const Location*> all;
  std::map<const Function*, const Variable*> results;
};

// Where an invariant is of use. Names for results are made here.
Places places(const Program& program) {
  Places result;
  const CallGraph calls(program);
  for (const Function* function : program.functions()) {
    if (!function->has_body()) continue;
    const WeakOrder order(*function);
    for (const LoopComponent& loop : order.components()) result.all.push_back(loop.head);
    if (!calls.is_recursive(*function)) continue;
    if (order.headed_component(function->entry()) < 0) result.all.push_back(&function->entry());
    if (!function->result().is_integer()) continue;
    Variable name;
    name.kind = VariableKind::Local;
    name.name = "result of " + function->name();
    name.type = &function->result();
    name.owner = function;
    result.results[function] = &program.context().add_variable(std::move(name));
    result.all.push_back(&function->exit());
  }
  return result;
}

class Houdini {
public:
  Houdini(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options)
      : task_(task), monitor_(monitor), options_(options), solver_(smt::make_solver(options.solver, terms_)) {}

  Invariants run() {
    for (const automata::LocationInvariant& invariant : options_.given)
      if (std::ranges::find(places_.all, invariant.location) != places_.all.end())
        for (const Expr* part : automata::conjuncts(*invariant.condition)) add(*invariant.location, *part);
    guess();
    if (facts_.empty()) return {};
    const vcgen::Unwinding unwinding = unwind();
    if (unwinding.stopped) return {};
    const bool is_open = !unwinding.gaps.empty() || !unwinding.beyond.empty();
    if (is_open && options_.where_open == WhereOpen::Refuse) return {};
    for (const auto& ways : unwinding.violations) violated_.push_back(terms_.or_(ways));
    if (!drop_until_stable()) return {};
    Invariants result;
    for (const std::size_t i : kept_) result.all.push_back({facts_[i].location, facts_[i].condition});
    result.results = places_.results;
    return result;
  }

private:
  void add(const Location& place, const Expr& condition) {
    for (const vcgen::LocationFact& fact : facts_)
      if (fact.location == &place && fact.condition == &condition) return;
    kept_.push_back(facts_.size());
    facts_.push_back({&place, &condition, terms_.fresh("fact", smt::Sort::boolean())});
  }

  void guess() {
    SampleOptions sampling;
    sampling.should_stop = [this] { return monitor_.should_stop(); };
    sampling.results = places_.results;
    sampling.long_runs = options_.long_runs;
    const auto samples = sample(task_.program, places_.all, sampling);
    for (const Location* place : places_.all) {
      const auto found = samples.find(place);
      if (found == samples.end()) continue;
      CandidateOptions guessing;
      if (place == &place->function->exit()) guessing.result = places_.results.at(place->function);
      for (const Expr* condition : candidates(task_.program, task_.property, *place, found->second, guessing))
        add(*place, *condition);
    }
    monitor_.progress(fmt::format("invariants: {} candidates", facts_.size()));
  }

  vcgen::Unwinding unwind() {
    const auto& errors = task_.property.error_functions;
    vcgen::UnwindOptions options;
    options.bound = 0;
    options.forced_rounds = options_.forced_rounds;
    options.beyond = vcgen::BeyondBound::Induce;
    options.facts = facts_;
    options.results = places_.results;
    options.call_targets = &call_targets_;
    options.is_error = [&](const Function& function) {
      return std::find(errors.begin(), errors.end(), function.name()) != errors.end();
    };
    options.should_stop = [this] { return monitor_.should_stop(); };
    return vcgen::Unwinder(task_.program, terms_, identities_, std::move(options)).run();
  }

  // False if a solver or a limit came in between.
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
  semantics::Identities identities_{terms_, task_.program.data_model()};
  vcgen::CallTargets call_targets_{task_.program};
  std::unique_ptr<smt::Solver> solver_;
  const Places places_{places(task_.program)};
  std::vector<vcgen::LocationFact> facts_;
  std::vector<Term> violated_; // by fact
  std::vector<std::size_t> kept_;
};

} // namespace

std::vector<automata::LocationInvariant> Invariants::in_program() const {
  std::vector<automata::LocationInvariant> result = all;
  std::erase_if(result, [](const auto& fact) { return fact.location == &fact.location->function->exit(); });
  return result;
}

Invariants find_invariants(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options) {
  return Houdini(task, monitor, options).run();
}

} // namespace tandem::analysis
