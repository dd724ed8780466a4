// Values of variables and memory as a domain: explicit (a variable has one value or an unknown one) or as intervals,
// which join and widen. States and the meaning of operations are the same; they differ in what is remembered and
// whether states are merged.
#pragma once

#include "analysis/reach/domain.h"
#include "analysis/value/abstract_target.h"
#include "program/dataflow/liveness.h"
#include "program/graph/weak_order.h"
#include "semantics/core/expr_evaluator.h"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tandem::analysis::value {

struct ValueOptions {
  ValuePrecision precision = ValuePrecision::Constants;
  BlockNames names = BlockNames::ByAllocation;
  // Which variables and allocations are tracked; null: all.
  std::function<bool(const AbstractObject&)> tracks;
  std::uint32_t joins_before_widening = 2;
  // Intervals only: trace partitioning by iterations. States at the head of an innermost loop are kept separate as long
  // as the loop condition is constant in them, so that loops with a constant number of iterations are executed one by
  // one. At most this many iterations of each loop.
  std::uint32_t partitioned_iterations = 0;
  // Intervals only: trace partitioning by calls. During a call, states in which a condition passed as an argument holds
  // are kept separate from those in which it does not, so that assume(x < 3) has an effect. At most this many in all.
  std::uint32_t partitioned_calls = 0;
};

// The partitions of traces: states of different partitions are kept separate. A partition begins with an iteration of a
// loop or with a call; a call's partition ends with its return (Mauborgne, Rival, ESOP 2005).
class TracePartitions {
public:
  using Partition = std::uint32_t;
  enum class Argument : std::uint8_t { Unknown, True, False };

  Partition begin_iteration(Partition now); // a new partition of the same call
  Partition enter(Partition now, const Edge& call, Argument argument);
  Partition leave(Partition now) const { return callers_[now]; }
  std::uint32_t splits() const { return splits_; } // calls whose argument is known

private:
  std::vector<Partition> callers_{0};
  std::map<std::tuple<Partition, std::uint32_t, Argument>, Partition> calls_;
  std::uint32_t splits_ = 0;
};

class ValueDomain : public reach::Domain {
public:
  ValueDomain(const Program& program, const pointers::AliasPartition& aliases, const reach::CallStacks& stacks,
              ValueOptions options);

  reach::StatePtr initial(const reach::ControlPoint& start) override;
  std::vector<reach::Successor> post(const reach::StatePtr& state, const reach::TransferStep& step) override;
  bool covers(const reach::DomainState& larger, const reach::DomainState& smaller,
              const reach::ControlPoint& at) override;
  reach::StatePtr join(const reach::StatePtr& older, const reach::StatePtr& newer,
                       const reach::MergePoint& at) override;
  reach::StatePtr narrow(const reach::StatePtr& older, const reach::StatePtr& newer,
                         const reach::MergePoint& at) override;
  std::uint64_t hash(const reach::DomainState& state) override;

  AbstractMemory& memory() { return memory_; }
  const AbstractMemory& memory() const { return memory_; }
  // The executions of the state in which the condition has this truth; null if there are none.
  reach::StatePtr restricted(const reach::DomainState& state, reach::StackId stack, const Expr& condition, bool truth);
  // The value of an expression in the activation at the top of that stack.
  AbstractValue value_of(const reach::DomainState& state, const Expr& expr, reach::StackId stack);
  // From now on any two states may be joined.
  void join_all() { joins_all_ = true; }
  // The value of a variable in the activation at the top of that stack.
  AbstractValue value_of(const reach::DomainState& state, const Variable& variable, reach::StackId stack);
  // About the functions without a body that were called.

private:
  enum class Feasible : std::uint8_t { Yes, No };

  semantics::ExprEvaluator<AbstractTarget>& in(AbstractState& state, reach::StackId stack);
  Feasible execute(AbstractState& state, const reach::TransferStep& step);
  Feasible along(AbstractState& state, const reach::TransferStep& step);
  Feasible assume(AbstractState& state, reach::StackId stack, const Expr& condition, bool truth);
  Feasible enter(AbstractState& state, const reach::TransferStep& step);
  void leave(AbstractState& state, const reach::TransferStep& step);
  void give(AbstractState& state, const reach::TransferStep& step);
  void declare(AbstractState& state, const reach::TransferStep& step);
  void assign_result(AbstractState& state, const reach::TransferStep& step, const AbstractValue& value);
  // Values that no execution reads any more would only make states different that are not.
  void forget_dead(AbstractState& state, const reach::TransferStep& step);
  const std::vector<const Variable*>& dying_along(const Edge& edge);
  void forget_lvalue(AbstractState& state, reach::StackId stack, const Expr& lvalue);

  // value_library.cpp
  Feasible call_external(AbstractState& state, const reach::TransferStep& step);
  void call_without_body(AbstractState& state, const reach::TransferStep& step);
  void call_undefined(AbstractState& state);
  bool call_library(AbstractState& state, const reach::TransferStep& step);

  // value_assume.cpp: restricts the state to where the expression's value is in the range, as far as possible.
  Feasible refine(AbstractState& state, reach::StackId stack, const Expr& expr, const AbstractValue& wanted);
  Feasible refine_condition(AbstractState& state, reach::StackId stack, const Expr& condition, bool truth);
  Feasible refine_comparison(AbstractState& state, reach::StackId stack, const Expr& comparison, bool truth);
  Feasible refine_float_comparison(AbstractState& state, reach::StackId stack, const Expr& comparison, bool truth);
  Feasible refine_float(AbstractState& state, reach::StackId stack, const Expr& expr, const AbstractValue& wanted);
  Feasible refine_cast(AbstractState& state, reach::StackId stack, const Expr& cast, const AbstractValue& wanted);
  Feasible refine_sum(AbstractState& state, reach::StackId stack, const Expr& sum, const AbstractValue& wanted);
  Feasible refine_lvalue(AbstractState& state, reach::StackId stack, const Expr& lvalue, const AbstractValue& wanted);
  Feasible refine_both(AbstractState& state, reach::StackId stack, const Expr& logical, bool truth);

  void collect_thresholds();
  bool partitions_traces() const { return options_.partitioned_iterations > 0 || options_.partitioned_calls > 0; }
  // Whether the next iteration at the loop head gets a partition of its own.
  bool is_separate_iteration(const AbstractState& state, const reach::ControlPoint& at);
  bool is_innermost_head(const Location& location);
  std::vector<reach::Successor> split(const AbstractState& state, const reach::TransferStep& step);
  bool are_in_different_partitions(const AbstractState& older, const AbstractState& newer, const reach::MergePoint& at);

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  const reach::CallStacks& stacks_;
  bool asks_about_memory_; // the program does
  ValueOptions options_;
  AbstractMemory memory_;
  AbstractTarget target_{memory_};
  semantics::ExprEvaluator<AbstractTarget> evaluator_;
  std::vector<std::int64_t> thresholds_;
  TracePartitions partitions_;
  std::map<std::uint32_t, std::uint32_t> iterations_; // so far, by Location::id
  bool joins_all_ = false;
  std::map<const Function*, graph::WeakOrder> orders_;
  std::map<const Function*, dataflow::Liveness> live_;
  std::unordered_map<const Edge*, std::vector<const Variable*>> dying_; // found as they are asked for
};

} // namespace tandem::analysis::value
