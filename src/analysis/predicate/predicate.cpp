// The CEGAR loop as an Explorer. When an error exit seems reachable, the abstractions along its path are first
// recomputed with today's precision, since other paths may have added predicates; only if none changes is the path
// refined. The first node whose abstraction changes is the pivot of lazy abstraction: it and its descendants are
// removed, and exploration resumes at its parent. A feasible path ends the run only if a replay confirms it; otherwise
// its exit stays open.

#include "analysis/predicate/predicate.h"

#include "analysis/predicate/exploration.h"
#include "analysis/predicate/invariants.h"
#include "analysis/predicate/received_facts.h"
#include "analysis/reach/bounds_domain.h"
#include "analysis/reach/gia_domain.h"
#include "exchange/gia/gia_file.h"

#include <fmt/format.h>

namespace tandem::analysis::predicate {

using task::Outcome;
using task::Verdict;

namespace {

// One run on one task.
class Run : public Explorer {
public:
  Run(const task::Task& task, task::Monitor& monitor, const PredicateOptions& options, const confirm::Confirm& confirm)
      : task_(task), monitor_(monitor), confirm_(confirm), exploration_(task, monitor, exploration_options(options)),
        graph_(exploration_.graph()) {}

  Outcome run() {
    if (auto done = exploration_.run(*this)) return finish(std::move(*done));
    if (const auto open = exploration_.first_open()) return finish({.reason = *open});
    return finish({.verdict = Verdict::True,
                   .invariants = loop_invariants(graph_, task_.program, exploration_.executor(), exploration_.values(),
                                                 exploration_.frames(), exploration_.runner())});
  }

  std::optional<Outcome> reach(NodeNumber number, std::uint32_t index) override {
    const std::vector<NodeNumber> path = graph_.path_to(number);
    const abstraction::Chain chain = exploration_.chain(number, index);
    // Other paths may have added predicates since the nodes of this one were created.
    if (explore_again(chain, path) || know_better(number, index)) return std::nullopt;
    for (;;) {
      ++refined_;
      Refinement refinement = exploration_.refiner().refine(chain);
      switch (refinement.kind) {
      case Refinement::Kind::Feasible: return feasible(number, index, std::move(refinement.counterexample));
      case Refinement::Kind::Refined:
        monitor_.learnt(fmt::format("refinement {}: {} predicates", refined_, exploration_.precision().size()));
        tell_predicates();
        if (explore_again(chain, path)) return std::nullopt;
        if (monitor_.should_stop()) return Outcome{.reason = "limit reached"};
        continue; // the new predicates do not suffice, or their cubes are too many
      case Refinement::Kind::Failed: leave_open(number, index, refinement.reason); return std::nullopt;
      }
      unreachable();
    }
  }

  void arrive(const abstraction::ProductPoint& point, const abstraction::Entry& entry) override {
    facts_.listen();
    facts_.add_predicates(point.at, entry);
  }

  smt::Term known_at(const abstraction::ProductPoint& point, const abstraction::Entry& entry, smt::Terms&) override {
    return facts_.invariant(point.at, entry);
  }

  exchange::Gia condition() override { return exploration_.condition("tandem predicate"); }

private:
  ExplorationOptions exploration_options(const PredicateOptions& options) {
    ExplorationOptions result;
    result.blocks = {.boundaries = options.boundaries, .size = options.block_size};
    if (options.limits.recursion_bound) result.blocks.recursion_bound = *options.limits.recursion_bound;
    // The given condition becomes part of the product.
    if (task_.condition != nullptr)
      result.blocks.condition_domain = &condition_domain_.emplace(condition_.emplace(task_.program, *task_.condition));
    if (options.limits.any()) result.blocks.limits = &limits_.emplace(options.limits);
    result.blocks.time = options.limits.post_limit;
    if (options.limits.solver_limit) result.solver_limit = *options.limits.solver_limit;
    result.solver = options.solver;
    result.path_solver = options.path_solver;
    return result;
  }

  std::optional<Outcome> feasible(NodeNumber number, std::uint32_t index, task::Counterexample found) {
    const abstraction::BlockExit& exit = graph_[number].block->exits[index];
    const std::string position = task_.program.text(exit.edge->range.begin);
    if (exit.kind == abstraction::ExitKind::Unsupported)
      leave_open(number, index, fmt::format("{} at {} is not supported", exit.text, position));
    if (exit.kind == abstraction::ExitKind::Beyond)
      leave_open(number, index, fmt::format("recursion deeper than the bound at {}", position));
    if (exit.kind != abstraction::ExitKind::Error) return std::nullopt;
    if (confirm_) found = confirm_(task_.program, std::move(found));
    if (found.confirmed == task::Confirmation::None) {
      leave_open(number, index, "a possible error path was not confirmed: " + found.remark);
      return std::nullopt;
    }
    Outcome outcome{.verdict = Verdict::False};
    outcome.counterexample = std::move(found);
    return outcome;
  }

  void leave_open(NodeNumber number, std::uint32_t index, const std::string& reason) {
    graph_[number].open[index] = reason;
  }

  // What partners have proved excludes the exit: the node is created again, with that.
  bool know_better(NodeNumber number, std::uint32_t index) {
    const Node& node = graph_[number];
    facts_.listen();
    if (node.parent == Node::none ||
        !facts_.refutes(node.point.at, node.entry,
                        exploration_.terms().and_(node.rest, node.block->exits[index].guard)))
      return false;
    for (const NodeNumber each : graph_.remove(number)) exploration_.wait(each);
    return true;
  }

  // From the first node on whose abstraction changes with the new predicates.
  bool explore_again(const abstraction::Chain& chain, const std::vector<NodeNumber>& path) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const auto images = exploration_.precision().images(*chain[i].exit->to.at.location, *chain[i].entry);
      const smt::Term again = exploration_.abstraction().compute(chain[i].start, chain[i].exit->guard, images);
      const smt::Term known = facts_.invariant(chain[i].exit->to.at, *chain[i].entry);
      if (exploration_.terms().and_(again, known) == graph_[path[i + 1]].abstraction) continue;
      for (const NodeNumber node : graph_.remove(path[i + 1])) exploration_.wait(node);
      return true;
    }
    return false;
  }

  // Partners may prove some of them to be invariants. Seldom, for most are replaced by better ones soon.
  void tell_predicates() {
    constexpr std::chrono::milliseconds at_first{300};
    const auto now = std::chrono::steady_clock::now();
    if (now - told_at_ < std::max<std::chrono::steady_clock::duration>(at_first, (told_at_ - start_) / 2)) return;
    told_at_ = now;
    const auto predicates = predicates_at_heads(graph_, task_.program, exploration_.executor(), exploration_.values(),
                                                exploration_.frames(), exploration_.runner(), exploration_.precision());
    if (!predicates.empty())
      monitor_.publish(
          exchange::location_fact(exchange::FactKind::Predicates, task_.program, predicates,
                                  exchange::gia_header(task_.program, task_.property, "tandem predicate")));
  }

  Outcome finish(Outcome outcome) {
    if (outcome.verdict == Verdict::True) outcome.learnt_from = facts_.sources();
    if (task_.condition != nullptr) task::assume_condition(outcome);
    outcome.gia = condition();
    exploration_.add_statistics(outcome);
    outcome.statistics["refinements"] = static_cast<double>(refined_);
    return outcome;
  }

  const task::Task& task_;
  task::Monitor& monitor_;
  const confirm::Confirm& confirm_;
  std::optional<exchange::RunGia> condition_;
  std::optional<reach::GiaDomain> condition_domain_;
  std::optional<reach::BoundsDomain> limits_;
  Exploration exploration_;
  Graph& graph_;
  ReceivedFacts facts_{task_,
                       monitor_,
                       exploration_.executor(),
                       exploration_.frames(),
                       exploration_.values(),
                       exploration_.precision(),
                       exploration_.abstraction()};
  std::uint64_t refined_ = 0;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_at_ = start_; // when partners were told the predicates
};

class Predicate : public task::Actor {
public:
  Predicate(PredicateOptions options, confirm::Confirm confirm)
      : options_(std::move(options)), confirm_(std::move(confirm)) {}

  std::string name() const override { return "predicate"; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    return Run(task, monitor, options_, confirm_).run();
  }

private:
  PredicateOptions options_;
  confirm::Confirm confirm_;
};

} // namespace

std::unique_ptr<task::Actor> make_predicate(PredicateOptions options, confirm::Confirm confirm) {
  return std::make_unique<predicate::Predicate>(std::move(options), std::move(confirm));
}

} // namespace tandem::analysis::predicate
