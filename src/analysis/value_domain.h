// Values of variables and memory as a domain: explicit (every state has one value or none known) or as intervals, which
// join and widen. The same states, the same meaning of operations; only what is remembered and whether states are
// merged differs.
#pragma once

#include "analysis/abstract_target.h"
#include "analysis/domain.h"
#include "program/weak_order.h"
#include "semantics/lowering.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tandem::analysis {

struct ValueOptions {
  Remember remember = Remember::SingleValues;
  // Which variables and allocations are followed; null: all.
  std::function<bool(const AbstractObject&)> tracks;
  std::uint32_t joins_before_widening = 2;
  // Of ranges: states at the head of an innermost loop are kept apart as long as it is decided in them how the loop
  // goes on, so that loops of a fixed number of rounds are run through. At most so many of each loop.
  std::uint32_t rounds_apart = 0;
  // Of ranges: during a call states in which a condition that is its argument holds are kept apart from those in which
  // it does not, so that assume(x < 3) is understood. At most so many in all.
  std::uint32_t calls_apart = 0;
};

// Which states are kept apart: those of different parts. A part begins with a round of a loop, or with a call, and a
// call's ends with its return.
class PartTable {
public:
  using Part = std::uint32_t;
  enum class Argument : std::uint8_t { Whatever, True, False };

  Part round(Part now); // a new one, of the same call
  Part enter(Part now, const Edge& call, Argument argument);
  Part leave(Part now) const { return callers_[now]; }
  std::uint32_t splits() const { return splits_; } // calls whose argument is known

private:
  std::vector<Part> callers_{0};
  std::map<std::tuple<Part, std::uint32_t, Argument>, Part> calls_;
  std::uint32_t splits_ = 0;
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
  // From now on every two states may be joined.
  void join_all() { joins_all_ = true; }
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
  Feasible call_outside(AbstractState& state, const Step& step);
  void call_without_body(AbstractState& state, const Step& step);
  void call_undefined(AbstractState& state, const Step& step);
  bool call_library(AbstractState& state, const Step& step);

  // value_assume.cpp: the state shrinks to where the expression's value is in the range, as far as that can be told.
  Feasible refine(AbstractState& state, StackId stack, const Expr& expr, const AbstractValue& wanted);
  Feasible refine_condition(AbstractState& state, StackId stack, const Expr& condition, bool truth);
  Feasible refine_comparison(AbstractState& state, StackId stack, const Expr& comparison, bool truth);
  Feasible refine_float_comparison(AbstractState& state, StackId stack, const Expr& comparison, bool truth);
  Feasible refine_float(AbstractState& state, StackId stack, const Expr& expr, const AbstractValue& wanted);
  Feasible refine_cast(AbstractState& state, StackId stack, const Expr& cast, const AbstractValue& wanted);
  Feasible refine_sum(AbstractState& state, StackId stack, const Expr& sum, const AbstractValue& wanted);
  Feasible refine_place(AbstractState& state, StackId stack, const Expr& place, const AbstractValue& wanted);
  Feasible refine_both(AbstractState& state, StackId stack, const Expr& logical, bool truth);

  void collect_thresholds();
  bool keeps_apart() const { return options_.rounds_apart > 0 || options_.calls_apart > 0; }
  // Whether what comes next at the loop head is a round of its own.
  bool is_round(const AbstractState& state, const Position& at);
  bool is_innermost_head(const Location& location);
  std::vector<Successor> split(const AbstractState& state, const Step& step);
  bool are_kept_apart(const AbstractState& older, const AbstractState& newer, const MergePoint& at);

  const Program& program_;
  const AliasPartition& aliases_;
  const CallStacks& stacks_;
  ValueOptions options_;
  AbstractMemory memory_;
  AbstractTarget target_{memory_};
  semantics::Lowering<AbstractTarget> lowering_;
  std::vector<std::int64_t> thresholds_;
  PartTable parts_;
  std::map<std::uint32_t, std::uint32_t> rounds_; // so far, by Location::id
  bool joins_all_ = false;
  std::map<const Function*, WeakOrder> orders_;
  std::set<std::string> assumptions_;
};

} // namespace tandem::analysis
