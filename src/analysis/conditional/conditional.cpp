// Four wrappers with one core, run_on(): the engine runs on a transformed program, its counterexamples are mapped back
// by the recorded origins and confirmed on the original, and its conditions and invariants are dropped, since they are
// about the transformed program. What partners tell about the original is passed on where its locations and variables
// are still there, as candidates, since it need not hold in the transformed program. A slice is refined like an
// abstraction: it assumes that memory accesses succeed, and an access at which a replay fails is kept in the next
// slice.

#include "analysis/conditional/conditional.h"

#include "analysis/confirm/residual_alarm.h"
#include "exchange/gia/conjuncts.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "exchange/gia/plain_gia.h"
#include "task/monitors.h"
#include "transform/loops/assume_invariants.h"
#include "transform/loops/inductive_loops.h"
#include "transform/slice/slice.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::analysis::conditional {

using task::Verdict;
using transform::reduce::Residual;

namespace {

class ResidualMonitor : public task::ForwardingMonitor {
public:
  ResidualMonitor(task::Monitor& monitor, const Residual& residual, const task::Task& task)
      : ForwardingMonitor(monitor), residual_(residual), task_(task) {}

  std::vector<exchange::Fact> received() override {
    std::vector<exchange::Fact> facts;
    for (const exchange::Fact& fact : outer().received()) {
      if (fact.kind == exchange::FactKind::Refuted) continue;
      const std::vector<exchange::LocationInvariant> here =
          in_residual(exchange::invariants_of(task_.program, fact.gia));
      if (here.empty()) continue;
      const bool is_predicate = fact.kind == exchange::FactKind::Predicates;
      facts.push_back(exchange::location_fact(is_predicate ? fact.kind : exchange::FactKind::Candidates,
                                              residual_.program, here,
                                              exchange::gia_header(residual_.program, task_.property, "tandem")));
      facts.back().source = fact.source;
    }
    return facts;
  }

private:
  std::vector<exchange::LocationInvariant>
  in_residual(const std::vector<exchange::LocationInvariant>& conditions) const {
    std::vector<exchange::LocationInvariant> result;
    for (const exchange::LocationInvariant& each : conditions)
      for (const Expr* part : exchange::conjuncts(*each.condition))
        for (const Location* location : residual_.program.locations())
          if (residual_.location_origin[location->id] == each.location &&
              exchange::condition_text(residual_.program, *location, *part))
            result.push_back({location, part});
    return result;
  }

  const Residual& residual_;
  const task::Task& task_;
};

// Runs the engine on the residual program and maps its findings back to the original.
task::Outcome run_on(const Residual& residual, const task::Task& task, task::Monitor& monitor, const MakeEngine& make,
                     const confirm::Confirm& confirm) {
  monitor.progress(fmt::format("residual program ({}): {} of {} edges", residual.remark, residual.statistics.edges,
                               residual.statistics.edges_before));
  const confirm::Confirm on_original = [&](const Program&, task::Counterexample found) {
    task::Counterexample ours = confirm::original(residual, std::move(found));
    return confirm ? confirm(task.program, std::move(ours)) : ours;
  };
  ResidualMonitor quiet(monitor, residual, task);
  task::Outcome outcome = make(on_original)->run({residual.program, task.property, task.limits}, quiet);
  outcome.statistics["residual edges"] = static_cast<double>(residual.statistics.edges);
  outcome.statistics["edges"] = static_cast<double>(residual.statistics.edges_before);
  outcome.gia.reset(); // about the residual
  outcome.invariants.clear();
  if (outcome.verdict == Verdict::Unknown) outcome.counterexample.reset();
  return outcome;
}

class Conditional : public task::Actor {
public:
  Conditional(MakeEngine make, confirm::Confirm confirm) : make_(std::move(make)), confirm_(std::move(confirm)) {}

  std::string name() const override { return make_(confirm_)->name(); }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    // Without ut there is nothing to remove, but the engine may use the condition's invariants.
    const auto is_ut = [](const auto& state) { return state.accept == exchange::Accept::Unreachable; };
    if (task.condition == nullptr || std::ranges::none_of(task.condition->states(), is_ut))
      return make_(confirm_)->run(task, monitor);
    transform::reduce::ReduceOptions options;
    options.intact.add(task.property.error_functions);
    const Residual residual = transform::reduce::reduce(task.program, *task.condition, options);
    task::Outcome outcome = run_on(residual, task, monitor, make_, confirm_);
    task::assume_condition(outcome);
    if (outcome.verdict == Verdict::Unknown) outcome.gia = *task.condition;
    return outcome;
  }

private:
  MakeEngine make_;
  confirm::Confirm confirm_;
};

// Stops the engine as soon as the slice is known to be too small.
class UntilRefined : public task::ForwardingMonitor {
public:
  UntilRefined(task::Monitor& monitor, std::function<bool()> is_refined)
      : ForwardingMonitor(monitor), is_refined_(std::move(is_refined)) {}
  bool should_stop() override { return is_refined_() || ForwardingMonitor::should_stop(); }
  std::vector<exchange::Fact> received() override { return outer().received(); }

private:
  std::function<bool()> is_refined_;
};

class Sliced : public task::Actor {
public:
  Sliced(MakeEngine make, confirm::Confirm confirm) : make_(std::move(make)), confirm_(std::move(confirm)) {}

  std::string name() const override { return make_(confirm_)->name(); }

  // A slice assumes that memory accesses succeed. If a replay of an alarm shows that one does not, the next slice keeps
  // it.
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    std::vector<const Edge*> accesses;
    while (true) {
      const std::size_t before = accesses.size();
      const confirm::Confirm noting = [&](const Program& program, task::Counterexample found) {
        if (confirm_) found = confirm_(program, std::move(found));
        for (const Edge* fault : found.faults)
          if (std::ranges::find(accesses, fault) == accesses.end()) accesses.push_back(fault);
        return found;
      };
      UntilRefined until_refined(monitor, [&] { return accesses.size() > before; });
      const Residual slice = transform::slice::slice(task.program, task.property, accesses);
      task::Outcome outcome = run_on(slice, task, until_refined, make_, noting);
      if (outcome.verdict != Verdict::Unknown || accesses.size() == before || monitor.should_stop()) return outcome;
    }
  }

private:
  MakeEngine make_;
  confirm::Confirm confirm_;
};

class Assuming : public task::Actor {
public:
  Assuming(MakeEngine make, confirm::Confirm confirm, FindFacts find)
      : make_(std::move(make)), confirm_(std::move(confirm)), find_(std::move(find)) {}

  std::string name() const override { return make_(confirm_)->name(); }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    ToldFacts facts = find_(task, monitor);
    const auto with = transform::loops::assume_invariants(task.program, facts.invariants);
    if (!with) return make_(confirm_)->run(task, monitor);
    task::Outcome outcome = run_on(*with, task, monitor, make_, confirm_);
    if (outcome.verdict == Verdict::True) outcome.learnt_from = std::move(facts.partners);
    return outcome;
  }

private:
  MakeEngine make_;
  confirm::Confirm confirm_;
  FindFacts find_;
};

class InductiveLoops : public task::Actor {
public:
  InductiveLoops(MakeEngine make, confirm::Confirm confirm, FindFacts find)
      : make_(std::move(make)), confirm_(confirm ? confirm::also_with_other_inputs(std::move(confirm)) : nullptr),
        find_(std::move(find)) {}

  std::string name() const override { return make_(confirm_)->name(); }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    ToldFacts facts = find_(task, monitor);
    const auto open = transform::loops::make_loops_inductive(transform::slice::slice(task.program, task.property),
                                                             task.property, {.invariants = facts.invariants});
    if (!open) return {.reason = "the inductive loop transformation applies to no loop"};
    task::Outcome outcome = run_on(*open, task, monitor, make_, confirm_);
    if (outcome.verdict == Verdict::True) outcome.learnt_from = std::move(facts.partners);
    return outcome;
  }

private:
  MakeEngine make_;
  confirm::Confirm confirm_;
  FindFacts find_;
};

} // namespace

std::unique_ptr<task::Actor> make_conditional(MakeEngine make, confirm::Confirm confirm) {
  return std::make_unique<Conditional>(std::move(make), std::move(confirm));
}

std::unique_ptr<task::Actor> make_assuming(MakeEngine make, confirm::Confirm confirm, FindFacts find) {
  return std::make_unique<Assuming>(std::move(make), std::move(confirm), std::move(find));
}

std::unique_ptr<task::Actor> make_inductive_loops(MakeEngine make, confirm::Confirm confirm, FindFacts find) {
  return std::make_unique<InductiveLoops>(std::move(make), std::move(confirm), std::move(find));
}

std::unique_ptr<task::Actor> make_sliced(MakeEngine make, confirm::Confirm confirm) {
  return std::make_unique<Sliced>(std::move(make), std::move(confirm));
}

} // namespace tandem::analysis::conditional
