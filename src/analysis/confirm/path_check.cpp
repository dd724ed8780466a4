// Symbolic execution (King, CACM 1976) of a single path of the reachability graph, with one query at the end: no
// branching, no joins, calls as real frames. A call through a pointer adds the condition that it leads to the callee on
// the path.

#include "analysis/confirm/path_check.h"

#include "analysis/confirm/model_bits.h"
#include "smt/backends/backends.h"
#include "symex/executor.h"

#include <memory>
#include <vector>

namespace tandem::analysis::confirm {

using smt::Term;
using symex::CallFrame;
using symex::Path;
using symex::Site;

namespace {

class PathExecution {
public:
  explicit PathExecution(const Program& program)
      : identities_(terms_, program.data_model()), executor_(program, terms_, identities_, {}) {
    executor_.memory().let_unconstrained_pointers_write();
    executor_.set_up_globals(path_.state);
    push(program.entry());
    executor_.begin_frame(path_.state, *frames_.back());
  }

  smt::Terms& terms() { return terms_; }
  const std::vector<symex::InputTerm>& inputs() { return executor_.findings().inputs; }
  Term guard() { return path_.guard.all(terms_); }

  bool is_exact() { return executor_.findings().unsupported.empty() && executor_.findings().assumptions.empty(); }

  // False: the path is infeasible from here on, whatever the inputs.
  bool execute_step(const reach::ArgEdge& step) {
    ++number_;
    const bool goes_on = execute(step);
    return goes_on && !terms_.is_false(guard());
  }

private:
  bool execute(const reach::ArgEdge& step) {
    switch (step.kind) {
    case reach::TransferKind::Intraprocedural: return along(step);
    case reach::TransferKind::Call: return enter(step);
    case reach::TransferKind::Return: return leave(*step.edge);
    }
    unreachable();
  }

  bool along(const reach::ArgEdge& step) {
    const Edge& edge = *step.edge;
    const Operation& op = edge.op;
    CallFrame& frame = *frames_.back();
    switch (op.kind) {
    case OpKind::Skip: break;
    case OpKind::Assign: executor_.in(path_.state, frame).assign(*op.lvalue, *op.value); break;
    case OpKind::Assume: {
      const Term holds = executor_.in(path_.state, frame).condition(*op.value);
      path_.guard = path_.guard.with(terms_, op.truth ? holds : terms_.not_(holds));
      break;
    }
    case OpKind::Call: return call_without_body(step);
    case OpKind::Return:
      if (op.value != nullptr) executor_.put_result(path_.state, frame, *op.value);
      break;
    case OpKind::Declare: executor_.declare(path_.state, frame, *op.variable); break;
    case OpKind::Nondet: executor_.assign_nondet(site(edge), path_); break;
    case OpKind::EndScope: executor_.end_scope(path_.state, frame, *op.variable); break;
    }
    return true;
  }

  bool call_without_body(const reach::ArgEdge& step) {
    if (!choose_callee(step)) return false;
    if (step.callee == nullptr) {
      path_ = executor_.call_external(site(*step.edge), std::move(path_));
      return true;
    }
    auto after = executor_.call_without_body(site(*step.edge), *step.callee, path_);
    if (after) path_ = std::move(*after);
    return after.has_value();
  }

  bool enter(const reach::ArgEdge& step) {
    if (!choose_callee(step)) return false;
    push(*step.callee);
    executor_.pass_arguments(path_.state, *frames_[frames_.size() - 2], *step.edge, *frames_.back());
    return true;
  }

  bool leave(const Edge& call) {
    const std::unique_ptr<CallFrame> callee = std::move(frames_.back());
    frames_.pop_back();
    executor_.end_frame(path_.state, *callee);
    executor_.take_result(path_.state, *callee, *frames_.back(), call);
    return true;
  }

  // Through a pointer: the condition under which it leads to the callee.
  bool choose_callee(const reach::ArgEdge& step) {
    if (step.edge->op.callee != nullptr) return true;
    const Term pointer = executor_.in(path_.state, *frames_.back()).value(*step.edge->op.value);
    std::vector<Term> ways;
    for (const auto& leaf : executor_.memory().functions_at(pointer))
      if (leaf.function == step.callee || leaf.function == nullptr) ways.push_back(leaf.condition);
    path_.guard = path_.guard.with(terms_, terms_.or_(ways));
    return true;
  }

  void push(const Function& function) {
    frames_.push_back(std::make_unique<CallFrame>(executor_.make_frame(function, contexts_++)));
  }

  Site site(const Edge& edge) { return {*frames_.back(), edge, {frames_.back()->context, edge.id, number_}}; }

  smt::Terms terms_;
  semantics::symbolic::Identities identities_;
  symex::Executor executor_;
  Path path_;
  std::vector<std::unique_ptr<CallFrame>> frames_;
  std::uint32_t contexts_ = 0, number_ = 0;
};

} // namespace

PathCheck check_path(const reach::Arg& graph, reach::NodeId target, const PathCheckOptions& options) {
  PathExecution execution(graph.program());
  const std::vector<reach::Arg::PathStep> path = graph.path_to(target);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const reach::ArgEdge& step = *path[i].edge;
    if (!execution.execute_step(step)) {
      // The error call itself does not return.
      const bool is_error =
          i + 1 == path.size() && step.kind == reach::TransferKind::Intraprocedural && step.callee != nullptr;
      if (is_error) break;
      return {PathCheck::Answer::Infeasible, execution.is_exact(), "", {}};
    }
    if (i % 256 == 255 && options.should_stop && options.should_stop())
      return {PathCheck::Answer::Unknown, false, "limit reached", {}};
  }
  smt::Terms& terms = execution.terms();
  const auto solver = smt::backends::make_solver(options.solver, terms);
  solver->set_limits({.wall = options.limit});
  const Term guard = execution.guard();
  const smt::CheckResult result = solver->check(std::span(&guard, 1));
  if (result.unsat()) return {PathCheck::Answer::Infeasible, execution.is_exact(), "", {}};
  if (result.unknown()) return {PathCheck::Answer::Unknown, false, result.reason, {}};
  PathCheck found{PathCheck::Answer::Feasible, false, "", {}};
  const std::vector<const Edge*> edges = graph.program_path_to(target);
  if (!edges.empty()) found.found.target = edges.back();
  for (const symex::InputTerm& input : execution.inputs())
    found.found.inputs.push_back({.kind = input.kind,
                                  .type = input.type,
                                  .bits = bits_of(terms.bits(solver->value(input.value))),
                                  .edge = input.edge});
  return found;
}

} // namespace tandem::analysis::confirm
