// The worklist follows the weak topological order, so a loop is stable before what follows it is expanded. Blocks are
// cached by their start and its values, because many nodes begin with the same ones. A node is covered when the
// abstractions of several others together imply its own; where they imply only a part, the block is executed from the
// rest (Node::rest), and the node depends on those others for the remainder.

#include "analysis/predicate/exploration.h"

#include "analysis/predicate/condition.h"
#include "exchange/gia/gia_file.h"
#include "smt/backends/backends.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace tandem::analysis::predicate {

using task::Outcome;

namespace {

abstraction::BlockOptions block_options(abstraction::BlockOptions options, const task::Task& task,
                                        task::Monitor& monitor) {
  options.error_functions = task.property.error_functions;
  options.should_stop = [&monitor] { return monitor.should_stop(); };
  return options;
}

// Solvers are not interrupted, so one query must not use up the time in which other paths could be verified.
ExplorationOptions within(ExplorationOptions options, const task::Limits& limits) {
  constexpr int part = 8;
  for (const auto& limit : {limits.cpu, limits.wall})
    if (limit) options.solver_limit = std::min(options.solver_limit, *limit / part);
  return options;
}

} // namespace

Exploration::Exploration(const task::Task& task, task::Monitor& monitor, ExplorationOptions options)
    : task_(task), monitor_(monitor), options_(within(std::move(options), task.limits)),
      executor_(task.program, terms_, identities_, {}), call_targets_(task.program),
      targets_(task.program, pointers::CallGraph(task.program), task.property.error_functions),
      frames_(executor_, stacks_),
      runner_(task.program, executor_, stacks_, frames_, block_options(options_.blocks, task, monitor)),
      values_(task.program, executor_, stacks_, frames_, runner_, options_.constants),
      abstraction_(terms_, {options_.solver, options_.solver_limit}), precision_(terms_, values_),
      guesses_(task.program, task.property, executor_, frames_, values_, precision_,
               [&monitor] { return monitor.should_stop(); }),
      refiner_(
          terms_, values_, abstraction_, precision_, guesses_, [this] { return new_path_solver(); },
          [&monitor] { return monitor.should_stop(); }) {
  executor_.set_call_targets(call_targets_);
}

std::unique_ptr<smt::Solver> Exploration::new_path_solver() {
  auto result = smt::backends::make_solver(options_.path_solver, terms_);
  result->set_limits({.wall = options_.solver_limit});
  return result;
}

std::optional<Outcome> Exploration::run(Explorer& explorer) {
  if (graph_.size() == 0) add_root();
  while (!waiting_.empty()) {
    if (monitor_.should_stop()) return Outcome{.reason = "limit reached"};
    if (monitor_.wants_checkpoint()) monitor_.checkpoint(explorer.condition());
    const NodeNumber next = waiting_.extract(waiting_.begin()).value().second;
    if (graph_[next].status != Status::Waiting || is_covered(next)) continue;
    if (auto done = expand(next, explorer)) return done;
  }
  return std::nullopt;
}

void Exploration::add_root() {
  abstraction::Entry entry;
  executor_.set_up_globals(entry.state);
  wait(graph_.add({.point = runner_.start(),
                   .entry = std::move(entry),
                   .abstraction = terms_.true_(),
                   .counts = runner_.first_counts()}));
}

void Exploration::wait(NodeNumber node) { waiting_.emplace(runner_.rank(graph_[node].point.at), node); }

const abstraction::Block* Exploration::block(const Node& node) {
  std::vector<std::uint64_t> key{node.point.at.location->id, node.point.at.stack, node.point.condition_state,
                                 reinterpret_cast<std::uintptr_t>(node.counts.get())};
  node.entry.state.cells.for_each([&](std::uint64_t cell, smt::Term value) {
    key.push_back(cell);
    key.push_back(value.id());
  });
  auto& known = blocks_[std::move(key)];
  if (!known) known = std::make_unique<abstraction::Block>(runner_.run(node.point, node.entry.state, node.counts));
  return known.get();
}

bool Exploration::is_covered(NodeNumber number) {
  const Node& node = graph_[number];
  if (options_.covering == ExplorationOptions::Covering::Never) return false;
  if (node.block != nullptr) return false; // only some of its successors are missing
  std::vector<smt::Term> known;
  std::vector<NodeNumber> others;
  for (const NodeNumber other : graph_.at(node.point)) {
    if (graph_[other].status != Status::Expanded) continue;
    if (options_.blocks.limits != nullptr &&
        !options_.blocks.limits->covers(*graph_[other].counts, *node.counts, node.point.at))
      continue;
    const auto bindings = values_.covers(graph_[other].entry.state, node.entry.state);
    if (!bindings) continue;
    smt::Substitution here(terms_);
    for (const auto& [symbol, value] : *bindings) here.replace(symbol, value);
    known.push_back(here(graph_[other].abstraction));
    others.push_back(other);
  }
  if (const auto needed = abstraction_.implies_some(node.abstraction, known)) {
    std::vector<NodeNumber> by;
    for (const smt::Term term : *needed)
      by.push_back(others[static_cast<std::size_t>(std::ranges::find(known, term) - known.begin())]);
    graph_.cover(number, std::move(by));
    return true;
  }
  cover_partly_by(number, others, known);
  return false;
}

// The part of the node that other nodes cover need not be explored again.
void Exploration::cover_partly_by(NodeNumber number, const std::vector<NodeNumber>& others,
                                  const std::vector<smt::Term>& known) {
  const Node& node = graph_[number];
  std::vector<NodeNumber> by;
  smt::Term rest = node.abstraction;
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (!abstraction_.is_possible(terms_.and_(rest, known[i]), terms_.true_())) continue;
    rest = terms_.and_(rest, terms_.not_(known[i]));
    by.push_back(others[i]);
  }
  if (!by.empty()) graph_.cover_partly(number, std::move(by), rest);
}

std::optional<Outcome> Exploration::expand(NodeNumber number, Explorer& explorer) {
  Node& node = graph_[number];
  const abstraction::Block* whole = node.block != nullptr ? node.block : block(node);
  if (runner_.stopped()) return Outcome{.reason = "limit reached"}; // the block is incomplete
  node.block = whole;
  ++expanded_;
  const std::string text = fmt::format("{} blocks, {} predicates", expanded_, precision_.size());
  if (expanded_ < next_report_) {
    monitor_.progress(text);
  } else {
    monitor_.learnt(text);
    next_report_ = expanded_ + expanded_ / 4 + 1;
  }
  for (std::uint32_t i = 0; i < node.block->exits.size(); ++i) {
    if (node.block->exits[i].kind == abstraction::ExitKind::Abstraction || node.open.contains(i)) continue;
    if (is_target_free(node.block->exits[i])) continue;
    if (!abstraction_.is_possible(node.rest, node.block->exits[i].guard)) continue;
    if (node.block->exits[i].kind == abstraction::ExitKind::CutOff) {
      node.open[i] = node.block->exits[i].text;
      continue;
    }
    if (auto done = explorer.reach(number, i)) return done;
    if (node.status == Status::Removed) return std::nullopt;
  }
  for (std::uint32_t i = 0; i < node.block->exits.size(); ++i)
    if (node.block->exits[i].kind == abstraction::ExitKind::Abstraction && !node.children.contains(i) &&
        !is_target_free(node.block->exits[i]))
      add_successor(number, i, explorer);
  node.status = Status::Expanded;
  return std::nullopt;
}

void Exploration::add_successor(NodeNumber number, std::uint32_t index, Explorer& explorer) {
  const Node& node = graph_[number];
  const abstraction::BlockExit& exit = node.block->exits[index];
  abstraction::Entry entry = values_.entry(exit.to.at, exit.state);
  explorer.arrive(exit.to, entry);
  smt::Term abstraction = abstraction_.compute(node.rest, exit.guard, precision_.images(*exit.to.at.location, entry));
  if (terms_.is_false(abstraction)) return;
  if (const smt::Term known = explorer.known_at(exit.to, entry, terms_); !terms_.is_true(known)) {
    abstraction = terms_.and_(abstraction, known);
    if (!abstraction_.is_possible(abstraction, terms_.true_())) return;
  }
  wait(graph_.add({.point = exit.to,
                   .entry = std::move(entry),
                   .abstraction = abstraction,
                   .counts = exit.counts,
                   .parent = number,
                   .exit = index}));
}

abstraction::Chain Exploration::chain(NodeNumber number, std::uint32_t last_exit) const {
  const std::vector<NodeNumber> path = graph_.path_to(number);
  abstraction::Chain result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Node& node = graph_[path[i]];
    const Node* next = i + 1 < path.size() ? &graph_[path[i + 1]] : nullptr;
    const abstraction::BlockExit& exit = node.block->exits[next != nullptr ? next->exit : last_exit];
    result.push_back({node.block, &exit, next != nullptr ? &next->entry : nullptr, node.rest});
  }
  return result;
}

std::vector<smt::Term> Exploration::abstractions(const abstraction::Chain& chain) {
  std::vector<smt::Term> result{terms_.true_()};
  for (const abstraction::ChainLink& link : chain) {
    const auto images = link.entry == nullptr ? std::vector<abstraction::PredicateImage>{}
                                              : precision_.images(*link.exit->to.at.location, *link.entry);
    result.push_back(abstraction_.compute(result.back(), link.exit->guard, images));
    if (terms_.is_false(result.back())) break;
  }
  return result;
}

exchange::Gia Exploration::condition(std::string producer) {
  // An analysis that was asked to stop does so soon.
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds at_the_end{60}, meanwhile{300};
  const Clock::time_point end = Clock::now() + (monitor_.should_stop() ? at_the_end : meanwhile);
  const auto may_leave = [this, end](const Node& node, smt::Term guard, const abstraction::BlockExit& exit) {
    return Clock::now() > end || abstraction_.is_possible(node.rest, terms_.and_(guard, exit.guard));
  };
  return condition_of(graph_, task_.program, stacks_, targets_, may_leave,
                      exchange::gia_header(task_.program, task_.property, std::move(producer)));
}

std::optional<std::string> Exploration::first_open() const {
  for (NodeNumber i = 0; i < graph_.size(); ++i)
    if (graph_[i].status == Status::Expanded && !graph_[i].open.empty()) return graph_[i].open.begin()->second;
  return std::nullopt;
}

void Exploration::add_statistics(Outcome& outcome) const {
  outcome.statistics["blocks"] = static_cast<double>(expanded_);
  outcome.statistics["predicates"] = static_cast<double>(precision_.size());
  outcome.statistics["refinement queries"] = static_cast<double>(refiner_.queries());
  outcome.statistics["interpolated paths"] = static_cast<double>(refiner_.interpolated());
  outcome.statistics["coarse abstractions"] = static_cast<double>(abstraction_.statistics().coarse);
  outcome.statistics["abstractions"] = static_cast<double>(abstraction_.statistics().computed);
  outcome.statistics["solver queries"] = static_cast<double>(abstraction_.statistics().queries);
  outcome.statistics["terms"] = terms_.size();
}

} // namespace tandem::analysis::predicate
