#include "cooperate/strategy_actor.h"

#include "base/core/require.h"
#include "base/core/text_file.h"
#include "cooperate/budget.h"
#include "cooperate/features.h"
#include "cooperate/knowledge.h"
#include "cooperate/restart_heuristic.h"
#include "cooperate/stopwatch.h"
#include "exchange/gia/gia_file.h"
#include "task/isolated.h"
#include "task/outcome_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <list>

namespace tandem::cooperate {
namespace {

using std::chrono::milliseconds;
using task::Outcome;
using task::Verdict;

// Of a task's time; of a short one not more than a part.
milliseconds reporting_reserve(const task::Limits& limits) {
  constexpr milliseconds least{250}, most{1000};
  constexpr int part = 10;
  const milliseconds all =
      std::min(limits.cpu.value_or(milliseconds::max()), limits.wall.value_or(milliseconds::max()));
  return std::clamp(all / part, least, most);
}

constexpr milliseconds poll_interval{20};

// Who is told what is known gets what is left of the program by it.
std::string reducer(const StrategyStep& step) {
  return step.reduce.empty() && step.passing == Passing::Condition ? "auto" : step.reduce;
}

// Says who is speaking.
class PartnerMonitor : public task::Monitor {
public:
  PartnerMonitor(task::Monitor& monitor, std::string name) : monitor_(monitor), name_(std::move(name)) {}
  bool should_stop() override { return monitor_.should_stop(); }
  void progress(std::string_view text) override { monitor_.progress(fmt::format("{}: {}", name_, text)); }

private:
  task::Monitor& monitor_;
  std::string name_;
};

// A partner at work, with all that it refers to.
struct Running {
  Running(const StrategyStep& which, std::string label_, std::unique_ptr<task::Actor> who, const task::Task& what,
          std::shared_ptr<const exchange::Gia> condition_, task::Monitor& monitor_)
      : step(which), label(std::move(label_)), actor(std::move(who)), condition(std::move(condition_)), task(what),
        monitor(monitor_, actor->name()), run(*actor, task, monitor) {}

  const StrategyStep& step;
  std::string label; // of its artifacts
  std::unique_ptr<task::Actor> actor;
  std::shared_ptr<const exchange::Gia> condition;
  std::vector<std::string> sources; // of the condition
  task::Task task;
  PartnerMonitor monitor;
  task::Isolated run;
  bool restarts = false; // once it has stopped
};

class StrategyRun {
public:
  StrategyRun(const task::Task& task, task::Monitor& monitor, const StrategyOptions& options, std::string name)
      : task_(task), monitor_(monitor), options_(options), name_(std::move(name)), knowledge_(task.condition) {}

  Outcome run(const StrategyStep& root);

private:
  enum class Next { GoOn, End };

  Next perform(const StrategyStep& step, const Budget& budget);
  Next sequence(const std::vector<StrategyStep>& steps, const Budget& budget);
  Next repeat(const StrategyStep& step, const Budget& budget);
  Next work(const std::vector<const StrategyStep*>& steps, const Budget& budget, Inform inform = Inform::Later);
  void inform(const Budget& budget);
  bool holds(Question question) const;

  void start(const StrategyStep& step, const Budget& budget);
  std::shared_ptr<const exchange::Gia> condition_for(const StrategyStep& step);
  Next absorb(Running& partner);
  void look_at_candidates(const Running& partner, Outcome& outcome);
  void contribute(const Running& partner, Outcome& outcome);
  void add_reason(const task::Contribution& partner);
  void say_what_was_given(const Running& partner);
  void learn(const Running& partner, const Outcome& outcome);
  void keep(const Running& partner, const Outcome& outcome) const;
  Outcome answer(const StrategyStep& root);
  milliseconds cpu_used() const;
  const exchange::Gia* given() const { return options_.given != nullptr ? options_.given : task_.condition; }
  std::filesystem::path artifact(const std::string& name) const {
    return options_.artifacts.empty() ? std::filesystem::path() : options_.artifacts / name;
  }

  const task::Task& task_;
  task::Monitor& monitor_;
  const StrategyOptions& options_;
  std::string name_;
  Knowledge knowledge_;
  std::list<Running> running_;
  milliseconds cpu_of_ended_{0};
  unsigned started_ = 0;
  bool progress_ = false;                           // by the last step that ran
  std::shared_ptr<const exchange::Gia> invariants_; // as a partner has given them
  std::string invariants_source_;
  std::uint64_t iterations_ = 0;
  Stopwatch exchange_; // combining automata, handing them over and taking them back
  std::optional<Outcome> decided_;
  std::vector<task::Contribution> partners_;
  std::vector<std::pair<std::string, std::string>> reasons_; // by partner
};

// Where every partner has the whole task, only the verdict of one of them counts, not what they verified together.
bool passes_conditions(const StrategyStep& step) {
  if (step.kind == StrategyStepKind::Run) return step.passing == Passing::Condition;
  return std::ranges::any_of(step.steps, passes_conditions) || std::ranges::any_of(step.otherwise, passes_conditions);
}

// Explorers of candidates may take paths that are ut as hints alone, and invariants are proved by who takes them.
bool depends_on_partners(const Running& partner, const Outcome& outcome) {
  if (!partner.condition || outcome.verdict != Verdict::True || partner.step.passing == Passing::Nothing) return false;
  if (partner.step.candidates == CandidateExchange::None && partner.step.invariants == InvariantExchange::None)
    return true;
  const auto is_about_it = [](const std::string& text) { return text.find(" condition ") != std::string::npos; };
  return std::ranges::any_of(outcome.assumptions, is_about_it);
}

milliseconds StrategyRun::cpu_used() const {
  milliseconds used = cpu_of_ended_;
  for (const Running& partner : running_) used += partner.run.cpu_time();
  return used;
}

bool StrategyRun::holds(Question question) const {
  switch (question) {
  case Question::Loops: return has_loops(task_.program);
  case Question::Recursion: return has_recursion(task_.program);
  case Question::Floats: return has_floats(task_.program);
  case Question::Inputs: return has_inputs(task_.program);
  case Question::ExternalCalls: return has_external_calls(task_.program);
  case Question::Progress: return progress_;
  }
  unreachable();
}

StrategyRun::Next StrategyRun::perform(const StrategyStep& step, const Budget& outer) {
  const Budget budget = outer.of(step, cpu_used());
  switch (step.kind) {
  case StrategyStepKind::Run: return work({&step}, budget);
  case StrategyStepKind::Sequence: return sequence(step.steps, budget);
  case StrategyStepKind::Parallel: {
    std::vector<const StrategyStep*> branches;
    for (const StrategyStep& branch : step.steps) branches.push_back(&branch);
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
    const auto before = knowledge_.gia();
    ++iterations_;
    if (sequence(step.steps, budget) == Next::End) return Next::End;
    if (knowledge_.gia() == before || budget.is_over(cpu_used())) break;
  }
  return Next::GoOn;
}

// Lets partners work side by side until one of them has decided the task or all have ended. One that starts later knows
// what those before it have found out.
StrategyRun::Next StrategyRun::work(const std::vector<const StrategyStep*>& steps, const Budget& budget,
                                    Inform informing) {
  std::deque<const StrategyStep*> waiting(steps.begin(), steps.end());
  bool stopping = false;
  progress_ = false;
  while (!waiting.empty() || !running_.empty()) {
    while (!waiting.empty() && running_.size() < std::max(1u, options_.jobs)) {
      start(*waiting.front(), budget);
      waiting.pop_front();
    }
    for (auto partner = running_.begin(); partner != running_.end();) {
      if (partner->run.wait(poll_interval) == task::Isolated::State::Running) {
        ++partner;
        continue;
      }
      const auto known = knowledge_.gia();
      const Next next = absorb(*partner);
      if (partner->restarts && !stopping) waiting.push_front(&partner->step);
      partner = running_.erase(partner);
      if (informing == Inform::Restart && knowledge_.gia() != known) inform(budget);
      if (next == Next::GoOn) continue;
      running_.clear();
      return Next::End;
    }
    if (!stopping && (monitor_.should_stop() || budget.is_over(cpu_used()))) {
      stopping = true;
      waiting.clear();
      // Steps inside have to hear from their own partners first. All of it must fit into what is kept for the answer.
      for (Running& partner : running_)
        partner.run.stop(partner.step.kind == StrategyStepKind::Run ? milliseconds(200) : milliseconds(450),
                         monitor_.should_stop() ? "interrupted" : "time limit");
    }
  }
  return Next::GoOn;
}

// Partners that have not used much yet begin again if there is much less left to do than they think.
void StrategyRun::inform(const Budget& budget) {
  for (Running& partner : running_) {
    if (partner.restarts || partner.step.passing == Passing::Nothing) continue;
    const auto left = budget.left(cpu_used()).cpu;
    if (left && partner.run.cpu_time() > *left) continue; // the time left would not do the work again
    if (!is_worth_restarting(task_.program, partner.condition.get(), *knowledge_.gia())) continue;
    monitor_.progress(fmt::format("{}: begins again with what is left", partner.actor->name()));
    partner.restarts = true;
    partner.run.stop();
  }
}

// Nothing: the partner gets the whole task.
std::shared_ptr<const exchange::Gia> StrategyRun::condition_for(const StrategyStep& step) {
  const Stopwatch::Lap lap(exchange_);
  if (step.candidates == CandidateExchange::Take) return knowledge_.question();
  if (step.invariants == InvariantExchange::Take) return invariants_;
  if (step.passing == Passing::Condition && knowledge_.verifies_something()) return knowledge_.gia();
  if (given() != nullptr) return std::make_shared<const exchange::Gia>(*given());
  return nullptr;
}

void StrategyRun::start(const StrategyStep& step, const Budget& outer) {
  if (step.candidates == CandidateExchange::Take && !knowledge_.asks()) return; // there is nothing to look at
  const Budget budget = outer.of(step, cpu_used());
  const std::string label =
      fmt::format("{:02}-{}", ++started_,
                  step.kind == StrategyStepKind::Run ? std::filesystem::path(step.actor).stem().string() : "steps");
  std::unique_ptr<task::Actor> actor;
  if (step.kind == StrategyStepKind::Run) {
    actor = options_.factory(step.actor, {.artifacts = artifact(label), .reduce = reducer(step), .with = step.with});
  } else {
    StrategyOptions inner = options_;
    inner.artifacts = artifact(label);
    inner.given = given();
    actor = make_strategy({.name = name_, .root = step}, std::move(inner));
  }
  std::shared_ptr<const exchange::Gia> condition = condition_for(step);
  const Stopwatch::Lap lap(exchange_);
  monitor_.progress(fmt::format("{}: starts{}", actor->name(), condition ? ", knowing what was verified" : ""));
  const task::Task task{task_.program, task_.property, budget.left(cpu_used()), condition.get()};
  running_.emplace_back(step, label, std::move(actor), task, condition, monitor_);
  running_.back().sources = step.invariants == InvariantExchange::Take ? std::vector{invariants_source_}
                            : step.passing == Passing::Nothing         ? std::vector<std::string>{"the given condition"}
                                                                       : knowledge_.sources();
}

StrategyRun::Next StrategyRun::absorb(Running& partner) {
  cpu_of_ended_ += partner.run.cpu_time();
  const Stopwatch::Lap lap(exchange_);
  Outcome outcome = partner.run.collect_outcome();
  look_at_candidates(partner, outcome);
  contribute(partner, outcome);
  keep(partner, outcome);
  if (outcome.verdict == Verdict::Unknown) {
    learn(partner, outcome);
    add_reason(partners_.back());
    say_what_was_given(partner);
    return Next::GoOn;
  }
  say_what_was_given(partner);
  if (depends_on_partners(partner, outcome))
    outcome.assumptions.push_back(fmt::format(
        "{} {}",
        partner.step.invariants == InvariantExchange::Take ? "invariants were found by" : "the rest was verified by",
        fmt::join(partner.sources, ", ")));
  decided_ = std::move(outcome);
  return Next::End;
}

// What a partner knows of candidates replaces what the others were asked.
void StrategyRun::look_at_candidates(const Running& partner, Outcome& outcome) {
  const CandidateExchange role = partner.step.candidates;
  if (role == CandidateExchange::Take && outcome.verdict == Verdict::True)
    outcome = {.reason = "none of the candidates is possible", .partners = std::move(outcome.partners)};
  if (role == CandidateExchange::None || outcome.verdict != Verdict::Unknown) return;
  if (outcome.gia && has_candidates(*outcome.gia))
    knowledge_.ask(&*outcome.gia);
  else if (role == CandidateExchange::Find)
    knowledge_.ask(nullptr);
}

std::string contribution(const Outcome& outcome) {
  switch (outcome.verdict) {
  case Verdict::True: return "proved that no error is reached";
  case Verdict::False: return "found inputs that lead to the error";
  case Verdict::Unknown: return outcome.reason;
  }
  unreachable();
}

// Of a partner that runs again and again, the last reason counts.
void StrategyRun::add_reason(const task::Contribution& partner) {
  std::erase_if(reasons_, [&](const auto& reason) { return reason.first == partner.partner; });
  const bool names_itself = partner.what.starts_with(partner.partner + " "); // as tools do
  reasons_.emplace_back(partner.partner, names_itself ? partner.what : partner.partner + ": " + partner.what);
}

// Whose results a partner was given, and where they are.
void StrategyRun::say_what_was_given(const Running& partner) {
  if (!partner.condition || partner.step.kind != StrategyStepKind::Run) return;
  std::string& what = partners_.back().what;
  if (!partner.sources.empty()) what += fmt::format("; given the results of {}", fmt::join(partner.sources, ", "));
  if (!options_.artifacts.empty()) what += fmt::format("; its condition is in {}.given.gia", partner.label);
}

// A tool or a strategy inside has said who did what; an engine is spoken for.
void StrategyRun::contribute(const Running& partner, Outcome& outcome) {
  if (outcome.partners.empty())
    outcome.partners.push_back(
        {.partner = partner.actor->name(), .verdict = outcome.verdict, .what = contribution(outcome)});
  if (outcome.partners.size() == 1) {
    task::Contribution& own = outcome.partners[0];
    own.wall_seconds = static_cast<double>(partner.run.wall_time().count()) / 1000;
    own.cpu_seconds = static_cast<double>(partner.run.cpu_time().count()) / 1000;
    if (own.what.empty()) own.what = contribution(outcome);
    if (depends_on_partners(partner, outcome)) own.what = "proved what was left open";
    if (const auto left = outcome.statistics.find("residual edges"); left != outcome.statistics.end())
      own.what += fmt::format(", on a residual program ({} of {} edges)", left->second, outcome.statistics["edges"]);
  }
  std::ranges::move(outcome.partners, std::back_inserter(partners_));
  outcome.partners.clear();
  const task::Contribution& last = partners_.back();
  monitor_.progress(fmt::format("{}: {}, {}", last.partner, task::name(last.verdict), last.what));
}

void StrategyRun::learn(const Running& partner, const Outcome& outcome) {
  if (!outcome.gia) return;
  if (partner.step.invariants == InvariantExchange::Give) {
    invariants_ = std::make_shared<const exchange::Gia>(*outcome.gia);
    invariants_source_ = partner.actor->name();
    progress_ = true;
    return;
  }
  // Candidates are for those who take them.
  const bool has_asked = partner.step.candidates != CandidateExchange::None;
  switch (knowledge_.learn(has_asked ? without_candidates(*outcome.gia) : *outcome.gia, partner.actor->name())) {
  case Knowledge::Learnt::Nothing: return;
  case Knowledge::Learnt::Contradiction:
    partners_.back().what += "; what it claims contradicts the others and was left out";
    return;
  case Knowledge::Learnt::Something: break;
  }
  progress_ = true;
  constexpr std::string_view remark = "; left a condition"; // which a strategy inside may have said already
  if (!partners_.back().what.ends_with(remark)) partners_.back().what += remark;
  monitor_.checkpoint(*knowledge_.gia());
}

void StrategyRun::keep(const Running& partner, const Outcome& outcome) const {
  if (options_.artifacts.empty()) return;
  std::filesystem::create_directories(options_.artifacts);
  if (partner.condition) exchange::write_gia(artifact(partner.label + ".given.gia"), *partner.condition);
  if (outcome.gia) exchange::write_gia(artifact(partner.label + ".gia"), *outcome.gia);
  nlohmann::json json = task::to_json(outcome, task_.program);
  json["partner"] = partner.actor->name();
  json["wall-seconds"] = static_cast<double>(partner.run.wall_time().count()) / 1000;
  json["cpu-seconds"] = static_cast<double>(partner.run.cpu_time().count()) / 1000;
  write_text_file(artifact(partner.label + ".json"), json.dump(2) + "\n");
}

Outcome StrategyRun::answer(const StrategyStep& root) {
  Outcome outcome;
  if (decided_) {
    outcome = std::move(*decided_);
  } else if (knowledge_.verifies_everything() && passes_conditions(root)) {
    outcome.verdict = Verdict::True;
    outcome.assumptions.push_back(fmt::format("{} each verified a part", fmt::join(knowledge_.sources(), ", ")));
  } else {
    for (const auto& [partner, reason] : reasons_) outcome.reason += (outcome.reason.empty() ? "" : "; ") + reason;
    if (reasons_.empty()) outcome.reason = "no time for any partner";
  }
  if (!outcome.gia && knowledge_.gia()) outcome.gia = *knowledge_.gia();
  outcome.partners = std::move(partners_);
  outcome.statistics["exchange seconds"] = exchange_.seconds();
  if (iterations_ > 0) {
    outcome.statistics["rounds"] = static_cast<double>(iterations_);
    outcome.statistics["exchange seconds per round"] = exchange_.seconds() / static_cast<double>(iterations_);
  }
  if (knowledge_.gia())
    outcome.statistics["states of the automaton"] = static_cast<double>(knowledge_.gia()->states().size());
  return outcome;
}

Outcome StrategyRun::run(const StrategyStep& root) {
  perform(root, Budget(task_.limits, reporting_reserve(task_.limits)));
  return answer(root);
}

class StrategyActor : public task::Actor {
public:
  StrategyActor(Strategy strategy, StrategyOptions options)
      : strategy_(std::move(strategy)), options_(std::move(options)) {
    check(strategy_.root);
  }
  std::string name() const override { return strategy_.name; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    return StrategyRun(task, monitor, options_, strategy_.name).run(strategy_.root);
  }

private:
  // That every partner exists is found out before anybody works.
  void check(const StrategyStep& step) const {
    for (const StrategyStep& inner : step.steps) check(inner);
    for (const StrategyStep& inner : step.otherwise) check(inner);
    if (step.kind != StrategyStepKind::Run) return;
    try {
      options_.factory(step.actor, {.reduce = reducer(step), .with = step.with});
    } catch (const InputError& error) {
      throw InputError(step.position, error.what());
    }
  }

  Strategy strategy_;
  StrategyOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_strategy(Strategy strategy, StrategyOptions options) {
  return std::make_unique<StrategyActor>(std::move(strategy), std::move(options));
}

} // namespace tandem::cooperate
