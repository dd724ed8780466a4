// Scheduling: which partner starts when, with how much time, and what ends a strategy.
//
// A strategy is executed as written: a sequence step by step, a parallel step with at most `jobs` partners at a time, a
// cycle until an iteration adds nothing to what is known. Every partner runs in a process of its own (task/isolated.h),
// so that its crash or its limit ends nothing but itself, and this file polls them. A composite step inside a parallel
// one becomes a strategy of its own, again in a process, with the same rules inside. The first TRUE or FALSE ends the
// strategy; without one, what the partners have verified together may still be all of the program.
//
// Time is passed downwards as end points (budget.h), so that what one step leaves over is there for the next. When a
// step's time is over, its partners are asked to stop and have a grace period to hand over what they know. What
// partners exchange is decided in partner_exchange.cpp, what they tell each other meanwhile passes through
// live_exchange.cpp, and what people read is written in contributions.cpp. Every few seconds what running partners have
// verified is combined with what is known and saved, so that a strategy that is killed leaves it.

#include "cooperate/strategy_run.h"

#include "base/core/require.h"
#include "cooperate/all_targets.h"
#include "cooperate/artifacts.h"
#include "cooperate/budget.h"
#include "cooperate/contributions.h"
#include "cooperate/features.h"
#include "cooperate/partner_exchange.h"
#include "cooperate/restart_heuristic.h"
#include "cooperate/running_partner.h"
#include "cooperate/split_actor.h"
#include "cooperate/stopwatch.h"
#include "cooperate/turns.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/unreachable_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fmt/ranges.h>
#include <functional>
#include <list>

namespace tandem::cooperate {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using task::Outcome;
using task::Verdict;

constexpr milliseconds poll_interval{20};
// Partners of an inner strategy have to answer it before it can answer itself. This fits into the reporting reserve,
// too.
constexpr milliseconds inner_strategy_grace_period{450};

// What running partners have verified is saved so often; less often where that is expensive.
constexpr milliseconds first_save{500}, save_interval{1'500}, longest_save_interval{4'000};

// Whether a proof rests on what a partner has said that was wrong elsewhere.
bool trusts_wrong(const Outcome& outcome, const LiveExchange& exchange) {
  return std::ranges::any_of(outcome.trusts, [&](const std::string& name) { return exchange.wrong().contains(name); });
}

// With TargetSearch::First there are no statuses.
bool has_open_targets(const Outcome& outcome) {
  return std::ranges::any_of(outcome.targets, [](const auto& status) { return status.state == TargetState::Open; });
}

class StrategyRun {
public:
  StrategyRun(const task::Task& task, task::Monitor& monitor, const StrategyOptions& options, std::string name)
      : task_(task), monitor_(monitor), options_(options), name_(std::move(name)),
        artifacts_(options.is_inner ? Artifacts(options.artifacts) : Artifacts(options.artifacts, task)),
        resumes_(options.resumes && artifacts_.are_about_all_targets()),
        exchange_(task.program, task.condition, given()),
        live_(options.exchange, options.is_inner ? "" : artifacts_.path("exchange")), outside_(live_.join()) {}

  Outcome run(const StrategyStep& root);

private:
  enum class Next : std::uint8_t { GoOn, End };

  Next perform(const StrategyStep& step, const Budget& budget);
  Next sequence(const std::vector<StrategyStep>& steps, const Budget& budget);
  Next repeat(const StrategyStep& step, const Budget& budget);
  Next work(const std::vector<const StrategyStep*>& steps, const Budget& budget, Inform inform = Inform::Later);
  void restart_informed(const Budget& budget);
  void start_anew(std::deque<const StrategyStep*>& waiting);
  Next finish_those_behind();
  void save_running();
  void save(const exchange::Gia& known);
  bool pass(const StrategyStep& step, const std::string& label);
  std::shared_ptr<const exchange::Gia> known_with_running();
  void stop_partners();
  bool holds(Question question) const;
  const StrategyStep* chosen_step(const StrategyStep& step) const;

  void start(const StrategyStep& step, const Budget& budget);
  std::unique_ptr<task::Actor> make_partner(const StrategyStep& step, const std::string& label,
                                            const exchange::Journal& journal) const;
  Next absorb(RunningPartner& partner);
  void learn(const RunningPartner& partner, const Outcome& outcome);
  void tell_invariants(RunningPartner& partner, const Outcome& outcome);
  void tell_unreachable(RunningPartner& partner);
  void leave_out(const exchange::Fact& fact);
  Outcome answer(const StrategyStep& root);
  milliseconds cpu_used() const;
  // What a partner knows that ignores the others.
  const exchange::Gia* given() const { return options_.given != nullptr ? options_.given : task_.condition; }

  const task::Task& task_;
  task::Monitor& monitor_;
  const StrategyOptions& options_;
  const Budget whole_{task_.limits, reporting_reserve(task_.limits)};
  std::string name_;
  Artifacts artifacts_;
  bool resumes_;
  PartnerExchange exchange_;
  LiveExchange live_;
  LiveExchange::Listener outside_; // the strategy around this one, and its partners
  Contributions contributions_;
  std::list<RunningPartner> running_;
  milliseconds cpu_of_ended_{0};
  const milliseconds own_cpu_before_ = own_cpu_time();
  unsigned started_ = 0;
  bool progress_ = false;                    // by the last step that ran
  std::vector<const StrategyStep*> yielded_; // that left their time to others
  bool is_again_ = false;                    // their time has come again
  std::uint64_t iterations_ = 0;
  Stopwatch exchange_time_;                     // combining automata, handing them over and taking them back
  std::vector<task::TargetStatus> unreachable_; // unreachable, as partners have shown
  std::optional<Outcome> decided_;
  std::optional<Outcome> reached_; // an error, with TargetSearch::All, while other targets are open
  Clock::time_point next_save_ = Clock::now() + first_save;
  Clock::duration save_cost_{0};
};

milliseconds StrategyRun::cpu_used() const {
  milliseconds used = cpu_of_ended_ + own_cpu_time() - own_cpu_before_;
  for (const RunningPartner& partner : running_) used += partner.run.cpu_time();
  return used;
}

bool StrategyRun::holds(Question question) const {
  switch (question) {
  case Question::Loops: return has_loops(task_.program);
  case Question::Recursion: return has_recursion(task_.program);
  case Question::Floats: return has_floats(task_.program);
  case Question::Inputs: return has_inputs(task_.program);
  case Question::Allocations: return has_allocations(task_.program);
  case Question::ExternalCalls: return has_external_calls(task_.program);
  case Question::Progress: return progress_;
  }
  unreachable();
}

// Where an if-step chooses a single one, that one: its partner then needs no strategy of its own around it.
const StrategyStep* StrategyRun::chosen_step(const StrategyStep& step) const {
  if (step.kind != StrategyStepKind::If || step.share || step.limits.cpu || step.limits.wall || step.limits.memory)
    return &step;
  const std::vector<StrategyStep>& chosen = holds(step.question) ? step.steps : step.otherwise;
  if (chosen.empty()) return nullptr;
  return chosen.size() == 1 ? chosen_step(chosen.front()) : &step;
}

StrategyRun::Next StrategyRun::perform(const StrategyStep& step, const Budget& outer) {
  if (step.kind == StrategyStepKind::Run || step.kind == StrategyStepKind::Split)
    return work({&step}, outer); // which gives the step its part of the time
  const Budget budget = outer.of(step, cpu_used());
  switch (step.kind) {
  case StrategyStepKind::Run:
  case StrategyStepKind::Split: break;
  case StrategyStepKind::Sequence: return sequence(step.steps, budget);
  case StrategyStepKind::Parallel: {
    std::vector<const StrategyStep*> branches;
    for (const StrategyStep& branch : step.steps)
      if (const StrategyStep* chosen = chosen_step(branch)) branches.push_back(chosen);
    return work(branches, budget, step.inform);
  }
  case StrategyStepKind::Repeat: return repeat(step, budget);
  case StrategyStepKind::If: return sequence(holds(step.question) ? step.steps : step.otherwise, budget);
  }
  unreachable();
}

StrategyRun::Next StrategyRun::sequence(const std::vector<StrategyStep>& steps, const Budget& budget) {
  for (const StrategyStep& step : steps)
    if (monitor_.should_stop() || budget.is_over(cpu_used()) || perform(step, budget) == Next::End) break;
  return decided_ || monitor_.should_stop() ? Next::End : Next::GoOn;
}

StrategyRun::Next StrategyRun::repeat(const StrategyStep& step, const Budget& budget) {
  for (unsigned iteration = 0; iteration < step.at_most; ++iteration) {
    const auto before = exchange_.knowledge().gia();
    ++iterations_;
    if (sequence(step.steps, budget) == Next::End) return Next::End;
    if (exchange_.knowledge().gia() == before || budget.is_over(cpu_used())) break;
  }
  return Next::GoOn;
}

// Lets partners work side by side until one of them has decided the task or all have ended. A partner that starts later
// knows what earlier ones have found out.
StrategyRun::Next StrategyRun::work(const std::vector<const StrategyStep*>& steps, const Budget& budget,
                                    Inform inform) {
  std::deque<const StrategyStep*> waiting(steps.begin(), steps.end());
  bool stopping = false;
  progress_ = false;
  while (!waiting.empty() || at_work(running_) > 0) {
    while (!waiting.empty() && at_work(running_) < std::max(1u, options_.jobs)) {
      start(*waiting.front(), budget);
      waiting.pop_front();
    }
    for (const exchange::Fact& fact : monitor_.received())
      if (live_.add(fact, outside_) == LiveExchange::Added::New) leave_out(fact);
    for (RunningPartner& partner : running_) tell_unreachable(partner);
    save_running();
    if (!stopping) let_others_begin(running_, cpu_used());
    share_memory(running_, task_.limits);
    if (!stopping && options_.exchange == Exchange::Live && !is_again_) share_time(running_, budget.left(cpu_used()));
    for (auto partner = running_.begin(); partner != running_.end();) {
      if (partner->run.wait(poll_interval) == task::Isolated::State::Running) {
        ++partner;
        continue;
      }
      const auto known = exchange_.knowledge().gia();
      const Next next = absorb(*partner);
      contributions_.note_end(*partner);
      if (partner->restarts && !stopping) waiting.push_front(&partner->step);
      if (partner->is_behind && !stopping) start_anew(waiting);
      partner = running_.erase(partner);
      if (inform == Inform::Restart && exchange_.knowledge().gia() != known) restart_informed(budget);
      if (next == Next::GoOn) continue;
      for (const RunningPartner& other : running_) contributions_.note_needless(other);
      running_.clear();
      return Next::End;
    }
    if (!stopping && (monitor_.should_stop() || budget.is_over(cpu_used()))) {
      stopping = true;
      waiting.clear();
      stop_partners();
    }
  }
  return Next::GoOn;
}

void StrategyRun::save_running() {
  const Clock::time_point begin = Clock::now();
  if (begin < next_save_) return;
  bool is_new = false;
  for (RunningPartner& partner : running_) {
    // Others do not speak of the task as a whole.
    if (partner.step.candidates != CandidateExchange::None || partner.step.invariants != InvariantExchange::None)
      continue;
    if (auto written = partner.run.new_checkpoint()) {
      partner.checkpoint = std::move(written);
      is_new = true;
    }
  }
  if (is_new)
    if (const auto known = known_with_running()) save(*known);
  save_cost_ = Clock::now() - begin;
  next_save_ = Clock::now() + std::clamp<Clock::duration>(10 * save_cost_, save_interval, longest_save_interval);
}

void StrategyRun::save(const exchange::Gia& known) {
  monitor_.checkpoint(known);
  if (!options_.is_inner) artifacts_.keep_known(known);
}

// Where combining them has become expensive, the largest has to do.
std::shared_ptr<const exchange::Gia> StrategyRun::known_with_running() {
  constexpr milliseconds expensive{400};
  const auto size = [](const RunningPartner* partner) { return partner->checkpoint->transitions().size(); };
  std::vector<const RunningPartner*> partners;
  for (const RunningPartner& partner : running_)
    if (partner.checkpoint) partners.push_back(&partner);
  if (save_cost_ > expensive) partners = {*std::ranges::max_element(partners, {}, size)};
  Knowledge known = exchange_.knowledge();
  bool is_more = false;
  for (const RunningPartner* partner : partners)
    is_more |= known.learn(*partner->checkpoint, partner->actor->name()) == Knowledge::Learnt::Something;
  return is_more ? known.gia() : nullptr;
}

// What a partner has left open that has come to its end behind another one is easier for that as well. What the other
// one has done so far may still decide the task sooner, so it goes on behind its successor.
void StrategyRun::start_anew(std::deque<const StrategyStep*>& waiting) {
  for (RunningPartner& partner : running_) {
    if (partner.is_behind || partner.step.passing != Passing::Complete) continue;
    if (!exchange_.knows_more_for(partner.step, partner.condition.get())) continue;
    monitor_.progress(fmt::format("{}: starts anew on what is left", partner.actor->name()));
    partner.is_behind = true;
    waiting.push_front(&partner.step);
  }
}

// After the last step, they are all that there is.
StrategyRun::Next StrategyRun::finish_those_behind() {
  for (RunningPartner& partner : running_) partner.is_behind = false;
  return work({}, whole_);
}

void StrategyRun::stop_partners() {
  for (RunningPartner& partner : running_) {
    // The time that is over may be that of a step inside.
    if (partner.is_behind && !monitor_.should_stop() && !whole_.is_over(cpu_used())) continue;
    partner.is_behind = false;
    partner.run.stop(partner.step.kind == StrategyStepKind::Run ? partner_grace_period : inner_strategy_grace_period,
                     monitor_.should_stop() ? "interrupted" : "time limit");
  }
}

// Partners at work are restarted where much less is left to do than their condition says.
void StrategyRun::restart_informed(const Budget& budget) {
  for (RunningPartner& partner : running_) {
    if (partner.restarts || partner.step.passing == Passing::Nothing) continue;
    const auto left = budget.left(cpu_used()).cpu;
    if (left && partner.run.cpu_time() > *left) continue; // the time left is too short to repeat its work
    if (!is_worth_restarting(task_.program, partner.condition.get(), *exchange_.knowledge().gia())) continue;
    monitor_.progress(fmt::format("{}: restarts with what is left", partner.actor->name()));
    partner.restarts = true;
    partner.run.stop();
  }
}

std::unique_ptr<task::Actor> StrategyRun::make_partner(const StrategyStep& step, const std::string& label,
                                                       const exchange::Journal& journal) const {
  if (step.kind == StrategyStepKind::Run) {
    std::unique_ptr<task::Actor> partner =
        options_.factory(step.actor, {.artifacts = artifacts_.path(label), .reduce = reducer(step), .with = step.with});
    if (task_.search == task::TargetSearch::First) return partner;
    return std::make_unique<AllTargets>(std::move(partner), AfterFirst::AllTime, unreachable_);
  }
  StrategyOptions inner = options_;
  inner.artifacts = artifacts_.path(label);
  inner.given = given();
  inner.is_inner = true;
  inner.resumes = resumes_;
  inner.journal = journal;
  if (step.kind == StrategyStepKind::Split) return make_split(step, std::move(inner));
  return make_strategy({.name = partners_text(step), .root = step}, std::move(inner));
}

void StrategyRun::start(const StrategyStep& step, const Budget& outer) {
  if (!exchange_.has_work_for(step)) return;
  if (options_.exchange == Exchange::None && step.passing == Passing::Rest) return; // what was verified is not told
  const Budget budget = outer.of(step, cpu_used());
  const std::string label =
      fmt::format("{:02}-{}", ++started_,
                  step.kind == StrategyStepKind::Run     ? std::filesystem::path(step.actor).stem().string()
                  : step.kind == StrategyStepKind::Split ? "split"
                                                         : "steps");
  if (resumes_ && pass(step, label)) return;
  const exchange::Journal::Run journal = options_.journal.new_run();
  std::unique_ptr<task::Actor> actor = make_partner(step, label, journal.inside());
  const Stopwatch::Lap lap(exchange_time_);
  std::shared_ptr<const exchange::Gia> condition = exchange_.condition_for(told(step, options_.exchange));
  if (step.kind == StrategyStepKind::Run)
    monitor_.progress(fmt::format("{}: starts{}", actor->name(), condition ? ", knowing what was verified" : ""));
  // In a cycle they would become more and more.
  const bool goes_on =
      step.after_share == AfterShare::GoesOn && options_.exchange == Exchange::Live && !is_again_ && iterations_ == 0;
  const task::Limits limits = (goes_on ? outer : budget).left(cpu_used());
  const task::Task task{task_.program, task_.property, limits, condition.get(), task_.search};
  journal.start(step.kind == StrategyStepKind::Run ? actor->name() : "");
  running_.emplace_back(step, label, std::move(actor), task, condition, monitor_, live_, journal);
  running_.back().sources = exchange_.sources_for(told(step, options_.exchange));
  if (goes_on) running_.back().share = budget;
  if (condition && step.kind == StrategyStepKind::Run)
    journal.got(condition_text(*condition), fmt::format("{}", fmt::join(running_.back().sources, ", ")));
}

// A partner that the run which is continued was done with has no more to say than it said then.
bool StrategyRun::pass(const StrategyStep& step, const std::string& label) {
  if (!artifacts_.was_passed(label)) return false;
  const std::filesystem::path left = artifacts_.path(label + ".gia");
  Outcome outcome;
  if (std::filesystem::exists(left)) outcome.gia = exchange::read_gia(left, &task_.program);
  exchange_.take_candidates(step, outcome);
  exchange_.learn(step, outcome, step.kind == StrategyStepKind::Run ? step.actor : partners_text(step));
  return true;
}

StrategyRun::Next StrategyRun::absorb(RunningPartner& partner) {
  cpu_of_ended_ += partner.run.cpu_time();
  const Stopwatch::Lap lap(exchange_time_);
  Outcome outcome = partner.run.collect_outcome();
  exchange_.take_candidates(partner.step, outcome);
  contributions_.add(partner, outcome);
  contributions_.remark_facts(partner, outcome, live_);
  if (partner.yields && outcome.verdict == Verdict::Unknown) {
    contributions_.remark_yielded();
    yielded_.push_back(&partner.step);
  }
  if (!partner.is_composite()) {
    const task::Contribution& last = contributions_.last();
    monitor_.progress(fmt::format("{}: {}, {}", last.partner, task::name(last.verdict), last.what));
  }
  artifacts_.keep(partner, outcome);
  if (outcome.verdict == Verdict::Unknown) {
    tell_invariants(partner, outcome);
    learn(partner, outcome);
    contributions_.add_reasons();
  }
  contributions_.remark_given(partner, artifacts_.are_kept());
  if (outcome.verdict == Verdict::Unknown) return Next::GoOn;
  if (depends_on_condition(partner, outcome)) outcome.assumptions.push_back(assumption_text(partner));
  if (outcome.verdict == Verdict::True && trusts_wrong(outcome, live_)) {
    contributions_.remark_wrong_ground();
    contributions_.add_reasons();
    return Next::GoOn;
  }
  if (outcome.verdict == Verdict::False && has_open_targets(outcome)) {
    if (!reached_) reached_ = std::move(outcome);
    return Next::GoOn;
  }
  decided_ = std::move(outcome);
  return Next::End;
}

// What a partner that has ended says of all executions is for those that still work.
void StrategyRun::tell_invariants(RunningPartner& partner, const Outcome& outcome) {
  if (partner.is_composite() || partner.condition || outcome.invariants.empty()) return;
  partner.monitor.publish(
      exchange::location_fact(exchange::FactKind::Invariants, task_.program, outcome.invariants,
                              exchange::gia_header(task_.program, task_.property, "tandem " + partner.actor->name())));
}

void StrategyRun::learn(const RunningPartner& partner, const Outcome& outcome) {
  switch (exchange_.learn(partner.step, outcome, contributions_.names_of_last())) {
  case PartnerExchange::Learnt::Nothing: return;
  case PartnerExchange::Learnt::Contradiction: contributions_.remark_contradiction(); return;
  case PartnerExchange::Learnt::Invariants: progress_ = true; return;
  case PartnerExchange::Learnt::Condition: break;
  }
  progress_ = true;
  partner.monitor.journal().sent(condition_text(*outcome.gia));
  contributions_.remark_condition();
  save(*exchange_.knowledge().gia());
}

// What one has shown to be unreachable, those that start later need not examine.
void StrategyRun::tell_unreachable(RunningPartner& partner) {
  const std::vector<const Edge*> targets = partner.monitor.take_unreachable();
  if (targets.empty() || partner.condition || options_.exchange == Exchange::None) return;
  const exchange::Fact fact = exchange::unreachable_fact(task_.program, task_.property, targets, partner.actor->name());
  partner.monitor.publish_unreachable(fact);
  leave_out(fact);
}

void StrategyRun::leave_out(const exchange::Fact& fact) {
  for (const Edge* target : exchange::unreachable_targets(task_.program, task_.property, fact))
    unreachable_.push_back({.target = target, .state = TargetState::Unreachable, .by = fact.source});
}

Outcome StrategyRun::answer(const StrategyStep& root) {
  const Knowledge& knowledge = exchange_.knowledge();
  Outcome outcome;
  if (decided_ || reached_) {
    outcome = std::move(decided_ ? *decided_ : *reached_);
  } else if (knowledge.verifies_everything() && passes_conditions(root) && options_.exchange == Exchange::Live) {
    outcome.verdict = Verdict::True;
    outcome.assumptions.push_back(assumption_text(knowledge.sources()));
  } else {
    outcome.reason = contributions_.reason();
  }
  if (!outcome.gia && knowledge.gia()) outcome.gia = *knowledge.gia();
  if (outcome.verdict == Verdict::True && !options_.is_inner)
    for (const std::string& partner : outcome.trusts)
      outcome.assumptions.push_back("facts that were proved by " + partner);
  contributions_.remark_wrong(live_.wrong());
  outcome.partners = contributions_.take();
  if (live_.size() > 0) outcome.statistics["facts exchanged"] = static_cast<double>(live_.size());
  outcome.statistics["exchange seconds"] = exchange_time_.seconds();
  outcome.statistics["strategy CPU seconds"] = static_cast<double>((own_cpu_time() - own_cpu_before_).count()) / 1000;
  if (iterations_ > 0) {
    outcome.statistics["iterations"] = static_cast<double>(iterations_);
    outcome.statistics["exchange seconds per iteration"] = exchange_time_.seconds() / static_cast<double>(iterations_);
  }
  if (knowledge.gia())
    outcome.statistics["states of the automaton"] = static_cast<double>(knowledge.gia()->states().size());
  return outcome;
}

Outcome StrategyRun::run(const StrategyStep& root) {
  bool is_open = perform(root, whole_) == Next::GoOn && finish_those_behind() == Next::GoOn;
  // Those that left their time to others go on if others have left some.
  is_again_ = true;
  for (const StrategyStep* step : yielded_)
    is_open = is_open && !whole_.is_over(cpu_used()) && perform(*step, whole_) == Next::GoOn;
  return answer(root);
}

} // namespace

Outcome run_strategy(const Strategy& strategy, const StrategyOptions& options, const task::Task& task,
                     task::Monitor& monitor) {
  return StrategyRun(task, monitor, options, strategy.name).run(strategy.root);
}

} // namespace tandem::cooperate
