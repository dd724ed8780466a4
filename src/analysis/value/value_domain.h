// Values of variables and memory as a domain: explicit (every state has one value or none known) or as intervals, which
// join and widen. The same states, the same meaning of operations; only what is remembered and whether states are
// merged differs.
#pragma once

#include "analysis/reach/domain.h"
#include "analysis/value/abstract_target.h"
#include "program/graph/weak_order.h"
#include "semantics/core/expr_evaluator.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tandem::analysis::value {

struct ValueOptions {
  ValuePrecision precision = ValuePrecision::Constants;
  // Which variables and allocations are followed; null: all.
  std::function<bool(const AbstractObject&)> tracks;
  std::uint32_t joins_before_widening = 2;
  // Of ranges: states at the head of an innermost loop are kept apart as long as it is decided in them how the loop
  // goes on, so that loops of a fixed number of rounds are run through. At most so many of each loop.
  std::uint32_t partitioned_iterations = 0;
  // Of ranges: during a call states in which a condition that is its argument holds are kept apart from those in which
  // it does not, so that assume(x < 3) is understood. At most so many in all.
  std::uint32_t partitioned_calls = 0;
};

// Which states are kept apart: those of different parts. A part begins with a round of a loop, or with a call, and a
// call's ends with its return.
class TracePartitions {
public:
  using Partition = std::uint32_t;
  enum class Argument : std::uint8_t { Unknown, True, False };

  Partition begin_iteration(Partition now); // a new one, of the same call
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

  const AbstractMemory& memory() const { return memory_; }
  // From now on every two states may be joined.
  void join_all() { joins_all_ = true; }
  // What is known of a variable of the activation there.
  AbstractValue value_of(const reach::DomainState& state, const Variable& variable, reach::StackId stack);
  // Functions without a body that were called: what the result rests on.
  const std::set<std::string>& assumptions() const { return assumptions_; }

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
  void forget_lvalue(AbstractState& state, reach::StackId stack, const Expr& lvalue);

  // value_library.cpp
  Feasible call_external(AbstractState& state, const reach::TransferStep& step);
  void call_without_body(AbstractState& state, const reach::TransferStep& step);
  void call_undefined(AbstractState& state, const reach::TransferStep& step);
  bool call_library(AbstractState& state, const reach::TransferStep& step);

  // value_assume.cpp: the state shrinks to where the expression's value is in the range, as far as that can be told.
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
  // Whether what comes next at the loop head is a round of its own.
  bool is_separate_iteration(const AbstractState& state, const reach::ControlPoint& at);
  bool is_innermost_head(const Location& location);
  std::vector<reach::Successor> split(const AbstractState& state, const reach::TransferStep& step);
  bool are_in_different_partitions(const AbstractState& older, const AbstractState& newer, const reach::MergePoint& at);

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  const reach::CallStacks& stacks_;
  ValueOptions options_;
  AbstractMemory memory_;
  AbstractTarget target_{memory_};
  semantics::ExprEvaluator<AbstractTarget> evaluator_;
  std::vector<std::int64_t> thresholds_;
  TracePartitions partitions_;
  std::map<std::uint32_t, std::uint32_t> iterations_; // so far, by Location::id
  bool joins_all_ = false;
  std::map<const Function*, graph::WeakOrder> orders_;
  std::set<std::string> assumptions_;
};

} // namespace tandem::analysis::value
