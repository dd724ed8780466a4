#include "analysis/invariants.h"

#include "analysis/candidates.h"
#include "program/weak_order.h"
#include "smt/backends.h"
#include "vcgen/unwind.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::analysis {

using automata::LocationInvariant;
using smt::Term;

namespace {

std::vector<const Location*> loop_heads(const Program& program) {
  std::vector<const Location*> heads;
  for (const Function* function : program.functions()) {
    if (!function->has_body()) continue;
    const WeakOrder order(*function);
    for (const LoopComponent& loop : order.components()) heads.push_back(loop.head);
  }
  return heads;
}

class Houdini {
public:
  Houdini(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options)
      : task_(task), monitor_(monitor), solver_(smt::make_solver(options.solver, terms_)) {}

  std::vector<LocationInvariant> run() {
    guess();
    if (facts_.empty()) return {};
    const vcgen::Unwinding unwinding = unwind();
    if (unwinding.stopped) return {};
    for (const auto& ways : unwinding.violations) violated_.push_back(terms_.or_(ways));
    if (!drop_until_stable()) return {};
    std::vector<LocationInvariant> result;
    for (const std::size_t i : kept_) result.push_back({facts_[i].head, facts_[i].condition});
    return result;
  }

private:
  void guess() {
    SampleOptions sampling;
    sampling.should_stop = [this] { return monitor_.should_stop(); };
    const std::vector<const Location*> heads = loop_heads(task_.program);
    const auto samples = sample_loops(task_.program, heads, sampling);
    for (const Location* head : heads) {
      const auto found = samples.find(head);
      if (found == samples.end()) continue;
      for (const Expr* condition : candidates(task_.program, task_.property, *head, found->second)) {
        kept_.push_back(facts_.size());
        facts_.push_back({head, condition, terms_.fresh("fact", smt::Sort::boolean())});
      }
    }
    monitor_.progress(fmt::format("invariants: {} candidates", facts_.size()));
  }

  vcgen::Unwinding unwind() {
    const auto& errors = task_.property.error_functions;
    vcgen::UnwindOptions options;
    options.bound = 0;
    options.forced_rounds = 32;
    options.beyond = vcgen::BeyondBound::Induce;
    options.facts = facts_;
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
  smt::Terms terms_;
  semantics::Identities identities_{terms_, task_.program.data_model()};
  std::unique_ptr<smt::Solver> solver_;
  std::vector<vcgen::LoopFact> facts_;
  std::vector<Term> violated_; // by fact
  std::vector<std::size_t> kept_;
};

} // namespace

std::vector<LocationInvariant> find_invariants(const task::Task& task, task::Monitor& monitor,
                                               const InvariantOptions& options) {
  return Houdini(task, monitor, options).run();
}

} // namespace tandem::analysis
