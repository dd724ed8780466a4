// The transitions of an automaton built from a witness; those that differ only in their edge are merged.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace tandem::exchange::witness {

// The condition in our notation; "" for true.
std::string witness_condition(std::string text);

class WitnessTransitions {
public:
  void add(StateId source, const Edge& edge, const std::string& condition, StateId target) {
    edges_[{source, target, condition}].insert(edge.id);
  }
  void add_any(StateId source, StateId target) { any_.insert({source, target}); }

  // Into a builder that has the states.
  void put(GiaBuilder& builder, const Program& program) const;

private:
  std::map<std::tuple<StateId, StateId, std::string>, std::set<std::uint32_t>> edges_;
  std::set<std::pair<StateId, StateId>> any_;
};

} // namespace tandem::exchange::witness
