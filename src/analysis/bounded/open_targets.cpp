#include "analysis/bounded/open_targets.h"

#include <algorithm>
#include <map>

namespace tandem::analysis::bounded {

OpenTargets::OpenTargets(const task::Task& task, task::Monitor& monitor, std::string actor)
    : monitor_(monitor), actor_(std::move(actor)) {
  for (const Target& target : targets(task.program, task.property)) open_.insert(target.call);
}

bool OpenTargets::has_provable() const {
  return std::ranges::any_of(open_, [&](const Edge* call) { return may_be_proved(*call); });
}

bool OpenTargets::has_several_provable() const {
  return std::ranges::count_if(open_, [&](const Edge* call) { return may_be_proved(*call); }) > 1;
}

smt::Term OpenTargets::any(smt::Terms& terms, const std::vector<symex::TargetTerm>& targets) const {
  std::vector<smt::Term> guards;
  for (const symex::TargetTerm& target : targets)
    if (is_open(*target.edge)) guards.push_back(target.guard);
  return terms.or_(guards);
}

std::vector<smt::Term> OpenTargets::provable(const std::vector<symex::TargetTerm>& targets,
                                             const std::set<const Edge*>& others) const {
  std::vector<smt::Term> guards;
  for (const symex::TargetTerm& target : targets)
    if (may_be_proved(*target.edge) && !others.contains(target.edge)) guards.push_back(target.guard);
  return guards;
}

std::vector<OpenTargets::Guards> OpenTargets::provable_by_call(const std::vector<symex::TargetTerm>& targets,
                                                               const std::set<const Edge*>& others) const {
  std::map<std::uint32_t, Guards> by_id;
  for (const symex::TargetTerm& target : targets) {
    if (!may_be_proved(*target.edge) || others.contains(target.edge)) continue;
    Guards& guards = by_id[target.edge->id];
    guards.call = target.edge;
    guards.terms.push_back(target.guard);
  }
  std::vector<Guards> result;
  for (auto& [id, guards] : by_id) result.push_back(std::move(guards));
  return result;
}

bool OpenTargets::reached(const task::Counterexample& found) {
  if (found.target == nullptr || !is_open(*found.target)) return false;
  decide({.target = found.target, .state = TargetState::Reached, .by = actor_, .counterexample = found});
  return true;
}

void OpenTargets::unreachable_but(const std::set<const Edge*>& others) {
  std::vector<const Edge*> proved;
  for (const Edge* call : open_)
    if (may_be_proved(*call) && !others.contains(call)) proved.push_back(call);
  std::ranges::sort(proved, {}, &Edge::id);
  for (const Edge* call : proved) decide({.target = call, .state = TargetState::Unreachable, .by = actor_});
}

const task::Counterexample* OpenTargets::first_reached() const {
  const auto found = std::ranges::find(statuses_, TargetState::Reached, &task::TargetStatus::state);
  return found == statuses_.end() ? nullptr : &*found->counterexample;
}

void OpenTargets::decide(task::TargetStatus status) {
  open_.erase(status.target);
  doubtful_.erase(status.target);
  decided_.insert(status.target);
  monitor_.decided(status);
  statuses_.push_back(std::move(status));
}

} // namespace tandem::analysis::bounded
