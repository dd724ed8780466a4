// Scheduling of parts. The task is divided at once (the short attempt at the whole is the step before), and so is every
// part that its partners do not decide within the time of an attempt. A job without work takes one half of a part that
// another one is working on, which goes on undisturbed: if both halves are proved first, its work is done, too. A part
// that cannot be divided is tried again, with twice the time.
//
// A part is a task with a condition that calls the other parts verified. That claim must not get out: of what the
// partners find out, only what is about the part's own executions is kept (exchange/combine/restrict.h), invariants
// become candidates, and what the verdict of a part rests on is told without the claim. All parts and their states are
// in the folder of the artifacts, so that another run can go on with them.

#include "cooperate/split_actor.h"

#include "base/core/input_error.h"
#include "cooperate/budget.h"
#include "cooperate/contributions.h"
#include "cooperate/divide.h"
#include "cooperate/knowledge.h"
#include "cooperate/part.h"
#include "cooperate/running_partner.h"
#include "cooperate/strategy_run.h"
#include "exchange/combine/combine.h"
#include "exchange/combine/restrict.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/gia_copy.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/plain_gia.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <list>

namespace tandem::cooperate {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using task::Outcome;
using task::Verdict;

constexpr milliseconds poll_interval{20}, save_interval{2'000}, grace_period{450};
// A part that has just begun may be done before its half has started.
constexpr milliseconds least_before_stealing{700};
constexpr std::size_t most_parts = 256;
// On a busy machine, an attempt may take longer than its CPU time.
constexpr int wall_per_cpu = 3;

// What holds of the executions of a part is no more than worth trying elsewhere.
class PartMonitor : public PartnerMonitor {
public:
  using PartnerMonitor::PartnerMonitor;
  void publish(const exchange::Fact& fact) override {
    if (fact.kind == exchange::FactKind::Refuted) return;
    exchange::Fact weaker = fact;
    if (fact.kind == exchange::FactKind::Invariants) weaker.kind = exchange::FactKind::Candidates;
    PartnerMonitor::publish(weaker);
  }
  void decided(const task::TargetStatus& status) override {
    if (status.state == TargetState::Reached) PartnerMonitor::decided(status);
  }
};

struct RunningPart {
  RunningPart(Part& its_part, std::unique_ptr<task::Actor> its_actor, exchange::Gia its_condition,
              const task::Task& whole, const task::Limits& limits, task::Monitor& outer, LiveExchange& exchange,
              const exchange::Journal::Run& journal, const std::filesystem::path& checkpoint)
      : part(its_part), actor(std::move(its_actor)), condition(std::move(its_condition)),
        task{whole.program, whole.property, limits, &condition, whole.search},
        monitor(outer, fmt::format("part {}", part.id.empty() ? "1" : part.id), exchange, journal),
        run(*actor, task, monitor, checkpoint) {}

  Part& part;
  std::unique_ptr<task::Actor> actor;
  exchange::Gia condition;
  task::Task task;
  PartMonitor monitor;
  task::Isolated run;
  std::filesystem::path remote_folder = {}; // of work that is done elsewhere; the worker stops when it is gone
  ~RunningPart() {
    std::error_code none;
    if (!remote_folder.empty()) std::filesystem::remove_all(remote_folder, none);
  }
};

// Only the errors.
exchange::Gia reached_only(const exchange::Gia& gia) {
  exchange::GiaBuilder builder(gia.header());
  exchange::GiaCopy copy(gia, builder);
  for (const auto& state : gia.states())
    builder.add_state(state.accept == exchange::Accept::Reached ? state.accept : exchange::Accept::Nothing, state.name,
                      copy.text(state.invariant));
  builder.set_initial(gia.initial());
  for (const auto& step : gia.transitions())
    builder.add_transition(step.source, copy.label(step.label), step.target, copy.text(step.assumption));
  return exchange::combine::accepting_part(std::move(builder).finish());
}

class SplitRun {
public:
  SplitRun(const StrategyStep& step, const StrategyOptions& options, const task::Task& task, task::Monitor& monitor)
      : step_(step), options_(options), task_(task), monitor_(monitor), tree_(task.program, task.property),
        divider_(task.program, task.property, kinds(step)), known_(task.program, task.condition),
        live_(options.exchange, ""), outside_(live_.join()), budget_(task.limits, reporting_reserve(task.limits)),
        folder_(options.artifacts.empty() ? options.artifacts : options.artifacts / "parts") {}

  Outcome run();

private:
  static std::set<DivisionKind> kinds(const StrategyStep& step) {
    if (!step.by.empty()) return {step.by.begin(), step.by.end()};
    return {DivisionKind::Branch, DivisionKind::Targets, DivisionKind::Input, DivisionKind::Iterations};
  }

  void resume();
  bool divide(Part& part);
  void fill();
  Part* next();
  Part* steal();
  void start(Part& part);
  void poll();
  void absorb(RunningPart& ended);
  void absorb_unknown(RunningPart& ended, const Outcome& outcome);
  void prove(Part& part, const Outcome& outcome);
  void learn(const exchange::Gia& claims, const std::string& source);
  void save();
  void write(const Part& part) const;
  exchange::Gia condition(const Part& part) const;
  std::vector<std::string> remote_partners() const;
  milliseconds cpu_used() const;
  bool is_over() const;
  Outcome answer();

  const StrategyStep& step_;
  const StrategyOptions& options_;
  const task::Task& task_;
  task::Monitor& monitor_;
  PartTree tree_;
  Divider divider_;
  Knowledge known_;
  LiveExchange live_;
  LiveExchange::Listener outside_;
  Budget budget_;
  std::filesystem::path folder_; // empty: parts are not kept
  std::deque<Part*> waiting_;
  std::list<RunningPart> running_;
  milliseconds cpu_of_ended_{0};
  const milliseconds own_cpu_before_ = own_cpu_time();
  Clock::time_point next_save_ = Clock::now() + save_interval;
  bool is_stopping_ = false;
  std::optional<Outcome> decided_, reached_; // an error; reached_: while other targets are open
  std::vector<std::string> assumptions_, learnt_from_, trusts_;
  std::vector<task::Contribution> contributions_;
};

milliseconds SplitRun::cpu_used() const {
  milliseconds used = cpu_of_ended_ + own_cpu_time() - own_cpu_before_;
  for (const RunningPart& each : running_) used += each.run.cpu_time();
  return used;
}

bool SplitRun::is_over() const {
  return decided_ || tree_.root().state == PartState::Proved || (running_.empty() && waiting_.empty());
}

void SplitRun::write(const Part& part) const {
  if (!folder_.empty() && !part.id.empty()) tree_.write(folder_, part);
}

// What a run that was ended has proved is not proved again; what its partners had verified of open parts is known.
void SplitRun::resume() {
  tree_.read(folder_);
  std::vector<Part*> proved;
  for (Part& part : tree_.all()) {
    if (part.state == PartState::Proved) proved.push_back(&part);
    const std::filesystem::path checkpoint = folder_ / part.id / "checkpoint.gia";
    if (part.state != PartState::Open || part.id.empty() || !std::filesystem::exists(checkpoint)) continue;
    learn(exchange::combine::restricted(exchange::read_gia(checkpoint, &task_.program), part.inside), "an earlier run");
  }
  for (Part* part : proved) learn(tree_.prove(*part, part->by).inside, "an earlier run");
  for (Part& part : tree_.all())
    if (part.is_leaf() && !part.id.empty() && !tree_.is_done(part)) waiting_.push_back(&part);
  if (tree_.all().size() > 1)
    monitor_.progress(fmt::format("goes on with {} of {} parts", waiting_.size(), tree_.all().size() - 1));
}

bool SplitRun::divide(Part& part) {
  if (!part.is_divisible || tree_.all().size() + 2 > most_parts) return false;
  part.is_divisible = false;
  const auto division = divider_.divide(part.constraints);
  if (!division) return false;
  try {
    tree_.divide(part, division->first, division->second);
  } catch (const InputError&) {
    return false;
  }
  for (Part* child : part.children) {
    write(*child);
    waiting_.push_back(child);
  }
  monitor_.progress(fmt::format("divides {} by {}", part.text(task_.program),
                                part.children.front()->constraints.back().text(task_.program)));
  return true;
}

Part* SplitRun::next() {
  while (!waiting_.empty()) {
    Part* part = waiting_.front();
    waiting_.pop_front();
    if (!tree_.is_done(*part)) return part;
  }
  return nullptr;
}

Part* SplitRun::steal() {
  RunningPart* longest = nullptr;
  for (RunningPart& each : running_)
    if (each.part.is_divisible && each.run.wall_time() >= least_before_stealing &&
        (longest == nullptr || each.run.wall_time() > longest->run.wall_time()))
      longest = &each;
  return longest != nullptr && divide(longest->part) ? next() : nullptr;
}

void SplitRun::fill() {
  while (!is_stopping_ && running_.size() < std::max(1u, options_.jobs)) {
    Part* part = next();
    if (part == nullptr) part = steal();
    if (part == nullptr) return;
    start(*part);
  }
}

exchange::Gia SplitRun::condition(const Part& part) const {
  if (!known_.gia()) return part.outside;
  try {
    const std::vector<exchange::combine::CombineInput> inputs{{known_.gia().get(), "what is known"},
                                                              {&part.outside, "other parts"}};
    return exchange::combine::combined(inputs, &task_.program);
  } catch (const InputError&) { // an error is known in another part
    return part.outside;
  }
}

// A worker elsewhere gets names.
std::vector<std::string> SplitRun::remote_partners() const {
  std::vector<std::string> names;
  for (const StrategyStep& step : step_.steps) {
    if (step.kind != StrategyStepKind::Run)
      throw InputError(step_.position, "parts that are worked on elsewhere need steps that are `run` alone");
    names.push_back(step.actor);
  }
  return names;
}

void SplitRun::start(Part& part) {
  exchange::Gia given = condition(part);
  task::Limits limits = budget_.left(cpu_used());
  const milliseconds attempt = step_.attempt * (1u << std::min(part.attempts, 16u));
  limits.cpu = std::min(limits.cpu.value_or(attempt), attempt);
  limits.wall = std::min(limits.wall.value_or(attempt * wall_per_cpu), attempt * wall_per_cpu);
  std::filesystem::path checkpoint;
  StrategyOptions inner = options_;
  inner.jobs = 1;
  inner.is_inner = true;
  inner.resumes = false;
  inner.given = nullptr; // the part's own condition
  if (!folder_.empty() && !part.id.empty()) {
    tree_.write_task(folder_, part, given);
    checkpoint = folder_ / part.id / "checkpoint.gia";
    inner.artifacts = folder_ / part.id / fmt::format("attempt-{}", part.attempts + 1);
  }
  const exchange::Journal::Run journal = options_.journal.about_part(part.id).new_run();
  inner.journal = journal.inside();
  StrategyStep steps{.kind = StrategyStepKind::Sequence, .position = step_.position, .steps = step_.steps};
  const std::filesystem::path remote_folder =
      options_.remote_parts && !checkpoint.empty() ? inner.artifacts / "jobs" : std::filesystem::path();
  std::unique_ptr<task::Actor> actor;
  if (remote_folder.empty()) {
    actor = make_strategy({.name = partners_text(steps), .root = steps}, std::move(inner));
  } else {
    limits.wall = budget_.left(cpu_used()).wall; // it may have to wait for a worker
    actor = options_.remote_parts({.partners = remote_partners(),
                                   .condition = folder_ / part.id / "condition.gia",
                                   .folder = remote_folder,
                                   .cpu = limits.cpu.value_or(attempt)});
  }
  monitor_.progress(fmt::format("part {} starts: {}", part.id, part.text(task_.program)));
  journal.start("");
  running_.emplace_back(part, std::move(actor), std::move(given), task_, limits, monitor_, live_, journal, checkpoint);
  running_.back().remote_folder = remote_folder;
}

void SplitRun::learn(const exchange::Gia& claims, const std::string& source) {
  if (known_.learn(claims, source) == Knowledge::Learnt::Something) monitor_.checkpoint(*known_.gia());
}

void SplitRun::prove(Part& part, const Outcome& outcome) {
  const std::string by = outcome.partners.empty() ? partners_text(step_) : outcome.partners.back().partner;
  Part& proved = tree_.prove(part, by);
  for (const Part* each = &part;; each = each->parent) {
    write(*each);
    if (each == &proved) break;
  }
  learn(proved.inside, by);
  const auto add = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    for (const std::string& each : from)
      if (std::ranges::find(to, each) == to.end()) to.push_back(each);
  };
  add(assumptions_, without_given_condition(outcome.assumptions)); // what the others verify is not assumed: they do it
  add(learnt_from_, outcome.learnt_from);
  add(trusts_, outcome.trusts);
  for (RunningPart& each : running_)
    if (&each.part != &part && tree_.is_done(each.part)) each.run.stop(milliseconds(0), "proved in parts");
  monitor_.progress(proved.id.empty() ? "all parts are proved" : fmt::format("part {} is proved", proved.id));
}

void SplitRun::absorb(RunningPart& ended) {
  const milliseconds wall = ended.run.wall_time();
  ended.monitor.journal().end("", "", 0); // a group
  cpu_of_ended_ += ended.run.cpu_time();
  Outcome outcome = ended.run.collect_outcome();
  const std::string& id = ended.part.id;
  const std::string text = (id.empty() ? "" : fmt::format("part {}, ", id)) + ended.part.text(task_.program);
  if (!tree_.is_done(ended.part)) {
    contributions_.push_back({.partner = partners_text(step_),
                              .verdict = outcome.verdict,
                              .what = outcome.verdict == Verdict::True ? "proved: " + text
                                      : outcome.verdict == Verdict::False
                                          ? "found inputs that lead to the error: " + text
                                          : text + ": " + outcome.reason,
                              .wall_seconds = static_cast<double>(wall.count()) / 1000,
                              .cpu_seconds = static_cast<double>(ended.run.cpu_time().count()) / 1000,
                              .crash = outcome.crash});
    if (outcome.verdict == Verdict::True) prove(ended.part, outcome);
    if (outcome.verdict == Verdict::Unknown) absorb_unknown(ended, outcome);
  }
  if (outcome.verdict != Verdict::False) return;
  // What the partner calls verified contains the other parts.
  if (outcome.gia) outcome.gia = reached_only(*outcome.gia);
  const bool is_all =
      std::ranges::none_of(outcome.targets, [](const auto& each) { return each.state == TargetState::Open; });
  std::erase_if(outcome.targets, [](const auto& each) { return each.state == TargetState::Unreachable; });
  ended.part.state = PartState::GivenUp;
  ended.part.by = "an error is reached";
  if (is_all && task_.search == task::TargetSearch::First)
    decided_ = std::move(outcome);
  else if (!reached_)
    reached_ = std::move(outcome);
}

void SplitRun::absorb_unknown(RunningPart& ended, const Outcome& outcome) {
  Part& part = ended.part;
  ++part.attempts;
  if (outcome.gia) learn(exchange::combine::restricted(*outcome.gia, part.inside), partners_text(step_));
  if (is_stopping_ || !part.is_leaf() || divide(part)) return;
  // An attempt that was not ended by its time has no more to say.
  auto used = std::max(ended.run.cpu_time(), ended.run.wall_time() / wall_per_cpu);
  if (const auto remote = outcome.statistics.find(remote_cpu_statistic); remote != outcome.statistics.end())
    used = milliseconds(static_cast<long>(1000 * remote->second));
  if (used * 10 >= ended.task.limits.cpu.value_or(used) * 7) {
    waiting_.push_back(&part);
    return;
  }
  part.state = PartState::GivenUp;
  part.by = outcome.reason;
  write(part);
}

void SplitRun::poll() {
  for (auto each = running_.begin(); each != running_.end();) {
    if (each->run.wait(poll_interval) == task::Isolated::State::Running) {
      ++each;
      continue;
    }
    absorb(*each);
    each = running_.erase(each);
    if (is_over() || !waiting_.empty()) return;
  }
}

void SplitRun::save() {
  if (Clock::now() < next_save_) return;
  for (RunningPart& each : running_)
    if (const auto written = each.run.new_checkpoint())
      learn(exchange::combine::restricted(*written, each.part.inside), partners_text(step_));
  next_save_ = Clock::now() + save_interval;
}

Outcome SplitRun::answer() {
  Outcome outcome;
  const auto leaves = [&](PartState state) {
    std::vector<std::string> texts;
    for (const Part& part : tree_.all())
      if (part.is_leaf() && (tree_.is_done(part) ? PartState::Proved : part.state) == state)
        texts.push_back(part.text(task_.program));
    return texts;
  };
  const std::vector<std::string> proved = leaves(PartState::Proved), given_up = leaves(PartState::GivenUp);
  std::vector<std::string> open = leaves(PartState::Open);
  open.insert(open.end(), given_up.begin(), given_up.end());
  if (decided_ || reached_) {
    outcome = std::move(decided_ ? *decided_ : *reached_);
  } else if (tree_.root().state == PartState::Proved) {
    outcome.verdict = Verdict::True;
    outcome.assumptions = assumptions_;
    outcome.trusts = trusts_;
    if (task_.condition != nullptr) task::assume_condition(outcome);
  } else {
    constexpr std::size_t most = 4;
    const std::size_t count = open.size();
    if (count > most) open.resize(most);
    outcome.reason = fmt::format("{} of {} parts are open: {}{}", count, count + proved.size(), fmt::join(open, "; "),
                                 count > most ? fmt::format("; and {} more", count - most) : "");
  }
  outcome.learnt_from = learnt_from_;
  if (known_.gia() && !outcome.gia) outcome.gia = *known_.gia();
  if (!outcome.gia)
    outcome.gia = exchange::gia_of_everything(exchange::Accept::Candidate, tree_.root().outside.header());
  outcome.partners = std::move(contributions_);
  outcome.statistics["parts"] = static_cast<double>(tree_.all().size() - 1);
  outcome.statistics["parts proved"] = static_cast<double>(proved.size());
  return outcome;
}

Outcome SplitRun::run() {
  if (options_.resumes && !folder_.empty()) resume();
  Part& root = tree_.root();
  if (root.is_leaf() && root.state == PartState::Open && !divide(root)) waiting_.push_back(&root);
  while (!is_over()) {
    for (const exchange::Fact& fact : monitor_.received()) live_.add(fact, outside_);
    fill();
    poll();
    save();
    if (is_stopping_ || !(monitor_.should_stop() || budget_.is_over(cpu_used()))) continue;
    is_stopping_ = true;
    waiting_.clear();
    for (RunningPart& each : running_)
      each.run.stop(grace_period, monitor_.should_stop() ? "interrupted" : "time limit");
  }
  running_.clear();
  return answer();
}

class SplitActor : public task::Actor {
public:
  SplitActor(const StrategyStep& step, StrategyOptions options) : step_(step), options_(std::move(options)) {}
  std::string name() const override { return partners_text(step_) + ", on parts"; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    return SplitRun(step_, options_, task, monitor).run();
  }

private:
  StrategyStep step_;
  StrategyOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_split(const StrategyStep& step, StrategyOptions options) {
  return std::make_unique<SplitActor>(step, std::move(options));
}

} // namespace tandem::cooperate
