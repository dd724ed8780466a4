// The scheduler: starts attempts at the proof obligations that are due, uses free workers for speculative ones, and
// aborts attempts whose answer is no longer needed.
//
// Soundness. Claim: no execution violates an assertion through a verified check. Suppose one does; it ends with its
// first violation, and its stack holds one check for each activation. Among the verified checks on the stack take the
// one, c, that was verified first. Its region was last entered at its head, in some state. The extracted program starts
// in any state, can execute everything the region did from there on, and counts c and all checks further down the
// stack, since none of these was verified when the question about c was asked. So the extracted program reaches the
// error, too, in contradiction to its proof. Everything else that a proof assumes (facts, invariants of earlier proofs)
// holds up to the first violation, and the execution goes no further.

#include "region/gamble.h"

#include "program/model/expressions.h"

#include "region/attempt.h"
#include "region/proved_gia.h"
#include "region/tree_text.h"
#include "task/understood.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <poll.h>
#include <sys/resource.h>

namespace tandem::region {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using task::Verdict;

constexpr milliseconds poll_interval{50};

class GambleRun {
public:
  GambleRun(const task::Task& task, task::Monitor& monitor, Verifiers& verifiers, const GambleOptions& options,
            const std::vector<MakeFacts>& make_facts, std::vector<Attempted>& attempted)
      : task_(task), monitor_(monitor), verifiers_(verifiers), options_(options), attempted_(attempted),
        verification_context_(task.program, task.property), obligations_(verification_context_, options.batching) {
    for (const MakeFacts& make : make_facts)
      if (!obligations_.is_proved()) find_facts(make);
  }

  task::Outcome run() {
    if (verification_context_.checks().empty()) return finish(nothing_to_check());
    while (!decided_ && !obligations_.is_finished()) {
      if (monitor_.should_stop() || out_of_time()) return finish(task::unknown("time limit"));
      drop_unwanted();
      start_attempts();
      wait();
      if (monitor_.wants_checkpoint())
        monitor_.checkpoint(proved_gia(verification_context_, obligations_.verified(), "gamble"));
    }
    running_.clear();
    if (decided_) return finish(std::move(*decided_));
    if (obligations_.is_proved()) return finish({.verdict = Verdict::True});
    return finish(task::unknown(last_reason_));
  }

private:
  struct Running {
    std::unique_ptr<Attempt> attempt;
    Clock::time_point start = Clock::now();
  };

  static task::Outcome nothing_to_check() {
    task::Outcome outcome;
    outcome.verdict = Verdict::True;
    outcome.reason = task::nothing_to_check;
    return outcome;
  }

  // Facts are optional, so a failure of the analysis is not an error.
  void find_facts(const MakeFacts& make_facts) {
    const Clock::time_point start = Clock::now();
    try {
      facts_.push_back(make_facts(task_.program, time_for_facts()));
      const Facts& found = facts_.back();
      take_safe_checks(found, start);
    } catch (const std::exception& error) {
      monitor_.progress(std::string("no facts: ") + error.what());
    }
  }

  // Checks that the facts already prove need no verifier.
  void take_safe_checks(const Facts& facts, Clock::time_point start) {
    Attempted attempt{.region = "the whole program, by facts alone",
                      .reason = "facts about the whole program do not suffice for it"};
    for (const Edge* check : verification_context_.checks()) {
      if (facts.safe.empty() || !facts.safe[check->id]) {
        attempt.open.push_back(check);
        continue;
      }
      obligations_.prove(*check, verification_context_.tree().root());
      attempt.proved.push_back(check);
    }
    const std::size_t count = attempt.proved.size();
    if (count == 0) return;
    if (attempt.open.empty()) attempt.reason.clear();
    attempt.time = elapsed(start);
    attempted_.push_back(std::move(attempt));
    partners_.push_back(
        {.partner = "facts",
         .verdict = obligations_.is_proved() ? Verdict::True : Verdict::Unknown,
         .what = fmt::format("the whole program, {} of {} checks", count, verification_context_.checks().size()),
         .wall_seconds = static_cast<double>(elapsed(start).count()) / 1000});
  }

  bool is_root(const Question& question) const { return question.node == &verification_context_.tree().root(); }

  // Time.

  // The unused part of the task's limits.
  task::Limits time_left() const {
    task::Limits left;
    if (task_.limits.wall) left.wall = *task_.limits.wall - elapsed(start_);
    if (task_.limits.cpu) {
      milliseconds used = cpu_time() - cpu_at_start_;
      for (const Running& running : running_) used += running.attempt->cpu_time();
      left.cpu = *task_.limits.cpu - used;
    }
    return left;
  }

  // Proofs of regions often need no facts, so these get little time.
  milliseconds time_for_facts() const {
    const task::Limits left = time_left();
    const milliseconds most{1000};
    return std::min({most, left.wall.value_or(most * 10) / 10, left.cpu.value_or(most * 10) / 10});
  }

  static milliseconds elapsed(Clock::time_point since) {
    return std::chrono::duration_cast<milliseconds>(Clock::now() - since);
  }

  bool out_of_time() const {
    const task::Limits left = time_left();
    const milliseconds none{0};
    return (left.wall && *left.wall <= none) || (left.cpu && *left.cpu <= none);
  }

  // A region gets a part of the remaining time, so that some is left for the enclosing regions.
  task::Limits limits_for(const Question& question) const {
    task::Limits limits = time_left();
    if (task_.limits.memory) limits.memory = *task_.limits.memory / options_.jobs;
    if (is_root(question)) return limits;
    if (!limits.wall && !limits.cpu) limits.wall = options_.region_limit;
    const auto part = [this](milliseconds time) { return options_.jobs > 1 ? time * 4 / 5 : time / 2; };
    if (task_.limits.wall) limits.wall = part(*limits.wall);
    if (task_.limits.cpu) limits.cpu = part(*limits.cpu);
    return limits;
  }

  // Attempts.

  void start_attempts() {
    for (Question& question : obligations_.ready()) {
      if (running_.size() >= options_.jobs && !drop_one_speculative()) return;
      start(std::move(question), Urgency::Due);
    }
    if (options_.jobs < 2) return;
    while (running_.size() < options_.jobs) {
      std::vector<Question> speculative = obligations_.speculative();
      if (speculative.empty()) return;
      start(std::move(speculative.front()), Urgency::Speculative);
    }
  }

  bool drop_one_speculative() {
    const auto found = std::ranges::find_if(
        running_, [](const Running& running) { return running.attempt->urgency() == Urgency::Speculative; });
    if (found == running_.end()) return false;
    drop(found);
    return true;
  }

  void drop_unwanted() {
    for (auto at = running_.begin(); at != running_.end();) {
      const auto next = std::next(at);
      if (!obligations_.is_wanted(at->attempt->question())) drop(at);
      at = next;
    }
  }

  void drop(std::list<Running>::iterator at) {
    obligations_.end(at->attempt->question());
    ++dropped_;
    running_.erase(at);
  }

  void start(Question question, Urgency urgency) {
    for (const Facts& facts : facts_)
      if (facts.at) std::ranges::copy(facts.at(*question.node->head), std::back_inserter(question.facts));
    if (options_.learning == Learning::Keep) question.proved = learnt_;
    obligations_.begin(question);
    const task::Limits limits = limits_for(question);
    const bool whole = is_root(question);
    monitor_.progress(
        fmt::format("{}: {} to prove", whole ? "the whole program" : title(*question.node),
                    question.enabled.size() == 1 ? "one check" : fmt::format("{} checks", question.enabled.size())));
    const Question& asked = question;
    const auto work = [&, asked](task::Monitor& monitor) {
      VerifierQuery query(verification_context_, limits, monitor);
      return whole ? query.about_whole(asked, *verifiers_.whole, *verifiers_.trimmed)
                   : query.about_region(asked, *verifiers_.region);
    };
    running_.push_back({std::make_unique<Attempt>(verification_context_, question, urgency, work)});
  }

  void wait() {
    if (running_.empty()) return;
    std::vector<pollfd> waiting;
    for (const Running& running : running_) waiting.push_back({running.attempt->descriptor(), POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(poll_interval.count())) <= 0) return;
    std::size_t i = 0;
    for (auto at = running_.begin(); at != running_.end(); ++i) {
      const auto next = std::next(at);
      if (waiting[i].revents != 0)
        if (auto answer = at->attempt->receive(monitor_)) record_answer(at, *answer);
      at = next;
    }
  }

  void record_answer(std::list<Running>::iterator at, const Answer& answer) {
    const Question question = at->attempt->question();
    attempted_.push_back({.region = is_root(question) ? "the whole program" : title(*question.node),
                          .proved = answer.proved,
                          .open = answer.open,
                          .queries = answer.queries,
                          .reason = answer.reason,
                          .time = elapsed(at->start)});
    running_.erase(at);
    queries_ += answer.queries;
    partners_.insert(partners_.end(), answer.partners.begin(), answer.partners.end());
    obligations_.end(question);
    for (const Edge* check : answer.proved) obligations_.prove(*check, *question.node);
    for (const Edge* check : answer.open) obligations_.give_up(*check, question);
    for (const exchange::LocationInvariant& fact : answer.learnt)
      if (std::ranges::find(learnt_, fact) == learnt_.end()) learnt_.push_back(fact);
    if (!answer.proved.empty()) assumptions_.insert(answer.assumptions.begin(), answer.assumptions.end());
    if (!answer.open.empty()) last_reason_ = answer.reason;
    if (answer.outcome && answer.outcome->verdict == Verdict::False) decided_ = *answer.outcome;
  }

  // Of this process, which computes the facts, and of all children that it has waited for.
  static milliseconds cpu_time() {
    milliseconds sum{0};
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
      rusage usage{};
      ::getrusage(who, &usage);
      for (const timeval& time : {usage.ru_utime, usage.ru_stime})
        sum += milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000);
    }
    return sum;
  }

  // Result.

  task::Outcome finish(task::Outcome outcome) {
    running_.clear();
    for (const std::string& assumption : assumptions_)
      if (std::ranges::find(outcome.assumptions, assumption) == outcome.assumptions.end())
        outcome.assumptions.push_back(assumption);
    outcome.partners = partners_;
    outcome.statistics["regions"] = static_cast<double>(verification_context_.tree().nodes().size());
    outcome.statistics["checks"] = static_cast<double>(verification_context_.checks().size());
    outcome.statistics["attempts"] = static_cast<double>(attempted_.size());
    outcome.statistics["attempts dropped"] = static_cast<double>(dropped_);
    outcome.statistics["facts from proofs"] = static_cast<double>(learnt_.size());
    outcome.statistics["verifier runs"] = static_cast<double>(queries_);
    outcome.statistics["checks proved below the root"] =
        static_cast<double>(std::ranges::count_if(obligations_.proofs(), [&](const ProofObligations::Proof& proof) {
          return proof.node != &verification_context_.tree().root();
        }));
    if (outcome.verdict != Verdict::False)
      outcome.gia = proved_gia(verification_context_, obligations_.verified(), "gamble");
    return outcome;
  }

  const task::Task& task_;
  task::Monitor& monitor_;
  Verifiers& verifiers_;
  const GambleOptions& options_;
  std::vector<Attempted>& attempted_;
  VerificationContext verification_context_;
  ProofObligations obligations_;
  std::vector<Facts> facts_;
  std::vector<exchange::LocationInvariant> learnt_; // from proofs of regions
  std::list<Running> running_;
  Clock::time_point start_ = Clock::now();
  milliseconds cpu_at_start_ = cpu_time();
  std::uint32_t queries_ = 0, dropped_ = 0;
  std::set<std::string> assumptions_;
  std::vector<task::Contribution> partners_; // each run of a verifier
  std::string last_reason_ = "no region could be proved";
  std::optional<task::Outcome> decided_;
};

} // namespace

Gamble::Gamble(Verifiers verifiers, GambleOptions options, std::vector<MakeFacts> make_facts)
    : verifiers_(std::move(verifiers)), options_(options), make_facts_(std::move(make_facts)) {}

task::Outcome Gamble::run(const task::Task& task, task::Monitor& monitor) {
  attempted_.clear();
  // A region does not know which objects exist when it is entered.
  if (asks_about_memory(task.program)) return task::unknown("regions are not cut out of programs that check memory");
  return GambleRun(task, monitor, verifiers_, options_, make_facts_, attempted_).run();
}

} // namespace tandem::region
