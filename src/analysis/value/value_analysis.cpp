// One loop for three engines: explore until a target is met, then decide about it. Explicit analyses stop at each
// target; intervals collect targets and first finish the fixpoint, followed by two decreasing iterations, since many
// targets disappear. A target whose path is infeasible for certain is marked refuted; any other stays open. Checking
// paths may take a quarter of the time; targets met beyond that budget are deferred to the end of the exploration.
// value-cegar explores from the start again after each refinement.

#include "analysis/value/value_analysis.h"

#include "analysis/confirm/path_check.h"
#include "analysis/reach/arg_gia.h"
#include "analysis/reach/bounds_domain.h"
#include "analysis/reach/gia_domain.h"
#include "analysis/value/value_candidates.h"
#include "analysis/value/value_invariants.h"
#include "analysis/value/value_refinement.h"
#include "analysis/value/verified_values.h"
#include "exchange/combine/combine.h"
#include "exchange/combine/minimise.h"
#include "exchange/gia/gia_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace tandem::analysis::value {

using task::Verdict;

namespace {

constexpr std::uint32_t usual_recursion_bound = 64;
constexpr std::chrono::milliseconds usual_solver_limit{5'000}; // for one path

class ValueAnalysis : public task::Actor {
public:
  ValueAnalysis(ValueAnalysisOptions options, confirm::Confirm confirm)
      : options_(std::move(options)), confirm_(std::move(confirm)) {}

  std::string name() const override {
    switch (options_.kind) {
    case ValueKind::Explicit: return "value";
    case ValueKind::ExplicitByNeed: return "value-cegar";
    case ValueKind::Interval: return "interval";
    }
    unreachable();
  }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;

private:
  ValueAnalysisOptions options_;
  confirm::Confirm confirm_;
};

// One run on one task.
class ValueRun {
public:
  ValueRun(const task::Task& task, task::Monitor& monitor, const ValueAnalysisOptions& options,
           const confirm::Confirm& confirm, std::string name)
      : task_(task), monitor_(monitor), options_(options), confirm_(confirm), name_(std::move(name)),
        aliases_(task.program, options.undefined), stacks_(task.program.entry()),
        refinement_(task.program, aliases_, stacks_), values_(task.program, aliases_, stacks_, value_options()) {
    if (task.condition != nullptr) {
      condition_.emplace(task.program, *task.condition);
      condition_domain_.emplace(*condition_);
      parts_.push_back(&*condition_domain_);
    }
    if (options.limits.any()) parts_.push_back(&bounds_.emplace(options.limits));
    parts_.push_back(&values_);
    reach::Domain* whole = parts_.size() == 1 ? parts_.front() : &product_.emplace(parts_);
    graph_.emplace(task.program, aliases_, stacks_, *whole, graph_options());
  }

  task::Outcome run() {
    for (;;) {
      const reach::Arg::Pause pause = graph_->explore([this] { return poll(); });
      if (pause == reach::Arg::Pause::Stopped) return finish(task::unknown("limit reached"));
      if (pause == reach::Arg::Pause::Target) {
        if (auto done = examine(graph_->target())) return finish(std::move(*done));
        continue;
      }
      return finish(after_fixpoint());
    }
  }

private:
  ValueOptions value_options() {
    ValueOptions result;
    result.precision = options_.kind == ValueKind::Interval ? ValuePrecision::Intervals : ValuePrecision::Constants;
    if (options_.kind == ValueKind::ExplicitByNeed)
      result.tracks = [this](const AbstractObject& object) { return refinement_.tracks(object); };
    return result;
  }

  reach::ArgOptions graph_options() const {
    reach::ArgOptions result;
    const bool merges = options_.kind == ValueKind::Interval;
    result.order = options_.order.value_or(merges ? reach::Order::ReversePostOrder : reach::Order::DepthFirst);
    result.at_target = merges ? reach::AtTarget::Collect : reach::AtTarget::Pause;
    result.recursion_bound = options_.limits.recursion_bound.value_or(usual_recursion_bound);
    result.post_limit = options_.limits.post_limit;
    result.coverage = merges ? reach::Coverage::Everywhere : reach::Coverage::WherePathsMeet;
    result.target_free = reach::TargetFree::Close;
    result.error_functions = task_.property.error_functions;
    return result;
  }

  bool poll() {
    const reach::Arg::Statistics& statistics = graph_->statistics();
    if (statistics.nodes >= next_report_) {
      monitor_.learnt(
          fmt::format("{} nodes, {} covered, {} merged", statistics.nodes, statistics.covered, statistics.merges));
      // More often than strategies take for a sign that it finds out nothing more.
      next_report_ = statistics.nodes + statistics.nodes / 8 + 1000;
    }
    if (monitor_.wants_checkpoint()) checkpoint();
    if (Clock::now() >= next_candidates_) tell_candidates();
    return monitor_.should_stop();
  }

  // Partners may prove what was seen so far; the more there is to see, the less often.
  void tell_candidates() {
    if (options_.kind == ValueKind::Interval || product_) return; // of a product, states are not values alone
    const auto candidates = value_candidates(*graph_, values_);
    if (!candidates.empty())
      monitor_.publish(exchange::location_fact(exchange::FactKind::Candidates, task_.program, candidates, header()));
    next_candidates_ = Clock::now() + (Clock::now() - start_);
  }

  exchange::GiaHeader header() const { return exchange::gia_header(task_.program, task_.property, "tandem " + name_); }

  void checkpoint() {
    monitor_.checkpoint(condition());
    const std::vector<bool> closed = graph_->closed_nodes();
    monitor_.progress(fmt::format("checkpoint: {} of {} nodes closed", std::count(closed.begin(), closed.end(), true),
                                  closed.size()));
  }

  // Paths as far as they separate what is verified; values where they do not, as in a loop that repeats itself.
  exchange::Gia condition() {
    const exchange::Gia paths = reach::gia_of(*graph_, header(), confirmed_, reach::Detail::Worthwhile);
    const bool tells_all =
        std::ranges::none_of(paths.states(), [](const auto& state) { return state.name == reach::vague_state; });
    std::optional<exchange::Gia> values;
    if (!tells_all && !confirmed_ && !product_ && options_.kind != ValueKind::Interval)
      values = verified_values(*graph_, values_, header());
    if (!values) return exchange::combine::minimised(paths);
    const std::array inputs{exchange::combine::CombineInput{&paths, "paths"},
                            exchange::combine::CombineInput{&*values, "values"}};
    return exchange::combine::combined(inputs);
  }

  // A possible error: confirmed, refined, or left open.
  std::optional<task::Outcome> examine(reach::NodeId target) {
    if (options_.kind == ValueKind::ExplicitByNeed && refinement_.learn_from(*graph_, target)) {
      ++refinements_;
      monitor_.progress(fmt::format("refinement {}: {} variables", refinements_, refinement_.size()));
      graph_->restart();
      deferred_.clear();
      return std::nullopt;
    }
    if (is_over_budget()) {
      deferred_.push_back(target);
      graph_->cut_off(target, "a possible error path was not checked");
      return std::nullopt;
    }
    return decide(target);
  }

  // Checking single paths must not starve the exploration.
  bool is_over_budget() const {
    constexpr int share = 4;
    constexpr std::chrono::milliseconds allowance{500};
    return checking_ > allowance && checking_ * share > Clock::now() - start_;
  }

  std::optional<task::Outcome> decide(reach::NodeId target) {
    const Clock::time_point begin = Clock::now();
    const confirm::PathCheck check =
        confirm::check_path(*graph_, target,
                            {.solver = options_.solver,
                             .limit = options_.limits.solver_limit.value_or(usual_solver_limit),
                             .should_stop = [this] { return monitor_.should_stop(); }});
    checking_ += Clock::now() - begin;
    if (check.answer == confirm::PathCheck::Answer::Feasible) {
      task::Counterexample found = check.found;
      if (confirm_) found = confirm_(task_.program, std::move(found));
      if (found.confirmed != task::Confirmation::None) {
        confirmed_ = target;
        task::Outcome outcome;
        outcome.verdict = Verdict::False;
        outcome.counterexample = std::move(found);
        return outcome;
      }
      remark_ = "a possible error path was not confirmed: " + found.remark;
    } else if (check.is_proof) {
      graph_->refute(target);
      return std::nullopt;
    } else if (remark_.empty()) {
      remark_ = check.answer == confirm::PathCheck::Answer::Infeasible
                    ? "the values do not distinguish a possible error path from real ones"
                    : "a possible error path was not decided: " + check.reason;
    }
    graph_->cut_off(target, remark_);
    return std::nullopt;
  }

  task::Outcome after_fixpoint() {
    constexpr int passes = 2;
    if (options_.kind == ValueKind::Interval)
      for (int i = 0; i < passes && !monitor_.should_stop(); ++i)
        graph_->decreasing_iteration([this] { return monitor_.should_stop(); });
    // Afterwards targets that stay open are cut off, too.
    const bool is_complete =
        !product_ && deferred_.empty() && std::ranges::none_of(graph_->nodes(), [](const reach::ArgNode& node) {
          return node.status == reach::NodeStatus::CutOff;
        });
    std::vector<reach::NodeId> possible = std::move(deferred_);
    for (reach::NodeId id = 0; id < graph_->nodes().size(); ++id)
      if (graph_->nodes()[id].status == reach::NodeStatus::Target) possible.push_back(id);
    constexpr std::size_t most_paths = 100;
    if (possible.size() > most_paths) possible.resize(most_paths);
    for (const reach::NodeId id : possible) {
      if (monitor_.should_stop()) break;
      if (auto done = decide(id)) return *done;
    }
    if (graph_->closed_nodes()[reach::Arg::root]) {
      task::Outcome outcome;
      outcome.verdict = Verdict::True;
      if (!product_) outcome.invariants = value_invariants(*graph_, values_);
      return outcome;
    }
    task::Outcome outcome = task::unknown(open_reason());
    if (is_complete) outcome.invariants = value_invariants(*graph_, values_);
    return outcome;
  }

  // The reason of the first candidate is reported.
  std::string open_reason() const {
    if (!remark_.empty()) return remark_;
    for (const reach::ArgNode& node : graph_->nodes())
      if (node.status == reach::NodeStatus::CutOff) return graph_->reasons()[node.reason];
    return "the values do not distinguish possible error paths from real ones";
  }

  task::Outcome finish(task::Outcome outcome) {
    if (outcome.verdict == Verdict::Unknown) tell_candidates();
    outcome.gia = condition();
    if (task_.condition != nullptr) task::assume_condition(outcome);
    const std::vector<bool> closed = graph_->closed_nodes();
    std::size_t live = 0;
    for (const reach::ArgNode& node : graph_->nodes()) live += node.status != reach::NodeStatus::Removed;
    outcome.statistics["nodes"] = static_cast<double>(live);
    outcome.statistics["closed nodes"] = static_cast<double>(std::count(closed.begin(), closed.end(), true));
    outcome.statistics["covered"] = static_cast<double>(graph_->statistics().covered);
    outcome.statistics["merges"] = static_cast<double>(graph_->statistics().merges);
    if (options_.kind == ValueKind::ExplicitByNeed) {
      outcome.statistics["refinements"] = refinements_;
      outcome.statistics["tracked variables"] = static_cast<double>(refinement_.size());
    }
    return outcome;
  }

  using Clock = std::chrono::steady_clock;

  const task::Task& task_;
  task::Monitor& monitor_;
  const ValueAnalysisOptions& options_;
  const confirm::Confirm& confirm_;
  std::string name_;
  pointers::AliasPartition aliases_;
  reach::CallStacks stacks_;
  ValueRefinement refinement_;
  ValueDomain values_;
  std::optional<exchange::RunGia> condition_;
  std::optional<reach::GiaDomain> condition_domain_;
  std::optional<reach::BoundsDomain> bounds_;
  std::vector<reach::Domain*> parts_;
  std::optional<reach::Composite> product_;
  std::optional<reach::Arg> graph_;
  std::optional<reach::NodeId> confirmed_;
  std::string remark_;
  std::uint32_t refinements_ = 0;
  std::vector<reach::NodeId> deferred_; // possible errors that were not checked yet
  Clock::time_point start_ = Clock::now();
  Clock::duration checking_{0};
  Clock::time_point next_candidates_ = start_ + std::chrono::milliseconds(500);
  std::uint64_t next_report_ = 1000;
};

task::Outcome ValueAnalysis::run(const task::Task& task, task::Monitor& monitor) {
  return ValueRun(task, monitor, options_, confirm_, name()).run();
}

} // namespace

std::unique_ptr<task::Actor> make_value_analysis(ValueAnalysisOptions options, confirm::Confirm confirm) {
  return std::make_unique<ValueAnalysis>(std::move(options), std::move(confirm));
}

} // namespace tandem::analysis::value
