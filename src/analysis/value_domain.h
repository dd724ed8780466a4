// Values of variables and memory as a domain: explicit (every state has one value or none known) or as intervals, which
// join and widen. The same states, the same meaning of operations; only what is remembered and whether states are
// merged differs.
#pragma once

#include "analysis/abstract_target.h"
#include "analysis/domain.h"
#include "semantics/lowering.h"

#include <set>
#include <string>
#include <vector>

namespace tandem::analysis {

struct ValueOptions {
  Remember remember = Remember::SingleValues;
  // Which variables and allocations are followed; null: all.
  std::function<bool(const AbstractObject&)> tracks;
  std::uint32_t joins_before_widening = 2;
};

class ValueDomain : public Domain {
public:
  ValueDomain(const Program& program, const AliasPartition& aliases, const CallStacks& stacks, ValueOptions options);

  StatePtr initial(const Position& start) override;
  std::vector<Successor> post(const StatePtr& state, const Step& step) override;
  bool covers(const DomainState& larger, const DomainState& smaller, const Position& at) override;
  StatePtr join(const StatePtr& older, const StatePtr& newer, const MergePoint& at) override;
  StatePtr narrow(const StatePtr& older, const StatePtr& newer, const MergePoint& at) override;
  std::uint64_t hash(const DomainState& state) override;

  const AbstractMemory& memory() const { return memory_; }
  // What is known of a variable of the activation there.
  AbstractValue value_of(const DomainState& state, const Variable& variable, StackId stack);
  // Functions without a body that were called: what the result rests on.
  const std::set<std::string>& assumptions() const { return assumptions_; }

private:
  enum class Feasible : std::uint8_t { Yes, No };

  semantics::Lowering<AbstractTarget>& in(AbstractState& state, StackId stack);
  Feasible execute(AbstractState& state, const Step& step);
  Feasible along(AbstractState& state, const Step& step);
  Feasible assume(AbstractState& state, StackId stack, const Expr& condition, bool truth);
  Feasible enter(AbstractState& state, const Step& step);
  void leave(AbstractState& state, const Step& step);
  void give(AbstractState& state, const Step& step);
  void declare(AbstractState& state, const Step& step);
  void assign_result(AbstractState& state, const Step& step, const AbstractValue& value);
  void forget_place(AbstractState& state, StackId stack, const Expr& place);

  // value_library.cpp
  void call_without_body(AbstractState& state, const Step& step);
  bool call_library(AbstractState& state, const Step& step);

  // value_assume.cpp: the state shrinks to where the expression's value is in the range, as far as that can be told.
  Feasible refine(AbstractState& state, StackId stack, const Expr& expr, const AbstractValue& wanted);
  Feasible refine_condition(AbstractState& state, StackId stack, const Expr& condition, bool truth);
  Feasible refine_comparison(AbstractState& state, StackId stack, const Expr& comparison, bool truth);
  Feasible refine_cast(AbstractState& state, StackId stack, const Expr& cast, const AbstractValue& wanted);
  Feasible refine_sum(AbstractState& state, StackId stack, const Expr& sum, const AbstractValue& wanted);
  Feasible refine_place(AbstractState& state, StackId stack, const Expr& place, const AbstractValue& wanted);
  Feasible refine_both(AbstractState& state, StackId stack, const Expr& logical, bool truth);

  void collect_thresholds();

  const Program& program_;
  const AliasPartition& aliases_;
  const CallStacks& stacks_;
  ValueOptions options_;
  AbstractMemory memory_;
  AbstractTarget target_{memory_};
  semantics::Lowering<AbstractTarget> lowering_;
  std::vector<std::int64_t> thresholds_;
  std::set<std::string> assumptions_;
};

} // namespace tandem::analysis
