// A partner at work in a process of its own, with all that it refers to.
#pragma once

#include "cooperate/budget.h"
#include "cooperate/live_exchange.h"
#include "cooperate/strategy.h"
#include "cooperate/turns.h"
#include "exchange/gia/unreachable_targets.h"
#include "exchange/journal/journal.h"
#include "task/isolated.h"
#include "task/monitors.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem::cooperate {

// How the last line of progress begins of a partner that has ended without a verdict.
inline constexpr std::string_view has_ended = "UNKNOWN, ";

// Puts the partner's name before its progress and its facts, and keeps the journal; steps inside a partner that is a
// strategy have their own.
class PartnerMonitor : public task::ForwardingMonitor {
public:
  PartnerMonitor(task::Monitor& outer, std::string name, LiveExchange& exchange, exchange::Journal::Run journal)
      : ForwardingMonitor(outer), name_(std::move(name)), exchange_(exchange), listener_(exchange.join()),
        journal_(std::move(journal)) {}

  void progress(std::string_view text) override {
    note(text);
    outer().progress(name_.empty() ? last_ : fmt::format("{}: {}", name_, text));
  }
  void learnt(std::string_view text) override {
    note(text);
    last_learnt_ = text;
    has_news_ = true;
    outer().learnt(name_.empty() ? last_ : fmt::format("{}: {}", name_, text));
  }
  // Whether it has found out something since the last call.
  bool take_news() { return std::exchange(has_news_, false); }
  // Whether others have told it something since the last call.
  bool take_told() { return std::exchange(was_told_, false); }
  void publish(const exchange::Fact& fact) override {
    exchange::Fact named = fact;
    if (!name_.empty()) named.source = name_;
    if (!name_.empty() && named.about == exchange::about_targets) return; // not for partners to say
    pass_on(named);
  }
  // Of what it has decided.
  void publish_unreachable(const exchange::Fact& fact) { pass_on(fact); }
  std::vector<exchange::Fact> received() override {
    std::vector<exchange::Fact> news = exchange_.news(listener_);
    was_told_ |= !news.empty();
    if (!name_.empty())
      for (const exchange::Fact& fact : news) journal_.got(exchange::name(fact.kind), fact.source);
    return news;
  }

  const std::string& last_progress() const { return last_; }
  const std::string& last_learnt() const { return last_learnt_; }
  // Of a composite step: what its partners have said last, in the order in which they began.
  const std::vector<std::pair<std::string, std::string>>& inner_partners() const { return inner_; }
  LiveExchange::Listener listener() const { return listener_; }
  void decided(const task::TargetStatus& status) override {
    if (!name_.empty()) journal_.decided(status.target->name, tandem::name(status.state));
    if (!name_.empty() && status.state == TargetState::Unreachable) {
      unreachable_.push_back(status.target);
      ++unreachable_count_;
    }
    outer().decided(status);
  }
  // Targets that it has shown to be unreachable since the last call.
  std::vector<const Edge*> take_unreachable() { return std::exchange(unreachable_, {}); }
  std::size_t unreachable_count() const { return unreachable_count_; }
  const exchange::Journal::Run& journal() const { return journal_; }

private:
  void pass_on(const exchange::Fact& named) {
    if (exchange_.add(named, listener_) != LiveExchange::Added::New) return;
    if (!name_.empty()) journal_.sent(exchange::name(named.kind));
    outer().publish(named);
  }
  void note(std::string_view text) {
    last_ = text;
    const std::size_t colon = text.find(": ");
    if (!name_.empty() || colon == std::string_view::npos) return;
    const std::string_view partner = text.substr(0, colon);
    // One that has ended and speaks has begun once more.
    auto said = std::ranges::find_if(inner_, [&](const auto& each) {
      return each.first == partner && (!each.second.starts_with(has_ended) || &each == &inner_.back());
    });
    if (said == inner_.end()) said = inner_.emplace(inner_.end(), partner, "");
    said->second = text.substr(colon + 2);
  }

  std::string name_; // empty: of a composite step
  std::string last_, last_learnt_;
  std::vector<std::pair<std::string, std::string>> inner_;
  bool has_news_ = false, was_told_ = false;
  std::vector<const Edge*> unreachable_;
  std::size_t unreachable_count_ = 0;
  LiveExchange& exchange_;
  LiveExchange::Listener listener_;
  exchange::Journal::Run journal_;
};

// To answer when its time is over. It fits into the reporting reserve.
inline constexpr std::chrono::milliseconds partner_grace_period{200};

struct RunningPartner {
  RunningPartner(const StrategyStep& its_step, std::string its_label, std::unique_ptr<task::Actor> its_actor,
                 const task::Task& its_task, std::shared_ptr<const exchange::Gia> its_condition, task::Monitor& outer,
                 LiveExchange& exchange, const exchange::Journal::Run& journal)
      : step(its_step), label(std::move(its_label)), actor(std::move(its_actor)), condition(std::move(its_condition)),
        task(its_task), monitor(outer, is_composite() ? "" : actor->name(), exchange, journal),
        run(*actor, task, monitor) {}

  bool is_composite() const { return step.kind != StrategyStepKind::Run; }

  const StrategyStep& step;
  std::string label; // of its artifacts
  std::unique_ptr<task::Actor> actor;
  std::shared_ptr<const exchange::Gia> condition; // that its task has; nullptr: none
  std::vector<std::string> sources;               // of the condition
  task::Task task;
  PartnerMonitor monitor;
  task::Isolated run;
  std::optional<exchange::Gia> checkpoint; // what it had verified when it was last looked at
  bool restarts = false;                   // once it has stopped
  bool yields = false;                     // it was ended early, for the sake of those that follow
  bool is_too_large = false;               // it was ended since all of them together had too little memory
  std::optional<Budget> share;             // of a partner that goes on when this is over
  bool is_behind = false;                  // it is over: others have begun, and it has the smaller part of the time
  Effort effort;
};

// Whether the verdict holds only if the condition that the partner was given is right. Explorers of candidates may use
// paths that are ut as hints alone, and a partner that takes invariants proves them itself; they say so.
inline bool depends_on_condition(const RunningPartner& partner, const task::Outcome& outcome) {
  if (!partner.condition || outcome.verdict != task::Verdict::True || partner.step.passing == Passing::Nothing)
    return false;
  const bool leaves_out_verified =
      partner.step.candidates == CandidateExchange::None && partner.step.invariants == InvariantExchange::None;
  return leaves_out_verified || outcome.rests_on_condition;
}

} // namespace tandem::cooperate
