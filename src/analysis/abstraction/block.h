// Blocks of adjustable-block encoding: all paths from one control point to the next ones at which the predicate
// analysis abstracts, as terms over the values at the block's start.
//
// Beyer, Keremoglu, Wendler, "Predicate Abstraction with Adjustable-Block Encoding" (FMCAD 2010). They conjoin path
// formulas over indexed variables; we execute blocks symbolically (paths joined wherever they meet), so that a block is
// a guard and the values at its end: the weakest precondition of a predicate is a substitution.
#pragma once

#include "analysis/reach/domain.h"
#include "program/dataflow/liveness.h"
#include "program/graph/weak_order.h"
#include "program/model/error_functions.h"
#include "symex/executor.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tandem::analysis::abstraction {

using smt::Term;
using smt::Terms;

// The registers of the functions on a call stack. A frame belongs to a function and its recursion depth, not to the
// call stack: predicates about a function's variables are shared by all its callers.
class Frames {
public:
  Frames(symex::Executor& executor, const reach::CallStacks& stacks) : executor_(executor), stacks_(stacks) {}

  const symex::CallFrame& operator[](reach::StackId stack);

private:
  symex::Executor& executor_;
  const reach::CallStacks& stacks_;
  std::vector<const symex::CallFrame*> by_stack_;
  std::map<std::pair<const Function*, std::uint32_t>, std::unique_ptr<symex::CallFrame>> frames_;
};

// A control point and, if a condition is given, the state of its automaton (as numbered by BlockRunner): a node of the
// product.
struct ProductPoint {
  reach::ControlPoint at;
  std::uint32_t condition_state = 0;

  friend bool operator==(const ProductPoint&, const ProductPoint&) = default;
  auto key() const { return std::tuple(at.location->id, at.stack, condition_state); }
};

enum class ExitKind : std::uint8_t {
  Abstraction, // a new block begins
  Error,       // a call of an error function
  Unsupported, // an unsupported construct
  Beyond,      // recursion deeper than the bound
  CutOff,      // beyond a limit: not explored further
};

struct BlockExit {
  ExitKind kind = ExitKind::Abstraction;
  ProductPoint to;            // Error, Unsupported, Beyond: the point of the call
  const Edge* edge = nullptr; // Error, Unsupported, Beyond: the call; CutOff: the edge that exceeds the limit
  std::string text;           // Unsupported: the construct; CutOff: the limit
  Term guard;                 // the condition under which this exit is reached
  semantics::symbolic::SymbolicState state;
  reach::StatePtr counts; // of the domain of limits, if there is one
};

// One edge of the program as executed in a block. The steps of a block are the paths it stands for; the export of
// conditions and paths follows them.
struct BlockStep {
  static constexpr std::uint32_t none = ~std::uint32_t{0}; // the path ends
  std::uint32_t from = 0;                                  // index into points
  const Edge* edge = nullptr;
  std::uint32_t to = none;              // index into points
  std::uint32_t exit = none;            // or into exits
  std::vector<const Expr*> assumptions; // the step stands only for executions in which they hold after the edge
  Term guard;                           // the condition under which it is taken, where it leads to a point
};

struct Block {
  std::vector<BlockExit> exits;
  std::vector<ProductPoint> points; // the first one is the start
  std::vector<BlockStep> steps;
  std::vector<symex::InputTerm> inputs; // guards are relative to the block
};

enum class Boundaries : std::uint8_t { Loops, LoopsAndFunctions };

struct BlockOptions {
  Boundaries boundaries = Boundaries::Loops;
  std::uint32_t size = 0;             // a path longer than this many edges ends the block; 0: any length
  std::uint32_t recursion_bound = 16; // activations of one function on a stack
  std::uint32_t allocation_bound = 4; // objects of one call site; pointers to further ones are unconstrained
  // The condition automaton in the product: paths end where it is verified. Its states are compared by address.
  reach::Domain* condition_domain = nullptr;
  // Limits on paths, in the product as well: states are joined where paths meet, and what is cut off leaves the block.
  reach::Domain* limits = nullptr;
  std::optional<std::chrono::milliseconds> time; // for one block; paths not executed by then are cut off
  ErrorFunctions error_functions;
  std::function<bool()> should_stop; // polled; a block that was stopped is incomplete
};

class BlockRunner {
public:
  BlockRunner(const Program& program, symex::Executor& executor, reach::CallStacks& stacks, Frames& frames,
              BlockOptions options);

  // `counts` is the state of the domain of limits.
  Block run(ProductPoint start, const semantics::symbolic::SymbolicState& state, const reach::StatePtr& counts);
  bool stopped() const { return stopped_; }
  ProductPoint start(); // of the program
  reach::StatePtr first_counts();

  const graph::WeakOrder& order(const Function& function);
  const dataflow::Liveness& liveness(const Function& function);
  // The order of exploration: inner loops before what follows them, callees before what follows the call.
  std::vector<std::uint32_t> rank(reach::ControlPoint point);
  // States count in registers of their own how often a call site allocated, since every allocation is a new object.
  static bool is_allocation_counter(std::uint64_t key);
  // The largest value of a count that depends on the path.
  std::uint64_t largest(Term count) const;

private:
  struct Pending {
    ProductPoint point;
    std::uint32_t length = 0; // edges on the longest path
    symex::Path path;
    reach::StatePtr counts;
  };
  struct Move { // one edge being executed
    const Pending& at;
    const Edge& edge;
    std::uint32_t from; // index of the point
    std::uint32_t condition_state;
    std::vector<const Expr*> assumptions;
    reach::StatePtr counts; // after the edge
  };

  bool is_boundary(reach::ControlPoint point, std::uint32_t length);
  void execute(const Move& step, symex::Path path);
  // Calls `go` for each successor state of the condition automaton that is not verified.
  void advance_condition(const Move& step, reach::TransferKind kind, reach::ControlPoint to, symex::Path path,
                         const std::function<void(const Move&, symex::Path)>& go);
  // False if the step exceeded a limit and so left the block.
  bool count(Move& step, reach::TransferKind kind, const Edge& edge, reach::ControlPoint from, reach::ControlPoint to,
             const symex::Path& path);
  void execute_call(const Move& step, symex::Path path);
  void call(const Move& step, const Function& callee, symex::Path path);
  void enter(const Move& step, const Function& callee, symex::Path path);
  std::optional<symex::Path> call_external(const Move& step, const Function& callee, symex::Path path);
  std::optional<symex::Path> allocate(const Move& step, const Function& callee, symex::Path path);
  void go_on(const Move& step, reach::TransferKind kind, reach::ControlPoint to, symex::Path path);
  void arrive(const Move& step, reach::ControlPoint to, symex::Path path);
  void leave(const Move& step, BlockExit exit, symex::Path path);
  void leave_through_unsupported(const Move& step);
  void return_to_caller(const Move& step, reach::StackId callee, symex::Path path);
  symex::Path join(symex::Path a, symex::Path b);
  std::uint32_t number(ProductPoint point);
  std::uint32_t condition_state_number(const reach::StatePtr& state);
  BlockStep& add_step(const Move& step);
  const symex::CallFrame& frame(const Move& step) { return frames_[step.at.point.at.stack]; }
  symex::Site site(const Move& step, std::uint32_t time);

  symex::Executor& executor_;
  Terms& terms_;
  reach::CallStacks& stacks_;
  Frames& frames_;
  BlockOptions options_;
  std::vector<bool> recursive_;
  std::map<const Function*, std::unique_ptr<graph::WeakOrder>> orders_;
  std::map<const Function*, std::unique_ptr<dataflow::Liveness>> liveness_;
  std::map<std::pair<reach::StackId, const Edge*>, std::uint64_t> counters_;
  std::vector<reach::StatePtr> condition_states_;
  std::map<const reach::DomainState*, std::uint32_t> condition_state_numbers_;
  bool stopped_ = false;
  std::uint64_t executed_ = 0;

  // Of the block being executed.
  Block block_;
  std::map<std::vector<std::uint32_t>, Pending> pending_;
  using PointKey = std::tuple<std::uint32_t, reach::StackId, std::uint32_t>;
  std::map<PointKey, std::uint32_t> numbers_; // of points
  std::map<PointKey, std::uint32_t> exits_;   // of exits for abstraction
  std::vector<symex::Path> exit_paths_;
};

} // namespace tandem::analysis::abstraction
