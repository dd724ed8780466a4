#include "tool/told_invariants.h"

#include "exchange/gia/conjuncts.h"
#include "exchange/gia/invariant_gia.h"

#include <algorithm>

namespace tandem::tool {

using exchange::LocationInvariant;

namespace {

// More of them make the program harder to read for a tool than they help.
constexpr std::size_t most = 64;

} // namespace

ToldInvariants::ToldInvariants(const task::Task& task, ProveInvariants prove) : prove_(std::move(prove)) {
  if (task.condition != nullptr) all_ = exchange::invariants_of(task.program, *task.condition);
  of_condition_ = all_.size();
}

bool ToldInvariants::listen(const task::Task& task, task::Monitor& monitor) {
  bool is_new = false;
  for (const exchange::Fact& fact : monitor.received())
    if (fact.kind == exchange::FactKind::Invariants) is_new = take(fact, task.program) || is_new;
  if (!is_new) return false;
  const std::size_t before = all_.size();
  all_.resize(of_condition_);
  const std::vector<LocationInvariant> hold = prove_ ? prove_(task, told_, monitor) : told_;
  all_.insert(all_.end(), hold.begin(), hold.end());
  return all_.size() > before;
}

bool ToldInvariants::take(const exchange::Fact& fact, const Program& program) {
  const std::size_t before = told_.size();
  for (const LocationInvariant& each : exchange::invariants_of(program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition)) {
      const LocationInvariant told{each.location, part};
      if (told_.size() >= most || std::ranges::find(told_, told) != told_.end()) continue;
      told_.push_back(told);
      sources_.push_back(fact.source);
    }
  return told_.size() > before;
}

std::vector<std::string> ToldInvariants::partners() const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < told_.size(); ++i)
    if (std::ranges::find(all_, told_[i]) != all_.end() && std::ranges::find(result, sources_[i]) == result.end())
      result.push_back(sources_[i]);
  return result;
}

} // namespace tandem::tool
