// Exploration to a fixpoint on the reachability graph (reach/arg.h). Where one verdict is wanted, the first target that
// may be reached ends the exploration: there is no proof then. Otherwise each target that is not met is proved,
// provided that nothing was cut off. Where that leaves something open, and states were joined, it is explored once more
// with many more states kept apart: colours, modes and other small numbers in nodes then belong to the shape.

#include "analysis/shape/shape_analysis.h"

#include "analysis/reach/arg.h"
#include "analysis/shape/shape_domain.h"
#include "program/model/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace tandem::analysis::shape {

namespace {

class ShapeAnalysis : public task::Actor {
public:
  std::string name() const override { return "shape"; }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;
};

bool decides_all(const task::Task& task) { return task.search == task::TargetSearch::All; }

reach::ArgOptions graph_options(const task::Task& task) {
  reach::ArgOptions result;
  result.order = reach::Order::ReversePostOrder;
  result.at_target = decides_all(task) ? reach::AtTarget::Collect : reach::AtTarget::Pause;
  result.cover_candidates = std::numeric_limits<std::uint32_t>::max(); // states of one shape have to meet
  result.target_free = reach::TargetFree::Close;
  result.error_functions = task.property.error_functions;
  return result;
}

// The targets that some node stands before. A call through a pointer may be any of them.
std::set<const Edge*> met_targets(const reach::Arg& graph, const std::vector<Target>& all) {
  std::set<const Edge*> result;
  for (const reach::ArgNode& node : graph.nodes()) {
    if (node.status != reach::NodeStatus::Target) continue;
    const auto is_here = [&](const Target& target) { return target.call->from == node.at.location; };
    if (const auto found = std::ranges::find_if(all, is_here); found != all.end())
      result.insert(found->call);
    else
      for (const Target& target : all) result.insert(target.call);
  }
  return result;
}

class Exploration {
public:
  Exploration(const task::Task& task, task::Monitor& monitor, const pointers::AliasPartition& aliases,
              const StatesApart& most)
      : task_(task), monitor_(monitor), domain_(task.program, aliases, stacks_, most),
        graph_(task.program, aliases, stacks_, domain_, graph_options(task)) {}

  task::Outcome run();
  bool may_be_finer() const { return domain_.has_reached_limit(); }

private:
  reach::Arg::Pause explore();
  std::string reason_of_cut() const;
  std::string open_reason(reach::Arg::Pause pause) const;
  void decide_targets(task::Outcome& outcome);

  const task::Task& task_;
  task::Monitor& monitor_;
  reach::CallStacks stacks_{task_.program.entry()};
  ShapeDomain domain_;
  reach::Arg graph_;
};

reach::Arg::Pause Exploration::explore() {
  std::uint64_t next_report = 1000;
  return graph_.explore([&] {
    if (graph_.statistics().nodes >= next_report) {
      monitor_.progress(fmt::format("{} nodes, {} covered", graph_.statistics().nodes, graph_.statistics().covered));
      next_report *= 2;
    }
    return monitor_.should_stop();
  });
}

std::string Exploration::reason_of_cut() const {
  for (const reach::ArgNode& node : graph_.nodes())
    if (node.status == reach::NodeStatus::CutOff) return graph_.reasons()[node.reason];
  return "";
}

std::string Exploration::open_reason(reach::Arg::Pause pause) const {
  const std::string cut = reason_of_cut();
  if (pause != reach::Arg::Pause::Target) return cut.empty() ? "the shapes of lists do not rule out all targets" : cut;
  const Location& target = *graph_.nodes()[graph_.target()].at.location;
  if (target.out.empty()) return "the shapes of lists do not rule out a target";
  return "the shapes of lists do not rule out the target at " + task_.program.text(target.out.front()->range.begin);
}

task::Outcome Exploration::run() {
  const reach::Arg::Pause pause = explore();
  task::Outcome outcome = task::unknown("limit reached");
  outcome.statistics["nodes"] = static_cast<double>(graph_.nodes().size());
  if (pause == reach::Arg::Pause::Stopped) return outcome;
  outcome.reason = open_reason(pause);
  const bool is_complete = pause == reach::Arg::Pause::Done && reason_of_cut().empty();
  if (!is_complete) return outcome;
  if (graph_.closed_nodes()[reach::Arg::root]) {
    outcome.verdict = task::Verdict::True;
    outcome.reason.clear();
  }
  if (decides_all(task_)) decide_targets(outcome);
  return outcome;
}

void Exploration::decide_targets(task::Outcome& outcome) {
  const std::vector<Target> all = targets(task_.program, task_.property);
  const std::set<const Edge*> met = met_targets(graph_, all);
  for (const Target& target : all) {
    if (met.contains(target.call)) continue;
    task::TargetStatus status{.target = target.call, .state = TargetState::Unreachable, .by = "shape"};
    monitor_.decided(status);
    outcome.targets.push_back(std::move(status));
  }
}

task::Outcome ShapeAnalysis::run(const task::Task& task, task::Monitor& monitor) {
  const pointers::AliasPartition aliases(task.program, pointers::UndefinedFunctions::HaveNoEffect);
  Exploration first(task, monitor, aliases, {});
  task::Outcome outcome = first.run();
  if (outcome.verdict == task::Verdict::True || !first.may_be_finer() || monitor.should_stop()) return outcome;
  monitor.progress("once more, with more states kept apart");
  task::Outcome finer = Exploration(task, monitor, aliases, {.at_loop_head = 300, .elsewhere = 600}).run();
  return finer.verdict == task::Verdict::True || finer.targets.size() > outcome.targets.size() ? finer : outcome;
}

} // namespace

std::unique_ptr<task::Actor> make_shape_analysis() { return std::make_unique<ShapeAnalysis>(); }

} // namespace tandem::analysis::shape
