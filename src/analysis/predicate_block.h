// Blocks of adjustable-block encoding: all paths from one point of the program to the next points at which the
// predicate analysis abstracts, as terms over the values at the block's start.
//
// Beyer, Keremoglu, Wendler, "Predicate Abstraction with Adjustable-Block Encoding" (FMCAD 2010). They conjoin path
// formulas over indexed variables; we execute blocks symbolically (paths joined wherever they meet), so that a block is
// a guard and the values at its end: what a predicate means before the block is a substitution.
#pragma once

#include "analysis/domain.h"
#include "analysis/liveness.h"
#include "program/weak_order.h"
#include "vcgen/executor.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tandem::analysis::predicate {

using smt::Term;
using smt::Terms;

// Where the variables of the functions on a call stack live. Frames belong to a function and how deep it is nested in
// itself, not to the way there: what is learnt about a function's variables holds for all its callers.
class Frames {
public:
  Frames(vcgen::Executor& executor, const CallStacks& stacks) : executor_(executor), stacks_(stacks) {}

  const vcgen::CallFrame& operator[](StackId stack);

private:
  vcgen::Executor& executor_;
  const CallStacks& stacks_;
  std::vector<const vcgen::CallFrame*> by_stack_;
  std::map<std::pair<const Function*, std::uint32_t>, std::unique_ptr<vcgen::CallFrame>> frames_;
};

// Where control is, and where the automaton of a given condition is, if there is one (as the number that BlockRunner
// gave its state).
struct Point {
  Position at;
  std::uint32_t company = 0;

  friend bool operator==(const Point&, const Point&) = default;
  auto key() const { return std::tuple(at.location->id, at.stack, company); }
};

enum class ExitKind : std::uint8_t {
  Abstraction, // the block goes on with a new one
  Error,       // a call of an error function
  Gap,         // something that is not modelled
  Beyond,      // a recursion deeper than the bound
  CutOff,      // beyond a limit: nobody looks further
};

struct BlockExit {
  ExitKind kind = ExitKind::Abstraction;
  Point to;                   // Error, Gap, Beyond: where the call is
  const Edge* edge = nullptr; // Error, Gap, Beyond: the call; CutOff: the edge that goes too far
  std::string text;           // Gap: what it is; CutOff: the limit
  Term guard;                 // when this exit is reached
  semantics::SymbolicState state;
  StatePtr counts; // of the domain of limits, if there is one
};

// One edge of the program as executed in a block, for whoever wants to know which paths it stands for.
struct BlockStep {
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0}; // the path ends or is cut
  std::uint32_t from = 0;                                     // index into points
  const Edge* edge = nullptr;
  std::uint32_t to = nowhere;           // index into points
  std::uint32_t exit = nowhere;         // or into exits
  std::vector<const Expr*> assumptions; // this is only for executions in which they hold after the edge
};

struct Block {
  std::vector<BlockExit> exits;
  std::vector<Point> points; // the first one is the start
  std::vector<BlockStep> steps;
  std::vector<vcgen::InputTerm> inputs; // guards are relative to the block
};

enum class Boundaries : std::uint8_t { Loops, LoopsAndFunctions };

struct BlockOptions {
  Boundaries boundaries = Boundaries::Loops;
  std::uint32_t size = 0;             // a path that is longer than this many edges ends the block; 0: any length
  std::uint32_t recursion_bound = 16; // activations of one function on a stack
  std::uint32_t allocation_bound = 4; // blocks that one call allocates; pointers to further ones lead anywhere
  Domain* company =
      nullptr; // goes along; where it says that all is settled, paths end. Its states are compared by address.
  // Goes along, too, as limits on paths: its states are joined where paths meet, and what it cuts off leaves the block.
  Domain* limits = nullptr;
  std::optional<std::chrono::milliseconds> time; // for one block; paths that are not executed by then leave it
  std::function<bool(const Function&)> is_error;
  std::function<bool()> should_stop; // asked now and then; a block that was stopped is not complete
};

class BlockRunner {
public:
  BlockRunner(const Program& program, vcgen::Executor& executor, CallStacks& stacks, Frames& frames,
              BlockOptions options);

  // `counts` as of the domain of limits.
  Block run(Point start, const semantics::SymbolicState& state, const StatePtr& counts);
  bool stopped() const { return stopped_; }
  Point start(); // of the program
  StatePtr first_counts();

  const WeakOrder& order(const Function& function);
  const Liveness& liveness(const Function& function);
  // Orders the work: inner loops before what follows them, callees before what follows the call.
  std::vector<std::uint32_t> rank(Position point);
  // States count in registers of their own how often a call allocated: every block of memory is an object by itself.
  static bool is_allocation_counter(std::uint64_t key);
  // Of counts that depend on the path the largest.
  std::uint64_t largest(Term count) const;

private:
  struct Pending {
    Point point;
    std::uint32_t length = 0; // edges on the longest path
    vcgen::Path path;
    StatePtr counts;
  };
  struct Move { // one edge that is being executed
    const Pending& at;
    const Edge& edge;
    std::uint32_t from; // index of the point
    std::uint32_t company;
    std::vector<const Expr*> assumptions;
    StatePtr counts; // after the edge
  };

  bool is_boundary(Position point, std::uint32_t length);
  void execute(const Move& step, vcgen::Path path);
  // Calls `go` with each way in which the company can go along; not at all if all is settled there.
  void accompany(const Move& step, StepKind kind, Position to, vcgen::Path path,
                 const std::function<void(const Move&, vcgen::Path)>& go);
  // False if the step went beyond a limit, and so left the block.
  bool count(Move& step, StepKind kind, const Edge& edge, Position from, Position to, const vcgen::Path& path);
  void execute_call(const Move& step, vcgen::Path path);
  void call(const Move& step, const Function& callee, vcgen::Path path);
  void enter(const Move& step, const Function& callee, vcgen::Path path);
  std::optional<vcgen::Path> call_outside(const Move& step, const Function& callee, vcgen::Path path);
  std::optional<vcgen::Path> allocate(const Move& step, const Function& callee, vcgen::Path path);
  void go_on(const Move& step, StepKind kind, Position to, vcgen::Path path);
  void arrive(const Move& step, Position to, vcgen::Path path);
  void leave(const Move& step, BlockExit exit, vcgen::Path path);
  void leave_through_gaps(const Move& step);
  void return_to_caller(const Move& step, StackId callee, vcgen::Path path);
  vcgen::Path join(vcgen::Path a, vcgen::Path b);
  std::uint32_t number(Point point);
  std::uint32_t company_number(const StatePtr& state);
  BlockStep& add_step(const Move& step);
  const vcgen::CallFrame& frame(const Move& step) { return frames_[step.at.point.at.stack]; }
  vcgen::Site site(const Move& step, std::uint32_t time);

  vcgen::Executor& executor_;
  Terms& terms_;
  CallStacks& stacks_;
  Frames& frames_;
  BlockOptions options_;
  std::vector<bool> recursive_;
  std::map<const Function*, std::unique_ptr<WeakOrder>> orders_;
  std::map<const Function*, std::unique_ptr<Liveness>> liveness_;
  std::map<std::pair<StackId, const Edge*>, std::uint64_t> counters_;
  std::vector<StatePtr> company_;
  std::map<const DomainState*, std::uint32_t> company_numbers_;
  bool stopped_ = false;
  std::uint64_t executed_ = 0;

  // Of the block that is run.
  Block block_;
  std::map<std::vector<std::uint32_t>, Pending> pending_;
  using PointKey = std::tuple<std::uint32_t, StackId, std::uint32_t>;
  std::map<PointKey, std::uint32_t> numbers_; // of points
  std::map<PointKey, std::uint32_t> exits_;   // of exits for abstraction
  std::vector<vcgen::Path> exit_paths_;
};

} // namespace tandem::analysis::predicate
