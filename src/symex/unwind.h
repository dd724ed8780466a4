// Unwinding: a bounded program as terms (Clarke, Kroening, Lerda, TACAS 2004). The program is executed symbolically
// from its entry, with paths joined wherever they meet, loops expanded in weak topological order and calls inlined.
// Conditions that are constant cost nothing: deterministic iterations and recursive calls do not count against the
// bound.
//
// The result says, as terms over the inputs, when each target is reached and when a path exceeds the bound. Excess
// paths are reported separately, so that the caller can assume them away (searching for errors) or refute them as
// unwinding assertions (proving).
#pragma once

#include "program/graph/weak_order.h"
#include "program/model/error_functions.h"
#include "program/model/program.h"
#include "symex/executor.h"
#include "symex/modified.h"
#include "symex/modified_memory.h"
#include "symex/moved_pointers.h"
#include "symex/single_assignment.h"

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tandem::symex {

// What happens to a loop that needs more iterations than the bound.
enum class BeyondBound : std::uint8_t {
  Separate, // its remaining iterations are reported, not executed
  Induce,   // they are over-approximated as the step case of k-induction: `bound` iterations from an arbitrary state
            // that neither exit the loop nor reach a target, then one more. Calls that are too deep have any effect and
            // result, and their function is executed once from an arbitrary state. Targets reached in this way may be
            // spurious; if none is reached, the program is safe.
};

// A candidate invariant of a loop head, of the entry of a recursive function, or of its exit.
struct LocationFact {
  const Location* location = nullptr;
  const Expr* condition = nullptr;
  smt::Term active; // where this term is false, the fact is not assumed
};

struct UnwindOptions {
  BeyondBound beyond = BeyondBound::Separate;
  // How many path divergences a loop may have: iterations after the first that not all paths execute. Likewise for the
  // depth of recursion.
  std::uint32_t bound = 1;
  // Beyond this many iterations of a loop or calls of a recursion, deterministic ones count against the bound as well.
  std::uint32_t deterministic_iterations = std::numeric_limits<std::uint32_t>::max();
  // Loops (their heads) and recursive functions whose bound is known to suffice, with that bound.
  std::map<std::uint32_t, std::uint32_t> location_bounds;
  ErrorFunctions error_functions; // a call of one of them reaches a target
  // By edge id: the edges for which Unwinding::passed says when they are taken; paths go on there. Empty: none.
  std::vector<bool> watched;
  // Polled every few hundred steps; true stops the unwinding.
  std::function<bool()> should_stop;
  semantics::symbolic::MemoryOptions memory;
  // Induce: assumed at the start of arbitrary iterations and calls. The caller has to establish that they are
  // inductive; Unwinding::violations says when they are not.
  std::vector<LocationFact> facts;
  // The variable by which facts at a function's exit refer to its result.
  std::map<const Function*, const Variable*> results;
  // With Mathematical, run() throws semantics::symbolic::NoSuchReading for constructs without such a reading; at() says
  // where.
  semantics::symbolic::IntegerReading integers = semantics::symbolic::IntegerReading::BitVectors;
  // The callees of calls through unconstrained pointers; if null, such calls are unsupported constructs.
  CallTargets* call_targets = nullptr;
  // If set, the bounded program is recorded there: every stored value gets a symbol, and paths continue after a failed
  // assert.
  SingleAssignment* record = nullptr;
};

struct TargetTerm {
  const Edge* edge = nullptr; // the call of the error function
  smt::Term guard;
};

struct BeyondTerm {
  const Location* loop = nullptr;      // the head of the loop that exceeds the bound, or
  const Function* recursion = nullptr; // the function that was not entered again
  smt::Term guard;
};

struct Unwinding {
  std::vector<UnsupportedTerm> unsupported;
  std::vector<TargetTerm> targets;
  std::vector<BeyondTerm> beyond;
  std::vector<TargetTerm> passed; // watched edges, one term for each time that an edge was executed
  std::vector<InputTerm> inputs;
  std::vector<ContentsTerm> contents;
  std::vector<smt::Term> large_blocks; // Findings
  // When an access goes through a pointer that leads to no object.
  std::vector<smt::Term> invalid_accesses;
  // Environment memory: the initial values of its blocks, and when a block is used.
  std::vector<semantics::symbolic::SymbolicMemory::EnvironmentValue> environment;
  std::vector<smt::Term> environment_uses;
  // For each LocationFact: when its location is reached with the fact violated, initially or after an arbitrary
  // iteration or call.
  std::vector<std::vector<smt::Term>> violations;
  std::set<std::string> assumptions; // of the verdict, as text for the user
  std::uint64_t imprecisions = 0;    // over-approximations: an alarm may be spurious
  std::uint64_t steps = 0;           // edges executed
  bool stopped = false;              // by should_stop; the terms are then incomplete
};

class Unwinder {
public:
  // Unwindings of one program that share their identities share their terms.
  Unwinder(const Program& program, smt::Terms& terms, semantics::symbolic::Identities& identities,
           UnwindOptions options);
  ~Unwinder();

  Unwinding run();
  // The edge that was executed last; null before the first.
  const Edge* at() const { return at_; }

private:
  using UnrolledPosition = std::vector<std::uint32_t>;
  struct Activation;
  enum class Phase : std::uint8_t { Unwinding, Hypothesis, InductionStep };
  struct Loop {
    Phase phase = Phase::Unwinding;
    std::uint32_t hypothesis_iterations_left = 0;
    Guard guard; // at the start of the current iteration
    semantics::symbolic::SymbolicState state;
    std::uint32_t divergences = 0;   // iterations during which some path left the loop for good
    bool has_assumed_branch = false; // in the iteration, one that would leave the loop
  };

  // unwind.cpp
  std::optional<Path> run_body(Activation& activation, Path path);
  void add_pending(Activation& activation, UnrolledPosition position, const Location& location, Path path);
  bool begin_iteration(Activation& activation, const UnrolledPosition& position, const Location& location, Path& path);
  bool begin_induction(Activation& activation, Loop& loop, const Location& head, Path& path);
  void forget_loop(const Activation& activation, const Location& head, semantics::symbolic::SymbolicState& state);
  void forget_call(const Function& callee, const CallFrame& frame, semantics::symbolic::SymbolicState& state);
  // `memory`: where writes through pointers may go; nullptr: anywhere.
  void forget(const Modified& changed, const ChangedMemory* memory, const semantics::symbolic::SymbolicFrame& frame,
              semantics::symbolic::SymbolicState& state);
  // The registers of pointers that the loop only moves, with what they may hold in a later iteration.
  using Registers = std::vector<std::pair<std::uint64_t, smt::Term>>;
  Registers moved_pointers(const Activation& activation, std::int32_t loop, const Modified& changed,
                           semantics::symbolic::SymbolicState& state);
  bool may_lead_to(const Modified& renewed, const semantics::symbolic::SymbolicFrame& frame, smt::Term pointer);
  ModifiedMemory* modified_memory(const Modified& changed); // nullptr: it need not or cannot be known
  void assume_facts(const semantics::symbolic::SymbolicFrame& frame, const Location& location, Path& path);
  void check_facts(const Activation& now, const semantics::symbolic::SymbolicFrame& frame, const Location& location,
                   Path& path);
  bool leaves_hypothesis(Activation& activation, const UnrolledPosition& from, const Edge& edge);
  bool is_in_hypothesis(const Activation& activation) const; // targets reached there are ignored
  UnrolledPosition position_after(const Activation& activation, const UnrolledPosition& from, const Edge& edge);
  Path join(Path a, Path b);
  // `condition`: of a branch, if it has been evaluated already.
  void execute(Activation& activation, const UnrolledPosition& position, const Edge& edge, Path path,
               std::optional<smt::Term> condition);
  semantics::symbolic::KnownConditions known_on(const Path& path) const;
  void count_assumed_branch(Activation& activation, const UnrolledPosition& position, const Location& branch,
                            const Path& path, smt::Term condition);
  void watch(const Edge& edge, const Path& path);
  void assume(Path& path, const Edge& edge, smt::Term holds);
  const Edge* error_call(const Location& location) const; // if it is the only edge that leaves the location
  void go_beyond(BeyondTerm beyond, const Path& path);
  semantics::ExprEvaluator<semantics::symbolic::SymbolicTarget>& in(Path& path,
                                                                    const semantics::symbolic::SymbolicFrame& frame) {
    return executor_.in(path.state, frame);
  }
  const graph::WeakOrder& order(const Function& function);
  bool poll();

  // Identifies one execution of an edge within the unwinding.
  static semantics::symbolic::Identity here(const Activation& activation, const Edge& edge);

  // unwind_calls.cpp
  std::optional<Path> execute_call(Activation& activation, const Edge& edge, Path path);
  std::optional<Path> call(Activation& activation, const Edge& edge, const Function& callee, Path path);
  std::optional<Path> call_body(Activation& activation, const Edge& edge, const Function& callee, Path path);
  std::optional<Path> havoc_call(Activation& activation, const Edge& edge, const Function& callee, Path path);
  void run_from_arbitrary_state(const Function& function);
  CallFrame make_frame(const Function& function, const semantics::symbolic::Identity& where);
  semantics::symbolic::SymbolicFrame at_exit(const CallFrame& frame) const;
  // `same_function`: the innermost activation of the callee, which has the most divergences; nullptr: there is none.
  std::uint32_t divergences_of_call(const Activation* same_function, const Path& path) const;

  const Program& program_;
  smt::Terms& terms_;
  semantics::symbolic::Identities& identities_;
  UnwindOptions options_;
  Executor executor_;
  semantics::symbolic::SymbolicMemory& memory_; // the executor's
  std::map<const Function*, std::unique_ptr<graph::WeakOrder>> orders_;
  std::optional<ModifiedVariables> modified_;
  std::optional<ModifiedMemory> modified_memory_;
  std::optional<MovedPointers> moved_pointers_;
  std::multimap<const Location*, std::size_t> facts_; // indices of options_.facts
  semantics::symbolic::SymbolicState initial_;        // when the program starts
  std::vector<const Function*> from_arbitrary_state_; // functions with a call that was too deep
  const Edge* at_ = nullptr;
  Unwinding result_;
};

} // namespace tandem::symex
