// Unwinding: a bounded program as terms. Runs the program symbolically from its entry, joining paths wherever they
// meet, loops in the order of their nesting (weak topological order), calls inlined. Conditions that are constant along
// the way cost nothing: loops and recursions whose number of rounds does not depend on inputs are run to their end
// whatever the bound.
//
// The result says, as terms over the inputs, when each target is reached and when a path goes beyond the bound. What
// goes beyond is kept apart, so that it can be assumed away (looking for errors) or refuted (a proof).
#pragma once

#include "program/graph/weak_order.h"
#include "program/model/program.h"
#include "symex/executor.h"
#include "symex/modified.h"
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

// What happens to a loop that needs more rounds than the bound.
enum class BeyondBound : std::uint8_t {
  Separate, // its further rounds are kept apart
  Induce,   // they are over-approximated: `bound` rounds from an arbitrary state that neither leave nor err, then one
            // more. Calls that are too deep have any effect and result, and their function is executed once from an
          // arbitrary state. Targets that are reached thus say nothing; if none is, the program is safe (k-induction).
};

// What may hold whenever a location is reached: the head of a loop, the entry of a recursive function, or its exit.
struct LocationFact {
  const Location* location = nullptr;
  const Expr* condition = nullptr;
  smt::Term active; // where this does not hold, the fact is not made use of
};

struct UnwindOptions {
  BeyondBound beyond = BeyondBound::Separate;
  // How many further rounds of a loop are run that do not follow by necessity from the one before; how deep a recursion
  // may get likewise.
  std::uint32_t bound = 1;
  // Rounds of a loop that do follow by necessity count as well once there are more of them.
  std::uint32_t deterministic_iterations = std::numeric_limits<std::uint32_t>::max();
  // Loops (their heads) and recursive functions whose bound is known to suffice, with that bound.
  std::map<std::uint32_t, std::uint32_t> location_bounds;
  // Calls of these reach a target.
  std::function<bool(const Function&)> is_error;
  // Asked now and then; true stops the unwinding.
  std::function<bool()> should_stop;
  semantics::symbolic::MemoryOptions memory;
  // Induce: assumed of the arbitrary rounds and calls. Whether they hold is for others to know; Unwinding::violations
  // helps.
  std::vector<LocationFact> facts;
  // What facts at a function's exit call its result.
  std::map<const Function*, const Variable*> results;
  // With Mathematical, run() throws semantics::NoSuchReading for what has none; at() says where.
  semantics::symbolic::IntegerReading integers = semantics::symbolic::IntegerReading::BitVectors;
  // Who is called through pointers of which nothing is known; without it, such calls are gaps.
  CallTargets* call_targets = nullptr;
  // If set, the bounded program is recorded there; values get names, and asserts do not cut what follows them.
  SingleAssignment* record = nullptr;
};

struct TargetTerm {
  const Edge* edge = nullptr; // the call of the error function
  smt::Term guard;
};

struct BeyondTerm {
  const Location* loop = nullptr;      // the head of the loop that was cut, or
  const Function* recursion = nullptr; // the function that was not entered again
  smt::Term guard;
};

struct Unwinding {
  std::vector<UnsupportedTerm> unsupported;
  std::vector<TargetTerm> targets;
  std::vector<BeyondTerm> beyond;
  std::vector<InputTerm> inputs;
  // When an access goes through a pointer that leads to no object.
  std::vector<smt::Term> invalid_accesses;
  // Of blocks from outside: what they hold, and when one is used.
  std::vector<semantics::symbolic::SymbolicMemory::EnvironmentValue> environment;
  std::vector<smt::Term> environment_uses;
  // By LocationFact: when its location is reached without it, at first or after an arbitrary round or call.
  std::vector<std::vector<smt::Term>> violations;
  std::set<std::string> assumptions; // what the verdict rests on, for people
  std::uint64_t imprecisions = 0;    // over-approximations: an alarm may be false
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
    std::uint32_t hypothesis_iterations_left = 0; // rounds of the history that are left
    Guard guard;                                  // at the start of the current round
    semantics::symbolic::SymbolicState state;
    std::uint32_t divergences = 0; // rounds in which some path took another way for good
  };

  // unwind.cpp
  std::optional<Path> run_body(Activation& activation, Path path);
  void add_pending(Activation& activation, UnrolledPosition position, const Location& location, Path path);
  bool begin_iteration(Activation& activation, const UnrolledPosition& position, const Location& location, Path& path);
  bool begin_induction(Activation& activation, Loop& loop, const Location& head, Path& path);
  void forget(const Modified& changed, const semantics::symbolic::SymbolicFrame& frame,
              semantics::symbolic::SymbolicState& state);
  void assume_facts(const semantics::symbolic::SymbolicFrame& frame, const Location& location, Path& path);
  void check_facts(const Activation& now, const semantics::symbolic::SymbolicFrame& frame, const Location& location,
                   Path& path);
  bool leaves_hypothesis(Activation& activation, const UnrolledPosition& from, const Edge& edge);
  bool is_in_hypothesis(const Activation& activation) const; // errors do not count
  UnrolledPosition position_after(const Activation& activation, const UnrolledPosition& from, const Edge& edge);
  Path join(Path a, Path b);
  // `condition`: of a branch, if it has been evaluated already.
  void execute(Activation& activation, const UnrolledPosition& position, const Edge& edge, Path path,
               std::optional<smt::Term> condition);
  void assume(Path& path, const Edge& edge, smt::Term holds);
  const Edge* error_call(const Location& location) const; // if that is all there is to do at the location
  void go_beyond(BeyondTerm beyond, const Path& path);
  semantics::ExprEvaluator<semantics::symbolic::SymbolicTarget>& in(Path& path,
                                                                    const semantics::symbolic::SymbolicFrame& frame) {
    return executor_.in(path.state, frame);
  }
  const graph::WeakOrder& order(const Function& function);
  bool poll();

  // Where in the unwinding an edge is executed.
  static semantics::symbolic::Identity here(const Activation& activation, const Edge& edge);

  // unwind_calls.cpp
  std::optional<Path> execute_call(Activation& activation, const Edge& edge, Path path);
  std::optional<Path> call(Activation& activation, const Edge& edge, const Function& callee, Path path);
  std::optional<Path> call_body(Activation& activation, const Edge& edge, const Function& callee, Path path);
  std::optional<Path> havoc_call(Activation& activation, const Edge& edge, const Function& callee, Path path);
  void run_from_arbitrary_state(const Function& function);
  CallFrame make_frame(const Function& function, const semantics::symbolic::Identity& where);
  semantics::symbolic::SymbolicFrame at_exit(const CallFrame& frame) const;
  bool too_deep(const Activation& activation, const Function& callee, const Path& path);

  const Program& program_;
  smt::Terms& terms_;
  semantics::symbolic::Identities& identities_;
  UnwindOptions options_;
  Executor executor_;
  semantics::symbolic::SymbolicMemory& memory_; // the executor's
  std::map<const Function*, std::unique_ptr<graph::WeakOrder>> orders_;
  std::optional<ModifiedVariables> modified_;
  std::multimap<const Location*, std::size_t> facts_; // indices of options_.facts
  semantics::symbolic::SymbolicState initial_;        // when the program starts
  std::vector<const Function*> from_arbitrary_state_; // of which some call was too deep
  const Edge* at_ = nullptr;
  Unwinding result_;
};

} // namespace tandem::symex
