// A partner at work in a process of its own, with all that it refers to.
#pragma once

#include "cooperate/live_exchange.h"
#include "cooperate/strategy.h"
#include "task/isolated.h"
#include "task/monitors.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace tandem::cooperate {

// Puts the partner's name before its progress and its facts; steps inside a partner that is a strategy have their own.
class PartnerMonitor : public task::ForwardingMonitor {
public:
  PartnerMonitor(task::Monitor& outer, std::string name, LiveExchange& exchange)
      : ForwardingMonitor(outer), name_(std::move(name)), exchange_(exchange), listener_(exchange.join()) {}

  void progress(std::string_view text) override {
    last_ = text;
    outer().progress(name_.empty() ? last_ : fmt::format("{}: {}", name_, text));
  }
  void publish(const exchange::Fact& fact) override {
    exchange::Fact named = fact;
    if (!name_.empty()) named.source = name_;
    if (exchange_.add(named, listener_) == LiveExchange::Added::New) outer().publish(named);
  }
  std::vector<exchange::Fact> received() override { return exchange_.news(listener_); }

  const std::string& last_progress() const { return last_; }
  LiveExchange::Listener listener() const { return listener_; }
  void decided(const task::TargetStatus& status) override { outer().decided(status); }

private:
  std::string name_; // empty: of a composite step
  std::string last_;
  LiveExchange& exchange_;
  LiveExchange::Listener listener_;
};

struct RunningPartner {
  RunningPartner(const StrategyStep& its_step, std::string its_label, std::unique_ptr<task::Actor> its_actor,
                 const task::Task& its_task, std::shared_ptr<const exchange::Gia> its_condition, task::Monitor& outer,
                 LiveExchange& exchange)
      : step(its_step), label(std::move(its_label)), actor(std::move(its_actor)), condition(std::move(its_condition)),
        task(its_task), monitor(outer, is_composite() ? "" : actor->name(), exchange), run(*actor, task, monitor) {}

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
