#include "analysis/invariants/received_invariants.h"

#include "analysis/invariants/refute.h"
#include "exchange/gia/conjuncts.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "exchange/gia/unreachable_targets.h"
#include "program/cexpr/c_operators.h"

#include <algorithm>

namespace tandem::analysis::invariants {

using exchange::FactKind;
using exchange::LocationInvariant;

bool ReceivedInvariants::listen() {
  const std::size_t before = candidates_.size();
  for (const exchange::Fact& fact : monitor_.received()) {
    switch (fact.kind) {
    case FactKind::Invariants:
      if (fact.about != exchange::about_targets) take_invariants(fact); // those are no loop heads
      break;
    case FactKind::Candidates:
    case FactKind::Predicates: take_candidates(fact); break;
    case FactKind::Refuted: break; // what is wrong will not be proved
    }
  }
  return candidates_.size() > before;
}

bool ReceivedInvariants::is_claimed(const LocationInvariant& candidate) const {
  return std::ranges::find(claimed_, candidate) != claimed_.end();
}

std::vector<std::string> ReceivedInvariants::sources_of(const std::vector<LocationInvariant>& used) const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (std::ranges::find(used, candidates_[i]) != used.end() && std::ranges::find(result, sources_[i]) == result.end())
      result.push_back(sources_[i]);
  return result;
}

void ReceivedInvariants::add(const LocationInvariant& candidate, const std::string& source) {
  if (std::ranges::find(candidates_, candidate) != candidates_.end()) return;
  candidates_.push_back(candidate);
  sources_.push_back(source);
}

void ReceivedInvariants::take_invariants(const exchange::Fact& fact) {
  std::vector<LocationInvariant> claimed;
  for (const LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition)) claimed.push_back({each.location, part});
  const std::vector<LocationInvariant> wrong = refuted(task_.program, task_.property.error_functions, claimed);
  for (const LocationInvariant& each : claimed)
    if (std::ranges::find(wrong, each) == wrong.end()) {
      add(each, fact.source);
      claimed_.push_back(each);
    }
  if (wrong.empty()) return;
  exchange::Fact answer = exchange::location_fact(FactKind::Refuted, task_.program, wrong,
                                                  exchange::gia_header(task_.program, task_.property, "tandem"));
  answer.about = fact.source;
  monitor_.publish(answer);
}

void ReceivedInvariants::take_candidates(const exchange::Fact& fact) {
  cexpr::COperators operators(task_.program.context());
  for (const LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition)) {
      add({each.location, part}, fact.source);
      const bool is_comparison = part->kind() == ExprKind::Binary && tandem::is_comparison(part->binary_op());
      if (fact.kind == FactKind::Predicates && is_comparison)
        add({each.location, &operators.logical_not(*part)}, fact.source);
    }
}

} // namespace tandem::analysis::invariants
