// Which loops are asked for is answered by a reducer: the program reduced to the candidates, folded everywhere, has
// exactly the locations on paths to them. The answer is a GIA without accepting states whose states carry the
// invariants.

#include "analysis/conditional/invariant_helper.h"

#include "analysis/invariants/invariants.h"
#include "analysis/value/interval_facts.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "transform/reduce/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tandem::analysis::conditional {

using exchange::LocationInvariant;

namespace {

struct Found {
  std::vector<LocationInvariant> invariants;
  bool are_complete = false; // they hold in all executions
};
using Find = std::function<Found(const task::Task& task, task::Monitor& monitor)>;

// The locations on paths to candidates; all without a condition.
std::set<const Location*> asked_for(const task::Task& task) {
  transform::reduce::ReduceOptions options;
  options.method = transform::reduce::ReduceMethod::Fold;
  options.fold_at = transform::reduce::FoldAt::Everywhere;
  options.keep = transform::reduce::Keep::Candidates;
  const auto& all = task.program.locations();
  if (task.condition == nullptr) return {all.begin(), all.end()};
  const transform::reduce::Residual asked = transform::reduce::reduce(task.program, *task.condition, options);
  return {asked.location_origin.begin(), asked.location_origin.end()};
}

class InvariantHelper : public task::Actor {
public:
  InvariantHelper(std::string name, Find find) : name_(std::move(name)), find_(std::move(find)) {}

  std::string name() const override { return name_; }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    const std::set<const Location*> asked = asked_for(task);
    auto [found, are_complete] = find_(task, monitor);
    std::erase_if(found, [&](const LocationInvariant& each) { return !asked.contains(each.location); });
    std::set<const Location*> heads;
    for (const LocationInvariant& each : found) heads.insert(each.location);
    task::Outcome outcome;
    outcome.reason = fmt::format("invariants of {} loops", heads.size());
    outcome.gia = exchange::invariant_gia(task.program, found,
                                          exchange::gia_header(task.program, task.property, "tandem " + name_));
    if (are_complete) outcome.invariants = std::move(found);
    outcome.statistics["loops with an invariant"] = static_cast<double>(heads.size());
    return outcome;
  }

private:
  std::string name_;
  Find find_;
};

Found intervals(const task::Task& task, task::Monitor& monitor) {
  const value::IntervalFacts facts =
      value::interval_facts(task.program, pointers::AliasPartition(task.program), task.property.error_functions,
                            [&] { return monitor.should_stop(); });
  std::vector<LocationInvariant> result;
  for (const auto& [location, condition] : facts.at_heads)
    result.push_back({task.program.locations()[location], condition});
  return {std::move(result), facts.is_complete};
}

Found guessed(const task::Task& task, task::Monitor& monitor, const std::string& solver) {
  const invariants::Invariants found = invariants::find_invariants(task, monitor, {.solver = solver});
  return {found.in_program(), found.are_complete};
}

} // namespace

std::unique_ptr<task::Actor> make_interval_invariants() {
  return std::make_unique<InvariantHelper>("interval-invariants", intervals);
}

std::unique_ptr<task::Actor> make_guessed_invariants(std::string solver) {
  return std::make_unique<InvariantHelper>(
      "guessed-invariants", [solver = std::move(solver)](const task::Task& task, task::Monitor& monitor) {
        return guessed(task, monitor, solver);
      });
}

} // namespace tandem::analysis::conditional
