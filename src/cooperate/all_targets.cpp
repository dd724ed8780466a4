#include "cooperate/all_targets.h"

#include "base/process/process_tree.h"
#include "program/model/target.h"
#include "program/pointers/call_graph.h"
#include "task/assumptions.h"
#include "task/monitors.h"
#include "task/remaining_limits.h"
#include "transform/copy/without_targets.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <unistd.h>
#include <unordered_set>
#include <utility>

namespace tandem::cooperate {
namespace {

using task::Actor;
using task::Contribution;
using task::Counterexample;
using task::ForwardingMonitor;
using task::InputValue;
using task::Monitor;
using task::Outcome;
using task::RemainingLimits;
using task::TargetSearch;
using task::TargetStatus;
using task::Task;
using task::Verdict;

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using transform::copy::WithoutTargets;

// Of the program itself if `rest` is nullptr.
const Edge* origin(const WithoutTargets* rest, const Edge* edge) {
  return rest == nullptr || edge == nullptr ? edge : rest->edge_origin[edge->id];
}

Counterexample in_original(const WithoutTargets* rest, Counterexample found) {
  if (rest == nullptr) return found;
  found.target = origin(rest, found.target);
  for (const Edge*& edge : found.path) edge = origin(rest, edge);
  for (const Edge*& edge : found.faults) edge = origin(rest, edge);
  for (WrittenValue& value : found.written) value.edge = origin(rest, value.edge);
  for (InputValue& input : found.inputs) input.edge = origin(rest, input.edge);
  return found;
}

// Then the targets that are listed are not all there are.
bool may_call_error_through_pointer(const Program& program, const Property& property) {
  const auto is_error = [&](const Function* function) { return property.error_functions.contains(*function); };
  const pointers::CallGraph calls(program);
  return std::ranges::any_of(program.edges(), [&](const Edge* edge) {
    return edge->op.kind == OpKind::Call && edge->op.callee == nullptr &&
           std::ranges::any_of(calls.callees(*edge), is_error);
  });
}

milliseconds cpu_time() { return process::usage_of_tree(::getpid()).cpu_time; }

// Conditions and facts know edges by their names.
bool keeps_names(const WithoutTargets& rest) {
  return std::ranges::all_of(rest.program.edges(), [&](const Edge* edge) {
    return rest.edge_origin[edge->id] != nullptr && rest.edge_origin[edge->id]->name == edge->name;
  });
}

// Whether what an actor finds out is about the program itself.
enum class About : std::uint8_t {
  Program, // nothing was left out but what no execution reaches
  Rest,
};

// What is known of each target.
class Table {
public:
  Table(const Program& program, const Property& property) {
    for (const Target& target : targets_by_place(program, property)) {
      index_[target.call] = statuses_.size();
      statuses_.push_back({.target = target.call});
    }
    open_ = statuses_.size();
  }

  // Returns nothing if it was decided before or is no target. An error function that was called through a pointer is
  // one that is found on the way.
  const TargetStatus* add(TargetStatus status) {
    if (status.target == nullptr || status.state == TargetState::Open) return nullptr;
    auto found = index_.find(status.target);
    const bool is_listed = found != index_.end();
    if (!is_listed) {
      if (status.state != TargetState::Reached) return nullptr;
      found = index_.emplace(status.target, statuses_.size()).first;
      statuses_.push_back({.target = status.target});
      is_complete_ = false;
    }
    TargetStatus& old = statuses_[found->second];
    if (old.state != TargetState::Open) return nullptr;
    old = std::move(status);
    if (is_listed) --open_;
    note_time(old.state == TargetState::Reached);
    return &old;
  }

  void close(TargetState state, const std::string& by, const std::vector<std::string>& assumptions) {
    for (TargetStatus& status : statuses_)
      if (status.state == TargetState::Open)
        status = {.target = status.target, .state = state, .by = by, .assumptions = assumptions};
  }

  void explain_open(const std::string& why) {
    for (TargetStatus& status : statuses_)
      if (status.state == TargetState::Open) status.why = why;
  }

  std::unordered_set<const Edge*> decided() const {
    std::unordered_set<const Edge*> result;
    for (const TargetStatus& status : statuses_)
      if (status.state != TargetState::Open) result.insert(status.target);
    return result;
  }

  // Partners of a strategy may have decided all targets together.
  bool is_decided() const { return open_ == 0 && !statuses_.empty(); }
  bool any(TargetState state) const {
    return std::ranges::any_of(statuses_, [&](const TargetStatus& status) { return status.state == state; });
  }
  // Whether every target that is decided can be taken out of the program.
  bool is_complete() const { return is_complete_; }
  // Whether nothing was decided for long since the first target was reached.
  bool is_late() const {
    constexpr milliseconds least{5'000};
    return first_reached_ && cpu_time() - last_decided_ > std::max(least, 2 * *first_reached_);
  }

  // Reached ones first, then what is open.
  std::vector<TargetStatus> take() {
    std::vector<TargetStatus> result;
    for (const TargetState state : {TargetState::Reached, TargetState::Open, TargetState::Unreachable})
      for (TargetStatus& status : statuses_)
        if (status.state == state && status.target != nullptr) result.push_back(std::exchange(status, {}));
    return result;
  }

private:
  // Computing the usage of a tree inspects all processes of the machine: not for each of thousands of proofs.
  void note_time(bool is_reached) {
    constexpr milliseconds is_recent{200};
    if (!is_reached && (!first_reached_ || Clock::now() - asked_ < is_recent)) return;
    asked_ = Clock::now();
    last_decided_ = cpu_time();
    if (is_reached && !first_reached_) first_reached_ = last_decided_;
  }

  std::vector<TargetStatus> statuses_;
  std::map<const Edge*, std::size_t> index_;
  std::size_t open_ = 0;
  // CPU time: a busy machine does not count.
  std::optional<milliseconds> first_reached_;
  milliseconds last_decided_{0};
  Clock::time_point asked_;
  bool is_complete_ = true;
};

class TableMonitor : public ForwardingMonitor {
public:
  TableMonitor(Monitor& outer, Table& table, const WithoutTargets* rest, About about, AfterFirst after)
      : ForwardingMonitor(outer), table_(table), rest_(rest), about_(about), after_(after) {}

  bool should_stop() override { return ForwardingMonitor::should_stop() || table_.is_decided() || is_late(); }
  // A condition about the rest says nothing about the targets that were taken out.
  bool wants_checkpoint() override { return about_ == About::Program && outer().wants_checkpoint(); }
  void checkpoint(const exchange::Gia& known) override {
    if (about_ == About::Program) outer().checkpoint(known);
  }
  void publish(const exchange::Fact& fact) override {
    if (about_ == About::Program) outer().publish(fact);
  }
  std::vector<exchange::Fact> received() override {
    return about_ == About::Program ? outer().received() : std::vector<exchange::Fact>();
  }

  void decided(const TargetStatus& status) override {
    TargetStatus ours = status;
    ours.target = origin(rest_, status.target);
    if (ours.counterexample) ours.counterexample = in_original(rest_, std::move(*ours.counterexample));
    if (const TargetStatus* added = table_.add(std::move(ours))) outer().decided(*added);
  }

  bool is_late() {
    constexpr milliseconds is_recent{200};
    if (after_ == AfterFirst::AllTime) return false;
    if (const auto now = Clock::now(); now - asked_ >= is_recent) {
      is_late_ = table_.is_late();
      asked_ = now;
    }
    return is_late_;
  }

private:
  Table& table_;
  const WithoutTargets* rest_;
  About about_;
  AfterFirst after_;
  Clock::time_point asked_;
  bool is_late_ = false;
};

class Loop {
public:
  Loop(Actor& actor, const Task& task, Monitor& monitor, AfterFirst after, const std::vector<TargetStatus>& known)
      : actor_(actor), task_(task), monitor_(monitor), after_(after), remaining_(task.limits),
        table_(task.program, task.property) {
    for (const TargetStatus& status : known)
      if (status.state == TargetState::Unreachable && table_.add(status) != nullptr) told_by_.insert(status.by);
  }

  Outcome run() {
    Outcome last;
    std::optional<WithoutTargets> rest;
    if (!told_by_.empty()) rest = transform::copy::without_targets(task_.program, table_.decided());
    for (bool is_first = true;; is_first = false) {
      const About about = about_of(rest);
      TableMonitor watching(monitor_, table_, rest ? &*rest : nullptr, about, after_);
      const std::size_t before = table_.decided().size();
      Outcome outcome = attempt(rest ? &*rest : nullptr, watching);
      const bool goes_on = absorb(outcome, rest ? &*rest : nullptr, watching) && table_.decided().size() > before;
      if (is_first)
        last = rest ? in_program(std::move(outcome), about) : std::move(outcome);
      else
        keep_first(last, std::move(outcome));
      if (!goes_on) break;
      rest = transform::copy::without_targets(task_.program, table_.decided());
    }
    return answer(std::move(last));
  }

private:
  Outcome attempt(const WithoutTargets* rest, Monitor& monitor) {
    const bool fits = rest == nullptr || keeps_names(*rest);
    return actor_.run({rest != nullptr ? rest->program : task_.program, task_.property, remaining_.now(),
                       fits ? task_.condition : nullptr, TargetSearch::All},
                      monitor);
  }

  About about_of(const std::optional<WithoutTargets>& rest) const {
    return !rest || (!table_.any(TargetState::Reached) && keeps_names(*rest)) ? About::Program : About::Rest;
  }

  // Invariants know the locations of the rest; the automaton knows names.
  Outcome in_program(Outcome outcome, About about) const {
    outcome.invariants.clear();
    if (about == About::Rest) outcome.gia.reset();
    for (const std::string& partner : told_by_)
      if (std::ranges::find(outcome.learnt_from, partner) == outcome.learnt_from.end())
        outcome.learnt_from.push_back(partner);
    return outcome;
  }

  // Returns whether another run is worthwhile.
  bool absorb(Outcome& outcome, const WithoutTargets* rest, TableMonitor& watching) {
    for (const TargetStatus& status : outcome.targets) watching.decided(status);
    if (outcome.verdict == Verdict::False && outcome.counterexample)
      watching.decided({.target = outcome.counterexample->target,
                        .state = TargetState::Reached,
                        .by = actor_of(outcome),
                        .counterexample = outcome.counterexample});
    // The condition may have left out the target, as one about a part of the program does.
    if (outcome.verdict == Verdict::True)
      table_.close(TargetState::Unreachable,
                   actor_of(outcome) + (outcome.rests_on_condition ? ", given the condition" : ""),
                   outcome.assumptions);
    if (outcome.counterexample) outcome.counterexample = in_original(rest, std::move(*outcome.counterexample));
    if (!table_.any(TargetState::Open) || outcome.verdict == Verdict::Unknown) return false;
    return table_.is_complete() && !monitor_.should_stop() && !watching.is_late() &&
           task::is_enough_to_try(remaining_.now());
  }

  // The partner of a strategy that gave the verdict.
  std::string actor_of(const Outcome& outcome) const {
    for (const Contribution& partner : outcome.partners)
      if (partner.verdict == outcome.verdict && partner.verdict != Verdict::Unknown) return partner.partner;
    return actor_.name();
  }

  // The automaton and the invariants of later runs are about another program.
  static void keep_first(Outcome& first, Outcome later) {
    if (first.verdict == Verdict::Unknown) first.verdict = later.verdict;
    first.reason = std::move(later.reason);
    if (!first.counterexample) first.counterexample = std::move(later.counterexample);
    std::ranges::move(later.partners, std::back_inserter(first.partners));
    std::ranges::move(later.assumptions, std::back_inserter(first.assumptions));
    first.rests_on_condition |= later.rests_on_condition;
    for (const auto& [name, value] : later.statistics) first.statistics[name] = value;
    if (first.crash.empty()) first.crash = std::move(later.crash);
  }

  Outcome answer(Outcome outcome) {
    const bool is_reached = table_.any(TargetState::Reached);
    if (table_.any(TargetState::Open))
      table_.explain_open(is_reached && after_ == AfterFirst::SomeTime
                              ? "not pursued further after an error was found; --all-targets uses all the time"
                              : outcome.reason);
    if (is_reached)
      outcome.verdict = Verdict::False;
    else if (outcome.verdict != Verdict::True)
      outcome.verdict = !table_.any(TargetState::Open) && table_.any(TargetState::Unreachable) &&
                                !may_call_error_through_pointer(task_.program, task_.property)
                            ? Verdict::True
                            : Verdict::Unknown;
    if (outcome.verdict == Verdict::False) outcome.reason.clear();
    if (outcome.verdict != Verdict::Unknown)
      std::ranges::move(task::program_assumptions(task_.program, task_.property, outcome.verdict),
                        std::back_inserter(outcome.assumptions));
    outcome.targets = table_.take();
    const auto first = std::ranges::find(outcome.targets, TargetState::Reached, &TargetStatus::state);
    if (first != outcome.targets.end() && first->counterexample) outcome.counterexample = first->counterexample;
    std::ranges::sort(outcome.assumptions);
    const auto repeated = std::ranges::unique(outcome.assumptions);
    outcome.assumptions.erase(repeated.begin(), repeated.end());
    return outcome;
  }

  Actor& actor_;
  const Task& task_;
  Monitor& monitor_;
  AfterFirst after_;
  RemainingLimits remaining_;
  Table table_;
  std::set<std::string> told_by_;
};

} // namespace

task::Outcome AllTargets::run(const task::Task& task, task::Monitor& monitor) {
  if (task.search == task::TargetSearch::First) return actor_->run(task, monitor);
  return Loop(*actor_, task, monitor, after_, unreachable_).run();
}

} // namespace tandem::cooperate
