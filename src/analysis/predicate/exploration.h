// The exploration of the predicate analysis, without refinement: blocks are executed, their ends are abstracted with
// the current precision, nodes cover each other. What happens at an error exit that seems reachable is up to the
// Explorer: the engine refines at once (predicate.h), the model explorer of component-based CEGAR passes the path on
// (cegar/cegar_explore.h).
#pragma once

#include "analysis/predicate/graph.h"
#include "analysis/predicate/guessed_predicates.h"
#include "analysis/predicate/refinement.h"
#include "analysis/reach/target_reach.h"
#include "task/actor.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tandem::analysis::predicate {

struct ExplorationOptions {
  abstraction::BlockOptions blocks;              // error_functions and should_stop are filled in from the task
  std::chrono::milliseconds solver_limit{5'000}; // for one query
  std::string solver = "sat-minisat";            // for many small queries
  std::string path_solver = "sat";               // for whole paths
  abstraction::ConstantTracking constants = abstraction::ConstantTracking::Kept;
  enum class Covering : std::uint8_t { ByExisting, Never };
  Covering covering = Covering::ByExisting;
};

// The client of an exploration.
class Explorer {
public:
  virtual ~Explorer() = default;
  // An exit that must not be reached is reachable as far as the abstraction can tell. An outcome ends the exploration.
  virtual std::optional<task::Outcome> reach(NodeNumber node, std::uint32_t exit) = 0;
  // A node is about to be created there: the last moment to add predicates.
  virtual void arrive(const abstraction::ProductPoint& /*point*/, const abstraction::Entry& /*entry*/) {}
  // What is known to hold there beside the abstraction; true: nothing.
  virtual smt::Term known_at(const abstraction::ProductPoint& /*point*/, const abstraction::Entry& /*entry*/,
                             smt::Terms& terms) {
    return terms.true_();
  }
  virtual exchange::Gia condition() = 0; // for checkpoints
};

class Exploration {
public:
  Exploration(const task::Task& task, task::Monitor& monitor, ExplorationOptions options);
  Exploration(const Exploration&) = delete;
  Exploration& operator=(const Exploration&) = delete;

  // Nothing once there is nothing left to explore.
  std::optional<task::Outcome> run(Explorer& explorer);
  void wait(NodeNumber node); // to be expanded (again)

  // The blocks on the path to the exit.
  abstraction::Chain chain(NodeNumber node, std::uint32_t exit) const;
  // Without abstraction.
  abstraction::Feasibility check_feasible(const abstraction::Chain& chain) {
    return abstraction::check_chain(chain, values_, *new_path_solver());
  }
  // The abstractions before each block with the current precision, and after the last one. False: the path is
  // infeasible up to that point.
  std::vector<smt::Term> abstractions(const abstraction::Chain& chain);
  // The condition so far, as an automaton of that producer.
  exchange::Gia condition(std::string producer);
  // Why there is no proof, if something stayed open.
  std::optional<std::string> first_open() const;
  void add_statistics(task::Outcome& outcome) const;

  smt::Terms& terms() { return terms_; }
  symex::Executor& executor() { return executor_; }
  reach::CallStacks& stacks() { return stacks_; }
  abstraction::Frames& frames() { return frames_; }
  abstraction::BlockRunner& runner() { return runner_; }
  abstraction::Values& values() { return values_; }
  abstraction::Precision& precision() { return precision_; }
  abstraction::Abstraction& abstraction() { return abstraction_; }
  Refiner& refiner() { return refiner_; }
  Graph& graph() { return graph_; }

private:
  std::unique_ptr<smt::Solver> new_path_solver();
  void add_root();
  const abstraction::Block* block(const Node& node);
  void cover_partly_by(NodeNumber number, const std::vector<NodeNumber>& others, const std::vector<smt::Term>& known);
  bool is_covered(NodeNumber number);
  std::optional<task::Outcome> expand(NodeNumber number, Explorer& explorer);
  void add_successor(NodeNumber number, std::uint32_t index, Explorer& explorer);
  // No target is reachable from there in the control-flow graph.
  bool is_target_free(const abstraction::BlockExit& exit) const { return !targets_.possible_from(exit.to.at, stacks_); }

  const task::Task& task_;
  task::Monitor& monitor_;
  ExplorationOptions options_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_{terms_, task_.program.data_model()};
  symex::Executor executor_;
  symex::CallTargets call_targets_;
  reach::CallStacks stacks_{task_.program.entry()};
  reach::TargetReach targets_;
  abstraction::Frames frames_;
  abstraction::BlockRunner runner_;
  abstraction::Values values_;
  abstraction::Abstraction abstraction_;
  abstraction::Precision precision_;
  Guesses guesses_;
  Refiner refiner_;
  Graph graph_;
  std::set<std::pair<std::vector<std::uint32_t>, NodeNumber>> waiting_;
  std::map<std::vector<std::uint64_t>, std::unique_ptr<abstraction::Block>> blocks_;
  std::uint64_t expanded_ = 0;
  std::uint64_t next_report_ = 1; // that the exploration goes on
};

} // namespace tandem::analysis::predicate
