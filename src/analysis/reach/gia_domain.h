// A condition as a domain: where its automaton accepts ut, an earlier verifier has proved that no target follows, and
// exploration stops. Conditional model checking (Beyer, Henzinger, Keremoglu, Wendler, FSE 2012) without changing the
// program.
//
// A state is the set of automaton states that runs on the path may be in, as far as they may still accept ut. A step
// splits on each assumption and invariant it meets, so that the other domains can use them.
#pragma once

#include "analysis/reach/domain.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/run_gia.h"

#include <map>

namespace tandem::analysis::reach {

class GiaDomain : public Domain {
public:
  // Keeps a reference.
  explicit GiaDomain(exchange::RunGia& gia) : gia_(gia), future_(exchange::future_acceptance(gia.gia())) {}

  StatePtr initial(const ControlPoint& start) override;
  std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override;
  // Only the same set of states: nodes with different sets are kept separate.
  bool covers(const DomainState& larger, const DomainState& smaller, const ControlPoint& at) override;
  std::uint64_t hash(const DomainState& state) override;
  ExplorationStatus exploration_status(const DomainState& state, const ControlPoint& at) override;

private:
  using Set = std::vector<exchange::StateId>; // sorted

  StatePtr intern(Set set);

  exchange::RunGia& gia_;
  std::vector<exchange::FutureAcceptance> future_; // by StateId
  std::map<Set, StatePtr> sets_;
};

} // namespace tandem::analysis::reach
