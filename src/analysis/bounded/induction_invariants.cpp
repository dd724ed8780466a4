// What partners tell is tried once, together with what is known: a candidate that was not inductive then is not tried
// again, since there may be many and each attempt costs the induction time.

#include "analysis/bounded/induction_invariants.h"

#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"

#include <algorithm>

namespace tandem::analysis::bounded {

using exchange::LocationInvariant;

bool InductionInvariants::listen() {
  constexpr std::chrono::milliseconds at_first{500};
  constexpr int part = 5; // a fifth of the time
  const auto begin = std::chrono::steady_clock::now();
  if (part * listening_ > begin - start_ + part * at_first || !received_.listen()) return false;
  const std::size_t before = known_ ? known_->all.size() : 0;
  find(invariants::Guessing::None);
  listening_ += std::chrono::steady_clock::now() - begin;
  return known_->all.size() > before;
}

// The known ones are candidates again: some of the new ones may be inductive only together with them.
void InductionInvariants::find(invariants::Guessing guessing) {
  invariants::InvariantOptions help{.solver = options_.solver,
                                    .guessing = guessing,
                                    .deterministic_iterations = options_.deterministic_iterations,
                                    .long_runs = options_.long_runs};
  // Those of the condition may be wrong, so they pass the same check.
  if (task_.condition != nullptr) help.given = exchange::invariants_of(task_.program, *task_.condition);
  if (guessing == invariants::Guessing::FromSamples) received_.listen();
  const std::vector<LocationInvariant>& told = received_.candidates();
  help.given.insert(help.given.end(), told.begin() + static_cast<std::ptrdiff_t>(tried_), told.end());
  tried_ = told.size();
  std::vector<LocationInvariant> before;
  if (known_) {
    before = known_->all;
    help.given.insert(help.given.end(), before.begin(), before.end());
    help.results = known_->results;
  }
  invariants::Invariants found = invariants::find_invariants(task_, monitor_, help);
  if (known_ && found.all.size() < before.size()) return; // the search was stopped
  known_ = std::move(found);
  publish(before);
}

// Only what holds in all executions, and what no partner has proved.
void InductionInvariants::publish(const std::vector<LocationInvariant>& before) {
  if (!known_->are_complete) return;
  std::vector<LocationInvariant> own = known_->in_program();
  std::erase_if(own, [&](const LocationInvariant& each) {
    return received_.is_claimed(each) || std::ranges::find(before, each) != before.end();
  });
  if (own.empty()) return;
  monitor_.publish(exchange::location_fact(exchange::FactKind::Invariants, task_.program, own,
                                           exchange::gia_header(task_.program, task_.property, "tandem kinduction")));
}

std::vector<std::string> InductionInvariants::sources() const {
  return known_ ? received_.sources_of(known_->of_given) : std::vector<std::string>();
}

} // namespace tandem::analysis::bounded
