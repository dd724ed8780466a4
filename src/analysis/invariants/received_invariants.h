// Conditions at loop heads that partners tell while an engine runs: invariants they have proved, and conditions worth
// trying. For this engine all of them are candidates, which it proves itself. Where an execution violates an invariant
// that a partner claims, the partner is told and named.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "task/actor.h"

#include <string>
#include <vector>

namespace tandem::analysis::invariants {

class ReceivedInvariants {
public:
  ReceivedInvariants(const task::Task& task, task::Monitor& monitor) : task_(task), monitor_(monitor) {}

  // True if there are candidates that were not there before.
  bool listen();
  // Conjunct by conjunct, the latest last. Of a predicate that compares, the negation is a candidate as well.
  const std::vector<exchange::LocationInvariant>& candidates() const { return candidates_; }
  // Whether a partner says that it has proved it.
  bool is_claimed(const exchange::LocationInvariant& candidate) const;
  // The partners who told these; each once.
  std::vector<std::string> sources_of(const std::vector<exchange::LocationInvariant>& used) const;

private:
  void add(const exchange::LocationInvariant& candidate, const std::string& source);
  void take_invariants(const exchange::Fact& fact);
  void take_candidates(const exchange::Fact& fact);

  const task::Task& task_;
  task::Monitor& monitor_;
  std::vector<exchange::LocationInvariant> candidates_;
  std::vector<std::string> sources_; // of the candidates
  std::vector<exchange::LocationInvariant> claimed_;
};

} // namespace tandem::analysis::invariants
