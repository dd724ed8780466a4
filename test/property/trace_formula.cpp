#include "trace_formula.h"

#include "program/model/context.h"

namespace tandem {

using smt::Term;
using symex::Site;

TraceFormula::TraceFormula(const Program& program)
    : program_(program), identities_(terms_, program.data_model()),
      executor_(program, terms_, identities_, {.case_limit = 256}) {
  executor_.set_up_globals(path_.state);
  push(program.entry(), nullptr);
}

void TraceFormula::push(const Function& function, const Edge* call) {
  stack_.push_back(std::make_unique<Activation>(Activation{executor_.make_frame(function, contexts_++), call}));
}

void TraceFormula::follow(const semantics::interpreter::RunResult& run, const Check& check) {
  std::size_t next_written = 0;
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    const Edge& edge = *run.trace[i];
    encode_edge(edge, i + 1 < run.trace.size() ? run.trace[i + 1] : nullptr);
    for (; next_written < run.written.size() && run.written[next_written].step <= i; ++next_written) {
      const WrittenValue& written = run.written[next_written];
      const bool is_result = written.edge != &edge; // of a call that has just returned
      if (is_result && (stack_.empty() || written.edge->function().id() != stack_.back()->frame.function->id()))
        continue;
      if (written.edge->op.lvalue == nullptr || !written.edge->op.lvalue->type().is_scalar() || stack_.empty())
        continue;
      if (written.edge->op.lvalue->type().is_pointer()) continue; // addresses of objects differ between the two
      check(*written.edge, executor_.in(path_.state, stack_.back()->frame).value(*written.edge->op.lvalue),
            written.bits);
    }
  }
}

void TraceFormula::encode_edge(const Edge& edge, const Edge* next) {
  ++number_;
  const Operation& op = edge.op;
  symex::CallFrame& frame = stack_.back()->frame;
  switch (op.kind) {
  case OpKind::Skip: break;
  case OpKind::Assign: executor_.in(path_.state, frame).assign(*op.lvalue, *op.value); break;
  case OpKind::Assume: {
    const Term holds = executor_.in(path_.state, frame).condition(*op.value);
    path_.guard = path_.guard.with(terms_, op.truth ? holds : terms_.not_(holds));
    break;
  }
  case OpKind::Call: return call(edge, next);
  case OpKind::Return:
    if (op.value != nullptr) executor_.put_result(path_.state, frame, *op.value);
    break;
  case OpKind::Declare: executor_.declare(path_.state, frame, *op.variable); break;
  case OpKind::EndScope: executor_.end_scope(path_.state, frame, *op.variable); break;
  case OpKind::Nondet: {
    const Site here{frame, edge, {frame.context, edge.id, number_}};
    const Term input = executor_.new_input(here, task::InputKind::Nondet, op.lvalue->type(), path_, "input");
    executor_.in(path_.state, frame).write(*op.lvalue, input);
    break;
  }
  }
  leave_finished_functions(edge);
}

void TraceFormula::call(const Edge& edge, const Edge* next) {
  symex::CallFrame& caller = stack_.back()->frame;
  const Function* callee = edge.op.callee;
  if (callee == nullptr && next != nullptr) callee = &next->function(); // through a pointer
  if (callee != nullptr && callee->has_body()) {
    push(*callee, &edge);
    executor_.pass_arguments(path_.state, caller, edge, stack_.back()->frame);
    return;
  }
  const Site here{caller, edge, {caller.context, edge.id, number_}};
  if (auto after = executor_.call_without_body(here, *callee, path_)) path_ = std::move(*after);
  leave_finished_functions(edge);
}

void TraceFormula::leave_finished_functions(const Edge& edge) {
  const Location* at = edge.to;
  while (stack_.size() > 1 && at == &stack_.back()->frame.function->exit()) {
    const std::unique_ptr<Activation> callee = std::move(stack_.back());
    stack_.pop_back();
    executor_.end_frame(path_.state, callee->frame);
    executor_.take_result(path_.state, callee->frame, stack_.back()->frame, *callee->call);
    at = callee->call->to;
  }
}

Term TraceFormula::value(const Variable& global) {
  return executor_.in(path_.state, executor_.globals()).value(program_.context().variable(global));
}

} // namespace tandem
