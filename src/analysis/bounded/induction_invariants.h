// The invariants that the step of induction may assume: guessed, given by the condition, or told by partners, and in
// each case proved inductive before they are here. What is proved is told to the partners in turn.
#pragma once

#include "analysis/bounded/bmc.h"
#include "analysis/invariants/invariants.h"
#include "analysis/invariants/received_invariants.h"

#include <chrono>
#include <optional>

namespace tandem::analysis::bounded {

class InductionInvariants {
public:
  InductionInvariants(const task::Task& task, task::Monitor& monitor, const BmcOptions& options)
      : task_(task), monitor_(monitor), options_(options), received_(task, monitor) {}

  bool were_searched() const { return known_.has_value(); }
  const invariants::Invariants* known() const { return known_ ? &*known_ : nullptr; }
  // Guesses from samples; to be called once.
  void guess() { find(invariants::Guessing::FromSamples); }
  // True if partners have told an invariant that was not known.
  bool listen();
  // The partners who told some of them.
  std::vector<std::string> sources() const;

private:
  void find(invariants::Guessing guessing);
  void publish(const std::vector<exchange::LocationInvariant>& before);

  const task::Task& task_;
  task::Monitor& monitor_;
  const BmcOptions& options_;
  std::optional<invariants::Invariants> known_; // nothing: not searched for yet
  invariants::ReceivedInvariants received_;
  std::size_t tried_ = 0; // so many of what was received
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration listening_{0};
};

} // namespace tandem::analysis::bounded
