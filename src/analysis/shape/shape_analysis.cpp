// Exploration to a fixpoint on the reachability graph (reach/arg.h). Where one verdict is wanted, the first target that
// may be reached ends the run: there is no proof then. Otherwise each target that is not met is proved, provided that
// nothing was cut off.

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

std::string reason_of_cut(const reach::Arg& graph) {
  for (const reach::ArgNode& node : graph.nodes())
    if (node.status == reach::NodeStatus::CutOff) return graph.reasons()[node.reason];
  return "";
}

std::string open_reason(const reach::Arg& graph, reach::Arg::Pause pause) {
  const std::string cut = reason_of_cut(graph);
  if (pause != reach::Arg::Pause::Target) return cut.empty() ? "the shapes of lists do not rule out all targets" : cut;
  const Location& target = *graph.nodes()[graph.target()].at.location;
  if (target.out.empty()) return "the shapes of lists do not rule out a target";
  return "the shapes of lists do not rule out the target at " + graph.program().text(target.out.front()->range.begin);
}

task::Outcome ShapeAnalysis::run(const task::Task& task, task::Monitor& monitor) {
  const pointers::AliasPartition aliases(task.program, pointers::UndefinedFunctions::HaveNoEffect);
  reach::CallStacks stacks(task.program.entry());
  ShapeDomain domain(task.program, aliases, stacks);
  reach::Arg graph(task.program, aliases, stacks, domain, graph_options(task));
  std::uint64_t next_report = 1000;
  const reach::Arg::Pause pause = graph.explore([&] {
    if (graph.statistics().nodes >= next_report) {
      monitor.progress(fmt::format("{} nodes, {} covered", graph.statistics().nodes, graph.statistics().covered));
      next_report *= 2;
    }
    return monitor.should_stop();
  });
  task::Outcome outcome = task::unknown("limit reached");
  outcome.statistics["nodes"] = static_cast<double>(graph.nodes().size());
  if (pause == reach::Arg::Pause::Stopped) return outcome;
  outcome.reason = open_reason(graph, pause);
  const bool is_complete = pause == reach::Arg::Pause::Done && reason_of_cut(graph).empty();
  if (!is_complete) return outcome;
  const std::vector<Target> all = targets(task.program, task.property);
  const std::set<const Edge*> met = met_targets(graph, all);
  if (graph.closed_nodes()[reach::Arg::root]) {
    outcome.verdict = task::Verdict::True;
    outcome.reason.clear();
  }
  if (!decides_all(task)) return outcome;
  for (const Target& target : all) {
    if (met.contains(target.call)) continue;
    task::TargetStatus status{.target = target.call, .state = TargetState::Unreachable, .by = name()};
    monitor.decided(status);
    outcome.targets.push_back(std::move(status));
  }
  return outcome;
}

} // namespace

std::unique_ptr<task::Actor> make_shape_analysis() { return std::make_unique<ShapeAnalysis>(); }

} // namespace tandem::analysis::shape
