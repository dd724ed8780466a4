// Bounded model checking and, with ProofMethod::ByInduction, k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000), in
// the combined form of Donaldson, Haller, Kroening, Rümmer (SAS 2011): the step case is not a transition relation
// unrolled from an arbitrary state, but the whole program with each loop replaced by a havoc of what it modifies, k
// iterations that are assumed to be safe, and one that is checked (symex::BeyondBound::Induce). So all loops are proved
// at once, and what precedes a loop is not forgotten. The base case is the bounded search at the same k.
//
// Where the step fails, invariants help (invariants/invariants.h): guessed from samples, given by the condition, or
// told by partners that run at the same time, and in each case proved inductive here before they are assumed. Guessing
// is done once, after the first failed step; what partners tell is tried at each bound, first with the bound before,
// whose base case is done. What is proved is told to the partners.
//
// A model of the base case is only a candidate for FALSE: up to four alarms per bound that are not confirmed are
// replayed, preferring paths without invalid accesses; such an alarm rules out a proof of its target for the rest of
// the run. Where all targets are to be decided (TargetSearch::All), one unwinding serves them all: what a model shows
// to be reached is taken out of the next query, and what no model reaches is proved.

#include "analysis/bounded/bmc.h"

#include "analysis/bounded/bounded_condition.h"
#include "analysis/bounded/exceeded_loops.h"
#include "analysis/bounded/induction_invariants.h"
#include "analysis/bounded/model_counterexample.h"
#include "analysis/bounded/open_targets.h"
#include "analysis/bounded/small_blocks.h"
#include "analysis/confirm/confirm.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "smt/backends/backends.h"
#include "smt/solver/wrappers.h"
#include "symex/unwind.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>
#include <vector>

namespace tandem::analysis::bounded {

using semantics::symbolic::UnconstrainedPointers;
using smt::Term;
using symex::BeyondBound;
using symex::Unwinding;
using task::Verdict;

namespace {

constexpr int most_tries = 4; // to confirm an alarm at one bound

using Duration = std::chrono::milliseconds;
constexpr Duration no_limit = Duration::max();
// The first step, without invariants, often fails or is hard; then guessing comes first.
constexpr Duration before_guessing = std::chrono::seconds(3);

std::string name(ProofMethod proof) { return proof == ProofMethod::ByBound ? "bmc" : "kinduction"; }

class Bmc : public task::Actor {
public:
  Bmc(BmcOptions options, confirm::Confirm confirm) : options_(std::move(options)), confirm_(std::move(confirm)) {}

  std::string name() const override { return bounded::name(options_.proof); }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;

private:
  BmcOptions options_;
  confirm::Confirm confirm_;
};

// One run on one task.
class BmcRun {
public:
  BmcRun(const task::Task& task, task::Monitor& monitor, const BmcOptions& options, const confirm::Confirm& confirm)
      : task_(task), monitor_(monitor), options_(options), confirm_(confirm),
        solver_(smt::with_model_check(smt::backends::make_solver(options.solver, terms_), options.failed_queries)),
        targets_(task, monitor, name(options.proof)) {}

  task::Outcome run() {
    for (std::uint32_t bound = options_.first_bound; bound <= options_.last_bound; bound = next_bound(bound)) {
      if (const auto done = try_news()) return finish(*done);
      const Unwinding unwinding = unwind(bound, BeyondBound::Separate);
      if (const auto done = look_for_target(unwinding, bound)) return finish(*done);
      if (unwinding.stopped)
        return finish(unconfirmed_alarm_ ? *unconfirmed_alarm_
                                         : task::unknown(fmt::format("limit reached while unwinding to bound {}{}",
                                                                     bound, exceeded_at(task_.program, beyond_))));
      if (!unconfirmed_alarm_ && targets_.first_reached() == nullptr) remember_bound(unwinding, bound);
      if (const auto done = look_beyond(unwinding, bound)) return finish(*done);
      if (const auto done = try_induction(bound)) return finish(*done);
      if (monitor_.should_stop())
        return finish(unconfirmed_alarm_ ? *unconfirmed_alarm_
                                         : task::unknown(fmt::format("limit reached at bound {}{}", bound,
                                                                     exceeded_at(task_.program, beyond_))));
    }
    if (unconfirmed_alarm_) return finish(*unconfirmed_alarm_);
    return finish(
        task::unknown(fmt::format("bound {} reached{}", options_.last_bound, exceeded_at(task_.program, beyond_))));
  }

private:
  // The last one is not skipped.
  std::uint32_t next_bound(std::uint32_t bound) const {
    const std::uint32_t next = bound + std::max(1u, bound / 2);
    return bound < options_.last_bound ? std::min(next, options_.last_bound) : next;
  }

  Unwinding unwind(std::uint32_t bound, BeyondBound beyond,
                   UnconstrainedPointers unknown_pointers = UnconstrainedPointers::ReadArbitrary) {
    monitor_.progress(fmt::format("bound {}: {}", bound, beyond == BeyondBound::Separate ? "unwinding" : "induction"));
    symex::UnwindOptions options;
    options.memory.unconstrained_pointers = unknown_pointers;
    options.bound = bound;
    options.beyond = beyond;
    // Where induction may succeed, long loops with a constant number of iterations are not unwound to their end at
    // once.
    if (options_.proof == ProofMethod::ByInduction)
      options.deterministic_iterations = beyond == BeyondBound::Induce
                                             ? options_.deterministic_iterations
                                             : 64 * std::min(bound, 4096u) * std::min(bound, 4096u);
    if (options_.counts_all_iterations && beyond == BeyondBound::Separate) options.deterministic_iterations = 0;
    if (beyond == BeyondBound::Separate) options.location_bounds = proved_bounds_;
    if (const invariants::Invariants* known = invariants_.known(); beyond == BeyondBound::Induce && known != nullptr) {
      for (const exchange::LocationInvariant& invariant : known->all)
        options.facts.push_back({invariant.location, invariant.condition, terms_.true_()});
      options.results = known->results;
    }
    options.call_targets = &call_targets_;
    options.error_functions = task_.property.error_functions;
    options.should_stop = [this] { return monitor_.should_stop(); };
    return symex::Unwinder(task_.program, terms_, identities_, std::move(options)).run();
  }

  bool decides_all() const { return task_.search == task::TargetSearch::All; }

  std::optional<task::Outcome> look_for_target(const Unwinding& unwinding, std::uint32_t bound) {
    monitor_.progress(fmt::format("bound {}: {} targets, {} edges, {} terms", bound, unwinding.targets.size(),
                                  unwinding.steps, terms_.size()));
    const Term any = targets_.any(terms_, unwinding.targets);
    if (terms_.is_false(any)) return std::nullopt;
    // A path without invalid accesses can be replayed; any other only shows that there is no proof.
    smt::CheckResult result = check(std::array{any, terms_.not_(terms_.or_(unwinding.invalid_accesses))});
    if (result.sat()) {
      if (auto done = try_alarms(unwinding, bound)) return done;
      // Others may be reached through invalid accesses only.
      if (!decides_all() || unwinding.invalid_accesses.empty()) return std::nullopt;
      result = {smt::Answer::Unsat, ""};
    }
    if (result.unsat() && !unwinding.invalid_accesses.empty() && doubt_reachable(unwinding))
      return look_for_target_through_blocks(bound);
    if (result.unsat()) return std::nullopt;
    return undecided(result, bound);
  }

  task::Outcome undecided(const smt::CheckResult& result, std::uint32_t bound) {
    if (monitor_.should_stop())
      return task::unknown(fmt::format("limit reached at bound {}{}", bound, exceeded_at(task_.program, beyond_)));
    return task::unknown(fmt::format("solver at bound {}: {}", bound, result.reason));
  }

  // Targets that are reached by some model, whatever its accesses, are not proved. Returns whether there is one.
  bool doubt_reachable(const Unwinding& unwinding) {
    bool found = false;
    while (true) {
      const smt::CheckResult result = check_any(targets_.provable(unwinding.targets));
      if (result.unsat()) return found;
      if (result.unknown()) return doubt_all(unwinding, result.reason), true;
      for (const symex::TargetTerm& target : unwinding.targets)
        if (terms_.is_true(solver_->value(target.guard)) && targets_.is_open(*target.edge))
          targets_.doubt(*target.edge);
      found = true;
      if (!decides_all()) return true;
    }
  }

  // Once more with environment memory: only then can a path that follows unconstrained pointers be replayed.
  std::optional<task::Outcome> look_for_target_through_blocks(std::uint32_t bound) {
    if (!unconfirmed_alarm_)
      unconfirmed_alarm_ =
          task::unknown("a possible error path was not confirmed: it goes through a pointer that leads to no object");
    const Unwinding unwinding = unwind(bound, BeyondBound::Separate, UnconstrainedPointers::LeadToEnvironment);
    if (unwinding.stopped) return std::nullopt;
    const Term any = targets_.any(terms_, unwinding.targets);
    if (!solver_->check(std::array{any, terms_.not_(terms_.or_(unwinding.invalid_accesses))}).sat())
      return std::nullopt;
    return try_alarms(unwinding, bound);
  }

  // After a query that found a path to a target. If it is not confirmed, another target may be.
  std::optional<task::Outcome> try_alarms(const Unwinding& unwinding, std::uint32_t bound) {
    std::vector<Term> wanted{terms_.not_(terms_.or_(unwinding.invalid_accesses))};
    SmallBlocks blocks(unwinding, terms_, *solver_);
    if (!blocks.prefer({wanted[0], targets_.any(terms_, unwinding.targets)}))
      return doubt_all(unwinding, "limit"), std::nullopt;
    for (int tries = 0; tries < most_tries;) {
      std::vector<Term> reached;
      std::vector<const Edge*> calls;
      for (const symex::TargetTerm& target : unwinding.targets)
        if (terms_.is_true(solver_->value(target.guard))) {
          reached.push_back(target.guard);
          calls.push_back(target.edge);
        }
      task::Counterexample found = counterexample_in_model(unwinding, terms_, *solver_);
      if (confirm_) found = confirm_(task_.program, std::move(found));
      task::Outcome outcome = confirm::outcome_of(std::move(found));
      const bool is_real = outcome.verdict == Verdict::False;
      if (is_real && !decides_all()) return outcome;
      if (is_real && targets_.reached(*outcome.counterexample))
        monitor_.progress(fmt::format("bound {}: reached {}", bound,
                                      task_.program.text(outcome.counterexample->target->range.begin)));
      if (!is_real || std::ranges::any_of(calls, [&](const Edge* call) { return targets_.is_open(*call); })) {
        ++tries;
        for (const Edge* call : calls)
          if (targets_.is_open(*call)) targets_.doubt(*call);
        if (!is_real) {
          monitor_.progress(fmt::format("bound {}: {}", bound, outcome.reason));
          unconfirmed_alarm_ = std::move(outcome);
        }
        wanted.push_back(terms_.not_(terms_.or_(reached)));
      }
      if (decides_all() && targets_.are_decided()) return proved();
      std::vector<Term> query = wanted;
      query.push_back(targets_.any(terms_, unwinding.targets));
      if (terms_.is_false(query.back())) return std::nullopt;
      const smt::CheckResult next =
          monitor_.should_stop() ? smt::CheckResult{smt::Answer::Unknown, "limit"} : blocks.check(std::move(query));
      if (next.unsat()) return std::nullopt;
      if (next.unknown()) return doubt_all(unwinding, next.reason), std::nullopt;
    }
    doubt_all(unwinding, "not all alarms were tried");
    return std::nullopt;
  }

  // What else a model may reach is not known.
  void doubt_all(const Unwinding& unwinding, const std::string& reason) {
    for (const symex::TargetTerm& target : unwinding.targets)
      if (targets_.is_open(*target.edge)) targets_.doubt(*target.edge);
    if (!unconfirmed_alarm_) unconfirmed_alarm_ = task::unknown(reason);
  }

  std::optional<task::Outcome> look_beyond(const Unwinding& unwinding, std::uint32_t bound) {
    std::map<std::uint32_t, std::vector<Term>> by_loop;
    std::vector<Term> all;
    for (const symex::BeyondTerm& path : unwinding.beyond) {
      const Location& head = path.loop != nullptr ? *path.loop : path.recursion->entry();
      by_loop[head.id].push_back(path.guard);
      all.push_back(path.guard);
    }
    monitor_.progress(fmt::format("bound {}: {} paths beyond", bound, all.size()));
    const smt::CheckResult result = check_any(all);
    if (result.unsat()) return complete(unwinding.unsupported);
    if (result.unknown()) return undecided(result, bound);
    update_proved_bounds(by_loop, bound);
    beyond_.clear();
    for (const auto& [head, guards] : by_loop)
      if (!proved_bounds_.contains(head)) beyond_.push_back(task_.program.locations()[head]);
    if (!unconfirmed_alarm_)
      monitor_.learnt(fmt::format("bound {}: no error within it{}", bound, exceeded_at(task_.program, beyond_)));
    return std::nullopt;
  }

  std::optional<task::Outcome> try_induction(std::uint32_t bound) {
    if (options_.proof != ProofMethod::ByInduction || !may_prove()) return std::nullopt;
    induction_bound_ = bound;
    const bool guesses = options_.own_invariants == OwnInvariants::Find && !invariants_.were_searched();
    if (const auto done = induction_step(bound, guesses ? before_guessing : no_limit)) return done;
    if (monitor_.should_stop()) return std::nullopt;
    if (guesses)
      invariants_.guess();
    else if (!invariants_.listen())
      return std::nullopt;
    const bool has_news = invariants_.known() != nullptr && !invariants_.known()->all.empty();
    return has_news || step_timed_out_ ? induction_step(bound) : std::nullopt;
  }

  // What partners have told since may make the step succeed for the bound before, whose base case is done.
  std::optional<task::Outcome> try_news() {
    if (options_.proof != ProofMethod::ByInduction || !may_prove() || !invariants_.were_searched()) return std::nullopt;
    return invariants_.listen() ? induction_step(induction_bound_) : std::nullopt;
  }

  // Something is worth proving: everything, or with TargetSearch::All what no alarm is about.
  bool may_prove() const { return !unconfirmed_alarm_ || (decides_all() && targets_.has_provable()); }

  std::optional<task::Outcome> induction_step(std::uint32_t bound, Duration at_most = no_limit) {
    const Unwinding step = unwind(bound, BeyondBound::Induce);
    if (step.stopped) return std::nullopt;
    std::vector<Term> limits;
    for (const symex::BeyondTerm& path : step.beyond) limits.push_back(path.guard);
    for (const symex::UnsupportedTerm& construct : step.unsupported) limits.push_back(construct.guard);
    std::vector<Term> open = targets_.provable(step.targets);
    open.insert(open.end(), limits.begin(), limits.end());
    const bool decides_some = decides_all() && targets_.has_several_provable();
    if (decides_some) at_most = std::min(at_most, share_of_one_query());
    const smt::CheckResult result = check_any(open, at_most);
    step_timed_out_ = result.unknown();
    if (result.unsat()) return all_proved();
    if (!decides_some || !check_any(limits, at_most).unsat()) return proved_meanwhile_;
    return prove_some(step, at_most);
  }

  // One hard target must not keep the others from being decided; what is not decided now gets more time at later
  // bounds.
  Duration share_of_one_query() const {
    constexpr Duration at_least = std::chrono::seconds(2);
    return std::max(at_least, std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begin_) / 2);
  }

  // What no model of the step reaches is proved.
  std::optional<task::Outcome> prove_some(const Unwinding& step, Duration at_most) {
    std::set<const Edge*> others; // reached, or not decided in time
    while (!monitor_.should_stop()) {
      const smt::CheckResult result = check_any(targets_.provable(step.targets, others), at_most);
      if (proved_meanwhile_) return proved_meanwhile_;
      if (result.unknown()) leave_out_hard_ones(step, others);
      if (!result.sat()) {
        targets_.unreachable_but(others);
        const bool is_done = std::ranges::none_of(others, [&](const Edge* call) { return targets_.is_open(*call); });
        return is_done && targets_.are_decided() ? std::optional(proved()) : std::nullopt;
      }
      for (const symex::TargetTerm& target : step.targets)
        if (terms_.is_true(solver_->value(target.guard))) others.insert(target.edge);
    }
    return std::nullopt;
  }

  // After a query about all targets but the others that took too long: each by itself, until several in a row are hard.
  void leave_out_hard_ones(const Unwinding& step, std::set<const Edge*>& others) {
    constexpr Duration for_one = std::chrono::milliseconds(500);
    constexpr int most_in_a_row = 6;
    int in_a_row = 0;
    for (const auto& [call, guards] : targets_.provable_by_call(step.targets, others)) {
      const bool is_hopeless = in_a_row == most_in_a_row || monitor_.should_stop();
      if (!is_hopeless && check_any(guards, for_one).unsat()) {
        in_a_row = 0;
        continue;
      }
      in_a_row = std::min(in_a_row + 1, most_in_a_row);
      others.insert(call);
    }
  }

  // Nothing that may be proved is reached.
  std::optional<task::Outcome> all_proved() {
    if (!unconfirmed_alarm_) return proved();
    targets_.unreachable_but({});
    return std::nullopt;
  }

  smt::CheckResult check_any(const std::vector<Term>& guards, Duration at_most = no_limit) {
    const Term any = terms_.or_(guards);
    if (terms_.is_false(any)) return {smt::Answer::Unsat, ""};
    return check(std::span(&any, 1), at_most);
  }

  // In intervals that grow, so that what partners tell meanwhile is used before a query ends that may never do so. The
  // solver keeps what it has learnt.
  smt::CheckResult check(std::span<const Term> wanted, Duration at_most = no_limit) {
    if (options_.proof != ProofMethod::ByInduction) return solver_->check(wanted);
    constexpr Duration for_news{2'000};
    if (is_listening_) return check_for(std::min(for_news, at_most), wanted);
    for (Duration interval{500};; interval += interval / 2) {
      smt::CheckResult result = check_for(std::min(interval, at_most), wanted);
      if (!result.unknown() || result.reason != "time limit" || monitor_.should_stop()) return result;
      at_most -= std::min(interval, at_most);
      if (at_most.count() == 0) return result;
      is_listening_ = true;
      proved_meanwhile_ = try_news();
      is_listening_ = false;
      if (proved_meanwhile_) return result;
    }
  }

  smt::CheckResult check_for(Duration at_most, std::span<const Term> wanted) {
    solver_->set_limits({.wall = at_most});
    smt::CheckResult result = solver_->check(wanted);
    solver_->set_limits({});
    return result;
  }

  // No path goes beyond the bound: every target within it was looked at.
  task::Outcome complete(const std::vector<symex::UnsupportedTerm>& unsupported) {
    for (const symex::UnsupportedTerm& construct : unsupported)
      if (!check_any({construct.guard}).unsat())
        return task::unknown(
            fmt::format("{} at {} is not supported", construct.text, task_.program.text(construct.edge->range.begin)));
    if (!unconfirmed_alarm_) return proved();
    targets_.unreachable_but({});
    return *unconfirmed_alarm_;
  }

  // Of what is open, nothing can be reached.
  task::Outcome proved() {
    task::Outcome outcome;
    outcome.verdict = Verdict::True;
    if (decides_all()) targets_.unreachable_but({});
    return outcome;
  }

  // After a query that found a path beyond the bound. A loop whose bound no path exceeds keeps it; since the reason may
  // be that paths end at the bounds of other loops, it loses the bound again as soon as some path exceeds it.
  void update_proved_bounds(std::map<std::uint32_t, std::vector<Term>>& by_loop, std::uint32_t bound) {
    std::vector<std::pair<std::uint32_t, Term>> undecided;
    for (auto& [loop, guards] : by_loop) {
      const Term exceeded = terms_.or_(guards);
      if (terms_.is_true(solver_->value(exceeded)))
        proved_bounds_.erase(loop);
      else
        undecided.emplace_back(loop, exceeded);
    }
    for (const auto& [loop, exceeded] : undecided) {
      if (solver_->check(std::span(&exceeded, 1)).unsat())
        proved_bounds_.try_emplace(loop, bound);
      else
        proved_bounds_.erase(loop);
    }
  }

  // No target within the bound, and no unsupported construct: worth exporting. Some loops may have had smaller bounds.
  void remember_bound(const Unwinding& unwinding, std::uint32_t bound) {
    if (!unwinding.unsupported.empty()) return;
    for (const auto& [loop, smaller] : proved_bounds_) bound = std::min(bound, smaller);
    if (safe_bound_ && *safe_bound_ >= bound) return;
    safe_bound_ = bound;
    // The next query may run until the process is killed, so the condition is written now, unless that is expensive.
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds little{50};
    if (!monitor_.wants_checkpoint() && condition_cost_ > little) return;
    const Clock::time_point begin = Clock::now();
    if (const auto known = bounded_condition()) monitor_.checkpoint(*known);
    condition_cost_ = Clock::now() - begin;
  }

  std::optional<exchange::Gia> bounded_condition() const {
    return condition_within(task_.program, *safe_bound_, task_.property.error_functions,
                            exchange::gia_header(task_.program, task_.property, "tandem " + name(options_.proof)));
  }

  task::Outcome finish(task::Outcome outcome) {
    if (proved_meanwhile_) outcome = std::move(*proved_meanwhile_);
    if (const task::Counterexample* first = targets_.first_reached()) {
      outcome.verdict = Verdict::False;
      outcome.counterexample = *first;
    }
    outcome.targets = targets_.statuses();
    // After an error the condition matters little and must not delay the verdict.
    constexpr std::chrono::milliseconds at_once{200};
    const bool is_wanted =
        outcome.verdict == Verdict::Unknown || (outcome.verdict == Verdict::False && condition_cost_ <= at_once);
    if (is_wanted && safe_bound_) outcome.gia = bounded_condition();
    const invariants::Invariants* known = invariants_.known();
    if (known != nullptr && (outcome.verdict == Verdict::True || known->are_complete))
      outcome.invariants = known->in_program();
    if (outcome.verdict == Verdict::True) outcome.learnt_from = invariants_.sources();
    outcome.statistics["terms"] = terms_.size();
    return outcome;
  }

  const task::Task& task_;
  task::Monitor& monitor_;
  const BmcOptions& options_;
  const confirm::Confirm& confirm_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_{terms_, task_.program.data_model()};
  symex::CallTargets call_targets_{task_.program};
  std::unique_ptr<smt::Solver> solver_;
  OpenTargets targets_;
  std::map<std::uint32_t, std::uint32_t> proved_bounds_;
  std::vector<const Location*> beyond_; // loop heads and entries that some path reaches more often
  std::chrono::steady_clock::duration condition_cost_{0};
  std::optional<std::uint32_t> safe_bound_;        // no target on any path within it
  std::optional<task::Outcome> unconfirmed_alarm_; // rules out a proof
  InductionInvariants invariants_{task_, monitor_, options_};
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint32_t induction_bound_ = 0; // of the last step whose base case is done
  bool step_timed_out_ = false;       // the last one
  bool is_listening_ = false;         // inside a query of the base case
  std::optional<task::Outcome> proved_meanwhile_;
};

task::Outcome Bmc::run(const task::Task& task, task::Monitor& monitor) {
  return BmcRun(task, monitor, options_, confirm_).run();
}

} // namespace

std::unique_ptr<task::Actor> make_bmc(BmcOptions options, confirm::Confirm confirm) {
  return std::make_unique<Bmc>(std::move(options), std::move(confirm));
}

} // namespace tandem::analysis::bounded
