#include "analysis/predicate.h"

#include "analysis/gia_domain.h"
#include "analysis/predicate_condition.h"
#include "analysis/predicate_graph.h"
#include "analysis/predicate_invariants.h"
#include "analysis/predicate_refinement.h"
#include "automata/gia_file.h"
#include "smt/backends.h"
#include "smt/traverse.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::analysis {

using task::Outcome;
using task::Verdict;

namespace predicate {
namespace {

bool is_error(const task::Task& task, const Function& function) {
  return std::ranges::find(task.property.error_functions, function.name()) != task.property.error_functions.end();
}

BlockOptions block_options(const PredicateOptions& options, const task::Task& task, Domain* company, Domain* limits,
                           task::Monitor& monitor) {
  BlockOptions result{
      .boundaries = options.boundaries, .size = options.block_size, .recursion_bound = options.recursion_bound};
  result.company = company;
  result.limits = limits;
  result.time = options.post_limit;
  result.is_error = [&task](const Function& function) { return is_error(task, function); };
  result.should_stop = [&monitor] { return monitor.should_stop(); };
  return result;
}

// One run on one task.
class Run {
public:
  Run(const task::Task& task, task::Monitor& monitor, const PredicateOptions& options, const Confirm& confirm)
      : task_(task), monitor_(monitor), confirm_(confirm), executor_(task.program, terms_, identities_, {}),
        frames_(executor_, stacks_), runner_(task.program, executor_, stacks_, frames_,
                                             block_options(options, task, company(), limits(options), monitor)),
        values_(task.program, executor_, stacks_, frames_, runner_),
        abstraction_(terms_, {options.solver, options.solver_limit}), precision_(terms_, values_),
        guesses_(task.program, task.property, executor_, frames_, values_, precision_,
                 [&monitor] { return monitor.should_stop(); }),
        refiner_(
            terms_, values_, abstraction_, precision_, guesses_, [this] { return new_path_solver(); },
            [&monitor] { return monitor.should_stop(); }),
        options_(options) {}

  Outcome run() {
    add_root();
    while (!waiting_.empty()) {
      if (monitor_.should_stop()) return finish(unknown("limit reached"));
      if (monitor_.wants_checkpoint()) monitor_.checkpoint(condition());
      const NodeNumber next = waiting_.extract(waiting_.begin()).value().second;
      if (graph_[next].status != Status::Waiting || is_covered(next)) continue;
      if (auto done = expand(next)) return finish(std::move(*done));
    }
    const std::optional<std::string> open = first_open();
    if (open) return finish(unknown(*open));
    return finish({.verdict = Verdict::True,
                   .invariants = loop_invariants(graph_, task_.program, executor_, values_, frames_, runner_)});
  }

private:
  // The condition that was given, as what goes along.
  Domain* company() {
    if (task_.condition == nullptr) return nullptr;
    return &condition_domain_.emplace(condition_.emplace(task_.program, *task_.condition));
  }

  Domain* limits(const PredicateOptions& options) {
    return options.limits.any() ? &limits_.emplace(options.limits) : nullptr;
  }

  void add_root() {
    Entry entry;
    executor_.set_up_globals(entry.state);
    wait(graph_.add({.point = runner_.start(),
                     .entry = std::move(entry),
                     .abstraction = terms_.true_(),
                     .counts = runner_.first_counts()}));
  }

  void wait(NodeNumber node) { waiting_.emplace(runner_.rank(graph_[node].point.at), node); }

  const Block* block(const Node& node) {
    std::vector<std::uint64_t> key{node.point.at.location->id, node.point.at.stack, node.point.company,
                                   reinterpret_cast<std::uintptr_t>(node.counts.get())};
    node.entry.state.cells.for_each([&](std::uint64_t cell, Term value) {
      key.push_back(cell);
      key.push_back(value.id());
    });
    auto& known = blocks_[std::move(key)];
    if (!known) known = std::make_unique<Block>(runner_.run(node.point, node.entry.state, node.counts));
    return known.get();
  }

  bool is_covered(NodeNumber number) {
    const Node& node = graph_[number];
    if (node.block != nullptr) return false; // it waits for a part of its successors only
    std::vector<Term> known;
    std::vector<NodeNumber> others;
    for (const NodeNumber other : graph_.at(node.point)) {
      if (graph_[other].status != Status::Expanded) continue;
      if (limits_ && !limits_->covers(*graph_[other].counts, *node.counts, node.point.at)) continue;
      const auto bindings = values_.covers(graph_[other].entry.state, node.entry.state);
      if (!bindings) continue;
      smt::Substitution here(terms_);
      for (const auto& [symbol, value] : *bindings) here.replace(symbol, value);
      known.push_back(here(graph_[other].abstraction));
      others.push_back(other);
    }
    const auto needed = abstraction_.implies_some(node.abstraction, known);
    if (!needed) return false;
    std::vector<NodeNumber> by;
    for (const Term term : *needed)
      by.push_back(others[static_cast<std::size_t>(std::ranges::find(known, term) - known.begin())]);
    graph_.cover(number, std::move(by));
    return true;
  }

  std::optional<Outcome> expand(NodeNumber number) {
    Node& node = graph_[number];
    const Block* whole = node.block != nullptr ? node.block : block(node);
    if (runner_.stopped()) return unknown("limit reached"); // the block is not complete
    node.block = whole;
    ++expanded_;
    monitor_.progress(fmt::format("{} blocks, {} predicates, {} refinements", expanded_, precision_.size(), refined_));
    for (std::uint32_t i = 0; i < node.block->exits.size(); ++i) {
      if (node.block->exits[i].kind == ExitKind::Abstraction || node.open.contains(i)) continue;
      if (!abstraction_.is_possible(node.abstraction, node.block->exits[i].guard)) continue;
      if (node.block->exits[i].kind == ExitKind::CutOff) {
        leave_open(number, i, node.block->exits[i].text);
        continue;
      }
      if (auto done = reach(number, i)) return done;
      if (node.status == Status::Removed) return std::nullopt;
    }
    for (std::uint32_t i = 0; i < node.block->exits.size(); ++i)
      if (node.block->exits[i].kind == ExitKind::Abstraction && !node.children.contains(i)) add_successor(number, i);
    node.status = Status::Expanded;
    return std::nullopt;
  }

  void add_successor(NodeNumber number, std::uint32_t index) {
    const Node& node = graph_[number];
    const BlockExit& exit = node.block->exits[index];
    Entry entry = values_.entry(exit.to.at, exit.state);
    const Term abstraction =
        abstraction_.compute(node.abstraction, exit.guard, precision_.images(*exit.to.at.location, entry));
    if (terms_.is_false(abstraction)) return;
    wait(graph_.add({.point = exit.to,
                     .entry = std::move(entry),
                     .abstraction = abstraction,
                     .counts = exit.counts,
                     .parent = number,
                     .exit = index}));
  }

  std::unique_ptr<smt::Solver> new_path_solver() {
    auto result = smt::make_solver(options_.path_solver, terms_);
    result->set_limits({.wall = options_.solver_limit});
    return result;
  }

  Chain chain_to(const std::vector<NodeNumber>& path, std::uint32_t last_exit) const {
    Chain result;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const Node& node = graph_[path[i]];
      const Node* next = i + 1 < path.size() ? &graph_[path[i + 1]] : nullptr;
      const BlockExit& exit = node.block->exits[next != nullptr ? next->exit : last_exit];
      result.push_back({node.block, &exit, next != nullptr ? &next->entry : nullptr, node.abstraction});
    }
    return result;
  }

  // An exit that must not be reached is possible as far as the abstraction can tell.
  std::optional<Outcome> reach(NodeNumber number, std::uint32_t index) {
    const std::vector<NodeNumber> path = graph_.path_to(number);
    const Chain chain = chain_to(path, index);
    // Other paths may have brought predicates since the nodes of this one were made.
    if (explore_again(chain, path)) return std::nullopt;
    for (;;) {
      ++refined_;
      Refinement refinement = refiner_.refine(chain);
      switch (refinement.kind) {
      case Refinement::Kind::Feasible: return feasible(number, index, std::move(refinement.counterexample));
      case Refinement::Kind::Refined:
        if (explore_again(chain, path)) return std::nullopt;
        if (monitor_.should_stop()) return unknown("limit reached");
        continue; // what was found is not enough, or there are too many combinations of it
      case Refinement::Kind::Failed: leave_open(number, index, refinement.reason); return std::nullopt;
      }
      unreachable();
    }
  }

  std::optional<Outcome> feasible(NodeNumber number, std::uint32_t index, task::Counterexample found) {
    const BlockExit& exit = graph_[number].block->exits[index];
    const std::string place = task_.program.text(exit.edge->range.begin);
    if (exit.kind == ExitKind::Gap)
      leave_open(number, index, fmt::format("{} at {} is not supported", exit.text, place));
    if (exit.kind == ExitKind::Beyond)
      leave_open(number, index, fmt::format("recursion deeper than the bound at {}", place));
    if (exit.kind != ExitKind::Error) return std::nullopt;
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

  // A reason why there is no proof.
  std::optional<std::string> first_open() const {
    for (NodeNumber i = 0; i < graph_.size(); ++i)
      if (graph_[i].status == Status::Expanded && !graph_[i].open.empty()) return graph_[i].open.begin()->second;
    return std::nullopt;
  }

  // From the first node on whose abstraction the new predicates change.
  bool explore_again(const Chain& chain, const std::vector<NodeNumber>& path) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const auto images = precision_.images(*chain[i].exit->to.at.location, *chain[i].entry);
      if (abstraction_.compute(chain[i].start, chain[i].exit->guard, images) == chain[i + 1].start) continue;
      for (const NodeNumber node : graph_.remove(path[i + 1])) wait(node);
      return true;
    }
    return false;
  }

  automata::Gia condition() const {
    return condition_of(graph_, task_.program, stacks_, targets_,
                        automata::gia_header(task_.program, task_.property, "tandem predicate"));
  }

  static Outcome unknown(std::string reason) { return {.reason = std::move(reason)}; }

  Outcome finish(Outcome outcome) {
    const auto& assumptions = executor_.findings().assumptions;
    outcome.assumptions.assign(assumptions.begin(), assumptions.end());
    if (task_.condition != nullptr) outcome.assumptions.push_back("what the given condition calls verified");
    if (outcome.verdict != Verdict::False) outcome.gia = condition();
    outcome.statistics["blocks"] = static_cast<double>(expanded_);
    outcome.statistics["predicates"] = static_cast<double>(precision_.size());
    outcome.statistics["refinements"] = static_cast<double>(refined_);
    outcome.statistics["refinement queries"] = static_cast<double>(refiner_.queries());
    outcome.statistics["interpolated paths"] = static_cast<double>(refiner_.interpolated());
    outcome.statistics["coarse abstractions"] = static_cast<double>(abstraction_.statistics().coarse);
    outcome.statistics["abstractions"] = static_cast<double>(abstraction_.statistics().computed);
    outcome.statistics["solver queries"] = static_cast<double>(abstraction_.statistics().queries);
    outcome.statistics["terms"] = terms_.size();
    return outcome;
  }

  const task::Task& task_;
  task::Monitor& monitor_;
  const Confirm& confirm_;
  Terms terms_;
  semantics::Identities identities_{terms_, task_.program.data_model()};
  vcgen::Executor executor_;
  CallStacks stacks_{task_.program.entry()};
  TargetReach targets_{task_.program, CallGraph(task_.program),
                       [this](const Function& function) { return is_error(task_, function); }};
  std::optional<automata::RunGia> condition_;
  std::optional<GiaDomain> condition_domain_;
  std::optional<BoundsDomain> limits_;
  Frames frames_;
  BlockRunner runner_;
  Values values_;
  Abstraction abstraction_;
  Precision precision_;
  Guesses guesses_;
  Refiner refiner_;
  const PredicateOptions& options_;
  Graph graph_;
  std::set<std::pair<std::vector<std::uint32_t>, NodeNumber>> waiting_;
  std::map<std::vector<std::uint64_t>, std::unique_ptr<Block>> blocks_;
  std::uint64_t expanded_ = 0, refined_ = 0;
};

class Predicate : public task::Actor {
public:
  Predicate(PredicateOptions options, Confirm confirm) : options_(std::move(options)), confirm_(std::move(confirm)) {}

  std::string name() const override { return "predicate"; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    return Run(task, monitor, options_, confirm_).run();
  }

private:
  PredicateOptions options_;
  Confirm confirm_;
};

} // namespace
} // namespace predicate

std::unique_ptr<task::Actor> make_predicate(PredicateOptions options, Confirm confirm) {
  return std::make_unique<predicate::Predicate>(std::move(options), std::move(confirm));
}

} // namespace tandem::analysis
