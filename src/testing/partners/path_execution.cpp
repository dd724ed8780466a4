#include "testing/partners/path_execution.h"

namespace tandem::testing::partners {

using smt::Term;
using symex::CallFrame;

namespace {

const Edge* other_side(const Edge& taken) { return taken.from->out[taken.from->out[0] == &taken ? 1 : 0]; }

} // namespace

PathExecution::PathExecution(const Program& program, smt::Terms& terms, semantics::symbolic::Identities& identities)
    : terms_(terms), executor_(program, terms, identities, {}) {
  executor_.set_up_globals(path_.state);
  push(program.entry(), nullptr);
}

ExecutedPath PathExecution::run(std::span<const Edge* const> edges, const Edge* failed) {
  std::size_t i = 0;
  for (; i < edges.size(); ++i) {
    ++number_;
    hash_ = (hash_ ^ edges[i]->id) * 0x9e3779b97f4a7c15u;
    hash_ ^= hash_ >> 29;
    if (&edges[i]->function() != stack_.back().frame->function) break;
    if (!execute(*edges[i], i + 1 < edges.size() ? edges[i + 1] : nullptr)) break;
    if (terms_.is_false(path_.guard.all(terms_))) break;
  }
  if (i == edges.size() && failed != nullptr && !stack_.empty() && &failed->function() == stack_.back().frame->function)
    fail(*failed);
  result_.inputs = executor_.findings().inputs;
  return std::move(result_);
}

void PathExecution::fail(const Edge& assumption) {
  executor_.memory().set_guard(path_.guard.all(terms_));
  const Term holds = executor_.in(path_.state, *stack_.back().frame).condition(*assumption.op.value);
  const Term condition = assumption.op.truth ? holds : terms_.not_(holds);
  if (!terms_.is_constant(condition))
    result_.branches.push_back({&assumption, path_.guard.all(terms_), condition, executor_.findings().inputs.size(),
                                (hash_ ^ assumption.id) * 0x9e3779b97f4a7c15u + 1});
}

bool PathExecution::execute(const Edge& edge, const Edge* next) {
  const Operation& op = edge.op;
  CallFrame& frame = *stack_.back().frame;
  executor_.memory().set_guard(path_.guard.all(terms_));
  switch (op.kind) {
  case OpKind::Skip: break;
  case OpKind::Assign: executor_.in(path_.state, frame).assign(*op.lvalue, *op.value); break;
  case OpKind::Assume: {
    const Term holds = executor_.in(path_.state, frame).condition(*op.value);
    const Term condition = op.truth ? holds : terms_.not_(holds);
    if (!terms_.is_constant(condition) && edge.from->out.size() == 2)
      result_.branches.push_back({other_side(edge), path_.guard.all(terms_), terms_.not_(condition),
                                  executor_.findings().inputs.size(), hash_});
    path_.guard = path_.guard.with(terms_, condition);
    break;
  }
  case OpKind::Call: return call(edge, next);
  case OpKind::Return:
    if (op.value != nullptr) executor_.put_result(path_.state, frame, *op.value);
    break;
  case OpKind::Declare: executor_.declare(path_.state, frame, *op.variable); break;
  case OpKind::EndScope: executor_.end_scope(path_.state, frame, *op.variable); break;
  case OpKind::Nondet: executor_.assign_nondet(site(edge), path_); break;
  }
  if (edge.to == &edge.function().exit()) leave();
  return !stack_.empty();
}

bool PathExecution::call(const Edge& edge, const Edge* next) {
  const Function* callee = edge.op.callee;
  const bool enters =
      next != nullptr && &next->function() != &edge.function() && next->from == &next->function().entry();
  if (callee == nullptr && enters) callee = &next->function();
  if (callee == nullptr) return false; // through a pointer, and it did not arrive
  if (edge.op.callee == nullptr) {
    const Term pointer = executor_.in(path_.state, *stack_.back().frame).value(*edge.op.value);
    std::vector<Term> ways;
    for (const auto& leaf : executor_.memory().functions_at(pointer))
      if (leaf.function == callee || leaf.function == nullptr) ways.push_back(leaf.condition);
    path_.guard = path_.guard.with(terms_, terms_.or_(ways));
  }
  if (callee->has_body()) {
    push(*callee, &edge);
    executor_.pass_arguments(path_.state, *stack_[stack_.size() - 2].frame, edge, *stack_.back().frame);
    return true;
  }
  auto after = executor_.call_without_body(site(edge), *callee, std::move(path_));
  if (!after) return false;
  path_ = std::move(*after);
  return true;
}

void PathExecution::leave() {
  const Activation ended = std::move(stack_.back());
  stack_.pop_back();
  if (stack_.empty() || ended.call == nullptr) return;
  executor_.end_frame(path_.state, *ended.frame);
  executor_.take_result(path_.state, *ended.frame, *stack_.back().frame, *ended.call);
  // A call may be the last operation of a function.
  if (ended.call->to == &ended.call->function().exit()) leave();
}

void PathExecution::push(const Function& function, const Edge* call) {
  stack_.push_back({std::make_unique<CallFrame>(executor_.make_frame(function, contexts_++)), call});
}

symex::Site PathExecution::site(const Edge& edge) {
  return {*stack_.back().frame, edge, {stack_.back().frame->context, edge.id, number_}};
}

} // namespace tandem::testing::partners
