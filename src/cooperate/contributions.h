// What the partners of a strategy did, in words for people.
#pragma once

#include "cooperate/running_partner.h"
#include "task/outcome.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tandem::cooperate {

class Contributions {
public:
  // Of a partner that has ended. The outcome of a tool or a strategy has a list of its own; an engine is described
  // here. The outcome's own list is emptied.
  void add(const RunningPartner& partner, task::Outcome& outcome);
  const task::Contribution& last() const { return list_.back(); }

  // For the journal: the last one has ended; it has decided the task, and this one is not needed any more.
  void note_end(const RunningPartner& partner) const;
  void note_needless(const RunningPartner& partner) const;

  // Remarks on the last one.
  void remark_contradiction();
  void remark_condition();
  // What passed between it and partners that worked at the same time.
  void remark_facts(const RunningPartner& partner, const task::Outcome& outcome, const LiveExchange& exchange);
  // Its proof rests on a partner that was wrong, so it is none.
  void remark_yielded();
  void remark_wrong_ground();
  // The partners whose results it was given; the file they are in, if artifacts are kept.
  void remark_given(const RunningPartner& partner, bool keeps_artifacts);
  // The last one ended without a verdict; if it is a strategy, so did all of its partners. Of a partner that runs
  // repeatedly, the last reason counts.
  void add_reasons();
  // Remarks on partners of which something was wrong.
  void remark_wrong(const std::map<std::string, std::string>& wrong);
  std::string names_of_last() const; // of all its partners, if it is a strategy

  std::string reason() const; // why there is no verdict
  std::vector<task::Contribution> take() { return std::move(list_); }

private:
  std::vector<task::Contribution> list_;
  std::size_t last_ = 0;                                     // where the last one begins
  std::vector<std::pair<std::string, std::string>> reasons_; // by partner
};

// By a limit or a signal, before it came to its end.
bool was_stopped(const task::Outcome& outcome);
// For the journal: "a condition of 3 states".
std::string condition_text(const exchange::Gia& condition);
// What a verdict rests on that depends on the partner's condition.
std::string assumption_text(const RunningPartner& partner);
// What a verdict rests on to which each of the partners has contributed a part.
std::string assumption_text(const std::vector<std::string>& partners);
// The same where the condition of the task need not be assumed, because others verify what it leaves out.
std::vector<std::string> without_given_condition(std::vector<std::string> assumptions);

} // namespace tandem::cooperate
