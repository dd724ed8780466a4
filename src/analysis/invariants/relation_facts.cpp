// The invariant finder as an actor, so that it can run in an isolated process.

#include "analysis/invariants/relation_facts.h"

#include "analysis/invariants/invariants.h"
#include "task/isolated.h"
#include "task/monitors.h"

namespace tandem::analysis::invariants {

namespace {

class Finder : public task::Actor {
public:
  std::string name() const override { return "relations"; }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    task::Outcome outcome;
    outcome.invariants = find_invariants(task, monitor, {.where_open = WhereOpen::Refuse}).in_program();
    return outcome;
  }
};

} // namespace

std::vector<exchange::LocationInvariant> relation_facts(const Program& program, const Property& property,
                                                        std::chrono::milliseconds at_most) {
  Finder finder;
  task::SilentMonitor quiet;
  const task::Limits limits{.cpu = at_most, .wall = 5 * at_most};
  return task::run_isolated(finder, {.program = program, .property = property, .limits = limits}, quiet).invariants;
}

} // namespace tandem::analysis::invariants
