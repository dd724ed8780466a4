// Whether an execution is covered by a claim is decided by running it twice: in the program, and in the residual
// program without what the claim covers. Residual programs have all paths that are not covered, so an execution that
// does not reach the target there is covered.
//
// An rt claim holds for all executions along it. Where the state is entered with the error call itself, that is so by
// construction; otherwise ends of executions become targets (transform/loops/targets_at_ends.h), and what the claim
// covers must be ut in that program.

#include "analysis/validate/check_gia.h"

#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_conditions.h"
#include "exchange/gia/gia_copy.h"
#include "exchange/gia/invariant_gia.h"
#include "semantics/interpreter/run.h"
#include "transform/loops/assert_invariants.h"
#include "transform/loops/targets_at_ends.h"
#include "transform/reduce/reduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <optional>

namespace tandem::analysis::validate {

namespace {

using exchange::Accept;
using exchange::Gia;
using exchange::StateId;

constexpr std::chrono::milliseconds replay_limit{10'000};

// The automaton with other accepting states. A state that accepts nothing any more and has no transitions ends runs.
template <typename NewAccept> Gia with_accepts(const Gia& gia, const NewAccept& accept) {
  exchange::GiaBuilder builder(gia.header());
  exchange::GiaCopy copy(gia, builder);
  for (StateId id = 0; id < gia.states().size(); ++id)
    builder.add_state(accept(id), gia.states()[id].name, copy.text(gia.states()[id].invariant));
  builder.set_initial(gia.initial());
  for (const Gia::Transition& transition : gia.transitions())
    builder.add_transition(transition.source, copy.label(transition.label), transition.target,
                           copy.text(transition.assumption));
  return std::move(builder).finish();
}

class ClaimChecker {
public:
  ClaimChecker(const Program& program, const Gia& gia, Property property, EngineQuery query,
               confirm::CompiledCheck compiled = confirm::CompiledCheck::Run)
      : program_(program), gia_(gia), property_(std::move(property)), query_(std::move(query)), compiled_(compiled),
        conditions_(program, gia) {
    exchange::bind_edges(program, gia, conditions_);
  }

  ClaimCheck check_ut() {
    ClaimCheck result{.kind = ClaimKind::Unreachable};
    const transform::reduce::Residual part = transform::reduce::reduce(
        program_, gia_, {.keep = transform::reduce::Keep::Verified, .intact = property_.error_functions});
    const task::Outcome answer = query_(part.program, property_, compiled_);
    result.assumptions = answer.assumptions;
    switch (answer.verdict) {
    case task::Verdict::True:
      decide(result, ClaimStatus::Confirmed, "no target can be reached on the paths it covers");
      break;
    case task::Verdict::Unknown: decide(result, ClaimStatus::Open, answer.reason); break;
    case task::Verdict::False: refute_ut(result, inputs_of(answer)); break;
    }
    return result;
  }

  // Also that no execution along it ends without a target.
  ClaimCheck check_every_rt(StateId state) {
    ClaimCheck result = check_rt(state);
    if (result.status != ClaimStatus::Confirmed || is_entered_by_error(state)) return result;
    const transform::loops::EndsProgram ends = transform::loops::targets_at_ends(program_, property_);
    const Gia covered =
        with_accepts(gia_, [&](StateId id) { return id == state ? Accept::Unreachable : Accept::Nothing; });
    ClaimCheck others =
        ClaimChecker(ends.program, covered, ends.property, query_, confirm::CompiledCheck::Skip).check_ut();
    const std::string some = fmt::format("with inputs {}", fmt::join(result.inputs, ","));
    switch (others.status) {
    case ClaimStatus::Confirmed: return result;
    case ClaimStatus::Refuted:
      result.inputs = others.inputs;
      decide(result, ClaimStatus::Refuted,
             fmt::format("an execution along it ends without a target, though one reaches it{}; assumptions on inputs "
                         "would narrow the claim",
                         result.inputs.empty() ? "" : " " + some));
      break;
    case ClaimStatus::Open:
      decide(result, ClaimStatus::Open,
             fmt::format("an execution along it reaches a target {}, whether all do is open: {}", some, others.text));
      break;
    }
    return result;
  }

  // For each invariant that the automaton claims.
  std::vector<ClaimCheck> check_invariants(std::size_t most) {
    std::vector<ClaimCheck> result;
    std::vector<exchange::LocationInvariant> claimed = exchange::invariants_of(program_, claims_of_invariants());
    for (const exchange::LocationInvariant& each : claimed) {
      const std::string text = exchange::condition_text(program_, *each.location, *each.condition).value_or("?");
      ClaimCheck check{.kind = ClaimKind::Invariant, .subject = fmt::format("{} at {}", text, place(*each.location))};
      if (result.size() < most)
        check_invariant(each, check);
      else
        decide(check, ClaimStatus::Open, fmt::format("only the first {} claims of this kind are checked", most));
      result.push_back(std::move(check));
    }
    return result;
  }

  ClaimCheck check_rt(StateId state) {
    ClaimCheck result{.kind = ClaimKind::Reached, .subject = gia_.states()[state].name};
    const std::vector<std::string> claimed = claimed_inputs(state);
    if (reaches_target(program_, claimed) && is_covered(state, claimed)) {
      result.inputs = claimed;
      decide(result, ClaimStatus::Confirmed, "the interpreter reaches a target along it");
      return result;
    }
    const Gia focus = with_accepts(gia_, [&](StateId id) { return id == state ? Accept::Candidate : Accept::Nothing; });
    const transform::reduce::Residual part =
        transform::reduce::reduce(program_, focus,
                                  {.method = transform::reduce::ReduceMethod::Unfold,
                                   .keep = transform::reduce::Keep::Candidates,
                                   .intact = property_.error_functions});
    const task::Outcome answer = query_(part.program, property_, compiled_);
    result.assumptions = answer.assumptions;
    switch (answer.verdict) {
    case task::Verdict::True: decide(result, ClaimStatus::Refuted, "no execution along it reaches a target"); break;
    case task::Verdict::Unknown: decide(result, ClaimStatus::Open, answer.reason); break;
    case task::Verdict::False: confirm_rt(result, state, inputs_of(answer)); break;
    }
    return result;
  }

  std::vector<std::string> claimed_inputs(StateId wanted) {
    std::vector<const Gia::Transition*> arrival(gia_.states().size());
    std::deque<StateId> waiting{gia_.initial()};
    while (!waiting.empty() && arrival[wanted] == nullptr) {
      for (const Gia::Transition& transition : gia_.out(waiting.front()))
        if (arrival[transition.target] == nullptr && transition.target != gia_.initial()) {
          arrival[transition.target] = &transition;
          waiting.push_back(transition.target);
        }
      waiting.pop_front();
    }
    std::vector<std::string> result;
    for (const Gia::Transition* at = arrival[wanted]; at != nullptr; at = arrival[at->source])
      if (const std::optional<std::string> value = input_value(*at)) result.push_back(*value);
    std::ranges::reverse(result);
    return result;
  }

private:
  bool is_entered_by_error(StateId state) const {
    return std::ranges::all_of(gia_.transitions(), [&](const Gia::Transition& transition) {
      const auto is_error = [&](exchange::EdgeNameId edge) {
        return property_.error_functions.is_error_call(*program_.find_edge(gia_.edge_name(edge)));
      };
      return transition.target != state ||
             (transition.label != Gia::any && std::ranges::all_of(gia_.edges(transition.label), is_error));
    });
  }

  // Without the invariants on the way to accepting states.
  Gia claims_of_invariants() const {
    const std::vector<exchange::FutureAcceptance> future = exchange::future_acceptance(gia_);
    exchange::GiaBuilder builder(gia_.header());
    exchange::GiaCopy copy(gia_, builder);
    for (StateId id = 0; id < gia_.states().size(); ++id)
      builder.add_state(Accept::Nothing, gia_.states()[id].name,
                        future[id].accepts() ? Gia::no_text : copy.text(gia_.states()[id].invariant));
    builder.set_initial(gia_.initial());
    for (const Gia::Transition& transition : gia_.transitions())
      builder.add_transition(transition.source, copy.label(transition.label), transition.target,
                             copy.text(transition.assumption));
    return std::move(builder).finish();
  }

  std::string place(const Location& location) const {
    const Edge* edge = !location.out.empty()  ? location.out.front()
                       : !location.in.empty() ? location.in.front()
                                              : nullptr;
    return edge != nullptr ? program_.text(edge->range.begin) : location.function->source_name();
  }

  void check_invariant(const exchange::LocationInvariant& claimed, ClaimCheck& result) {
    Property none = property_;
    none.error_functions = {};
    const transform::loops::AssertedProgram asserted =
        transform::loops::assert_invariants(program_, none, std::span(&claimed, 1));
    const task::Outcome answer = query_(asserted.program, asserted.property, confirm::CompiledCheck::Skip);
    result.assumptions = answer.assumptions;
    switch (answer.verdict) {
    case task::Verdict::True: decide(result, ClaimStatus::Confirmed, "no execution violates it"); break;
    case task::Verdict::Unknown: decide(result, ClaimStatus::Open, answer.reason); break;
    case task::Verdict::False:
      result.inputs = inputs_of(answer);
      decide(result, ClaimStatus::Refuted, "an execution violates it");
      break;
    }
  }

  static void decide(ClaimCheck& result, ClaimStatus status, std::string text) {
    result.status = status;
    result.text = std::move(text);
  }

  void refute_ut(ClaimCheck& result, std::vector<std::string> inputs) const {
    result.inputs = std::move(inputs);
    if (reaches_target(program_, result.inputs) && is_covered(gia_, result.inputs))
      return decide(result, ClaimStatus::Refuted, "an execution that it covers reaches a target");
    result.inputs.clear();
    decide(
        result, ClaimStatus::Open,
        "the part of the program that was checked reaches a target, but perhaps not on a path that the claim covers");
  }

  void confirm_rt(ClaimCheck& result, StateId state, std::vector<std::string> inputs) const {
    result.inputs = std::move(inputs);
    if (reaches_target(program_, result.inputs) && is_covered(state, result.inputs))
      return decide(result, ClaimStatus::Confirmed, "an execution along it reaches a target");
    result.inputs.clear();
    decide(result, ClaimStatus::Open, "a target is reached, but perhaps not along it");
  }

  static std::vector<std::string> inputs_of(const task::Outcome& answer) {
    std::vector<std::string> result;
    if (!answer.counterexample) return result;
    for (const task::InputValue& input : answer.counterexample->inputs)
      if (task::is_given(input.kind)) result.push_back(semantics::write_value(input.bits, *input.type));
    return result;
  }

  bool reaches_target(const Program& program, const std::vector<std::string>& inputs) const {
    semantics::interpreter::Executable executable(program, {.targets = property_.error_functions});
    semantics::TextInputs source(inputs, semantics::Exhaustion::Zero);
    const semantics::interpreter::RunResult result = executable.run(
        source, {.time_limit = replay_limit, .uninitialised = semantics::interpreter::Uninitialised::IsArbitrary});
    return result.end == semantics::interpreter::End::ErrorCall ||
           result.end == semantics::interpreter::End::AssertFailed;
  }

  bool is_covered(const Gia& claim, const std::vector<std::string>& inputs) const {
    const transform::reduce::Residual rest = transform::reduce::reduce(
        program_, claim, {.method = transform::reduce::ReduceMethod::Unfold, .intact = property_.error_functions});
    return !reaches_target(rest.program, inputs);
  }

  bool is_covered(StateId state, const std::vector<std::string>& inputs) const {
    return is_covered(
        with_accepts(gia_, [&](StateId id) { return id == state ? Accept::Unreachable : Accept::Nothing; }), inputs);
  }

  std::optional<std::string> input_value(const Gia::Transition& transition) {
    if (transition.label == Gia::any) return std::nullopt;
    const Edge& edge = *program_.find_edge(gia_.edge_name(gia_.edges(transition.label)[0]));
    const Operation& op = edge.op;
    const bool is_call = op.kind == OpKind::Call && op.callee != nullptr && !op.callee->has_body();
    if (op.lvalue == nullptr || !op.lvalue->type().is_scalar() || (op.kind != OpKind::Nondet && !is_call))
      return std::nullopt;
    if (transition.assumption != Gia::no_text)
      if (const Expr* condition = conditions_.find(transition.assumption, edge))
        if (const Expr* value = value_of(*op.lvalue, *condition))
          return semantics::write_value(value->bits(), value->type());
    return "0";
  }

  // From "lvalue == constant", possibly as a conjunct.
  static const Expr* value_of(const Expr& lvalue, const Expr& condition) {
    if (condition.kind() != ExprKind::Binary) return nullptr;
    if (condition.binary_op() == BinaryOp::LogicalAnd) {
      const Expr* left = value_of(lvalue, condition.operand(0));
      return left != nullptr ? left : value_of(lvalue, condition.operand(1));
    }
    if (condition.binary_op() != BinaryOp::Eq || condition.operand(1).kind() != ExprKind::Integer) return nullptr;
    const Expr* compared = &condition.operand(0);
    while (compared->kind() == ExprKind::Cast) compared = &compared->operand(0);
    return compared == &lvalue ? &condition.operand(1) : nullptr;
  }

  const Program& program_;
  const Gia& gia_;
  Property property_;
  EngineQuery query_;
  confirm::CompiledCheck compiled_;
  exchange::GiaConditions conditions_;
};

} // namespace

std::vector<ClaimCheck> check_claims(const Program& program, const Gia& gia, const Property& property,
                                     const EngineQuery& query, const ClaimOptions& options) {
  ClaimChecker checker(program, gia, property, query);
  std::vector<ClaimCheck> result;
  const auto accepts = [](Accept accept) {
    return [accept](const Gia::State& state) { return state.accept == accept; };
  };
  if (std::ranges::any_of(gia.states(), accepts(Accept::Unreachable))) result.push_back(checker.check_ut());
  std::size_t checked = 0;
  for (StateId id = 0; id < gia.states().size(); ++id) {
    if (gia.states()[id].accept != Accept::Reached) continue;
    if (checked++ < options.most_claims)
      result.push_back(checker.check_every_rt(id));
    else
      result.push_back({ClaimKind::Reached,
                        gia.states()[id].name,
                        ClaimStatus::Open,
                        fmt::format("only the first {} claims of this kind are checked", options.most_claims),
                        {},
                        {}});
  }
  for (ClaimCheck& check : checker.check_invariants(options.most_claims)) result.push_back(std::move(check));
  return result;
}

ClaimCheck check_reached(const Program& program, const Gia& gia, StateId state, const Property& property,
                         const EngineQuery& query) {
  return ClaimChecker(program, gia, property, query).check_rt(state);
}

std::vector<std::string> claimed_inputs(const Program& program, const Gia& gia, StateId state) {
  return ClaimChecker(program, gia, {}, {}).claimed_inputs(state);
}

} // namespace tandem::analysis::validate
