// The edges of a copy. In the function that is asked about, code from which no counting check is reachable is dropped,
// and edges that leave the region end the path. Memory that the region does not know is read as a fresh
// nondeterministic value before the edge that reads it; writes to it become Skip.

#include "base/core/require.h"
#include "region/copier.h"

#include <algorithm>

namespace tandem::region {

DraftLocation Copier::draft(const Location& location) {
  const auto [found, is_new] = body_->locations.try_emplace(&location, 0);
  if (!is_new) return found->second;
  const bool is_whole = body_->node == nullptr;
  if (is_whole && &location == &location.function->entry())
    found->second = builder_.entry(*body_->function);
  else if (is_whole && &location == &location.function->exit())
    found->second = builder_.exit(*body_->function);
  else
    found->second = builder_.add_location(*body_->function);
  return found->second;
}

DraftLocation Copier::target(const Edge& edge) {
  const Node* node = body_->node;
  const bool leaves =
      node != nullptr && (edge.to == node->head || !node->contains(*edge.to) || edge.to == &edge.function().exit());
  return leaves ? body_->end : draft(*edge.to);
}

// The location at which the edges start: after the assumptions that are known to hold there.
DraftLocation Copier::source(const Location& location) {
  DraftLocation at = draft(location);
  for (const exchange::LocationInvariant& known : question_.proved)
    if (known.location == &location) at = assume(at, *known.condition, location.out.front()->range);
  return at;
}

// Whether the body is that of the function that is asked about. Further activations of a recursive function, and those
// of a recursive entry function, are treated like any other function.
bool Copier::is_top() const {
  const Function& entry = verification_context_.program().entry();
  return body_->node != nullptr ||
         (plan_ == nullptr && body_->version.original == &entry && !verification_context_.calls().is_recursive(entry));
}

// Backward reachability from the checks that count: the continuation of a path matters only if one of them follows.
void Copier::find_useful(const std::vector<const Edge*>& edges) {
  std::vector<const Location*> work;
  const auto reach = [&](const Location& location) {
    if (body_->useful.insert(&location).second) work.push_back(&location);
  };
  for (const Edge* edge : edges)
    if (verification_context_.is_check(*edge) && counts(*edge)) reach(*edge->from);
  while (!work.empty()) {
    const Location& location = *work.back();
    work.pop_back();
    if (body_->node != nullptr && &location == body_->node->head) continue;
    for (const Edge* edge : location.in)
      if (body_->node == nullptr || body_->node->contains(*edge->from)) reach(*edge->from);
  }
}

bool Copier::is_useful(const Location& location) const { return !is_top() || body_->useful.contains(&location); }

void Copier::add(DraftLocation from, DraftLocation to, const Operation& op, const Edge& original) {
  tracking_builder_.add_edge(from, to, op, original.range, &original);
}

void Copier::copy_location(const Location& location) {
  if (location.out.empty() || !is_useful(location)) return;
  if (location.out.front()->op.kind == OpKind::Assume)
    copy_branch(location);
  else
    copy_edge(*location.out.front());
}

void Copier::copy_branch(const Location& location) {
  const Expr& condition = rewriter_.value(*location.out.front()->op.value);
  const DraftLocation at = havoc_unknowns(source(location));
  for (const Edge* edge : location.out) {
    Operation op = edge->op;
    require(op.kind == OpKind::Assume && op.value == location.out.front()->op.value,
            "the edges of a branch should have one condition");
    op.value = &condition;
    add(at, target(*edge), op, *edge);
  }
}

void Copier::copy_edge(const Edge& edge) {
  switch (edge.op.kind) {
  case OpKind::Skip: return add(source(*edge.from), target(edge), edge.op, edge);
  case OpKind::Assign: return copy_assign(edge);
  case OpKind::Assume: return copy_branch(*edge.from);
  case OpKind::Call: return copy_call(edge);
  case OpKind::Return: return copy_return(edge);
  case OpKind::EndScope:
  case OpKind::Declare: {
    Operation op = edge.op;
    op.variable = &variable(*edge.op.variable);
    return add(source(*edge.from), target(edge), op, edge);
  }
  case OpKind::Nondet: return copy_nondet(edge);
  }
  unreachable();
}

void Copier::copy_assign(const Edge& edge) {
  Operation op{.kind = OpKind::Skip};
  if (!is_lost(*edge.op.lvalue)) {
    op = edge.op;
    op.lvalue = &rewriter_.lvalue(*edge.op.lvalue);
    op.value = &rewriter_.value(*edge.op.value);
  }
  const DraftLocation at = havoc_unknowns(source(*edge.from));
  add(at, target(edge), op, edge);
}

void Copier::copy_nondet(const Edge& edge) {
  Operation op{.kind = OpKind::Skip};
  if (!is_lost(*edge.op.lvalue)) {
    op = edge.op;
    op.lvalue = &rewriter_.lvalue(*edge.op.lvalue);
    if (op.callee != nullptr) op.callee = &declaration(*op.callee);
  }
  const DraftLocation at = havoc_unknowns(source(*edge.from));
  add(at, target(edge), op, edge);
}

void Copier::copy_return(const Edge& edge) {
  if (body_->node != nullptr) return add(source(*edge.from), body_->end, {.kind = OpKind::Skip}, edge);
  Operation op = edge.op;
  if (op.value != nullptr) op.value = &rewriter_.value(*op.value);
  const DraftLocation at = havoc_unknowns(source(*edge.from));
  add(at, target(edge), op, edge);
}

// Calls.

bool Copier::counts(const Edge& check) const {
  if (body_->version.counting == Counting::Nothing || !live_[check.id]) return false;
  return !is_top() || std::ranges::find(question_.enabled, &check) != question_.enabled.end();
}

const Function& Copier::callee_version(const Edge& edge, const Function& callee) {
  if (!callee.has_body()) return declaration(callee);
  if (!verification_context_.is_check(edge) || !counts(edge) || verification_context_.checks_in(callee).empty())
    return version({&callee, Counting::Nothing, nullptr});
  const Edge* via = body_->node != nullptr ? &edge : body_->version.via;
  if (!verification_context_.is_small(callee)) via = nullptr;
  return version({&callee, Counting::Unverified, via});
}

bool Copier::is_effect_free(const Edge& call) const {
  const bool is_checked = verification_context_.is_check(call) && counts(call);
  const bool is_used = call.op.lvalue != nullptr && !is_lost(*call.op.lvalue);
  return effect_free_ != nullptr && !is_checked && !is_used && effect_free_->is_effect_free(*call.op.callee);
}

Operation Copier::call_operation(const Edge& edge, const Function* callee) {
  Operation op = edge.op;
  op.callee = callee;
  op.value = nullptr;
  std::vector<const Expr*> arguments;
  for (const Expr* argument : edge.op.arguments) arguments.push_back(&rewriter_.value(*argument));
  op.arguments = context_.list(std::move(arguments));
  if (op.lvalue != nullptr) op.lvalue = is_lost(*op.lvalue) ? nullptr : &rewriter_.lvalue(*op.lvalue);
  return op;
}

void Copier::copy_call(const Edge& edge) {
  if (verification_context_.is_error_call(edge)) return copy_error_call(edge);
  if (edge.op.callee == nullptr) return copy_choice(edge);
  const Function& callee = *edge.op.callee;
  if (is_effect_free(edge)) return add(source(*edge.from), target(edge), {.kind = OpKind::Skip}, edge);
  if (!callee.has_body() && plan_ != nullptr && plan_->is_lost(edge)) return copy_lost_call(edge);
  const Operation op = call_operation(edge, &callee_version(edge, callee));
  const DraftLocation at = havoc_unknowns(source(*edge.from));
  add(at, target(edge), op, edge);
}

// An error call that does not count ends the path.
void Copier::copy_error_call(const Edge& edge) {
  if (!counts(edge)) return;
  const Operation op = call_operation(edge, &declaration(*edge.op.callee));
  const DraftLocation at = havoc_unknowns(source(*edge.from));
  add(at, target(edge), op, edge);
}

// A call through a pointer: unchanged in the whole program; in a region, a nondeterministic choice among the functions
// that the pointer may designate.
void Copier::copy_choice(const Edge& edge) {
  if (plan_ == nullptr) {
    Operation op = call_operation(edge, nullptr);
    op.value = &rewriter_.value(*edge.op.value);
    return add(source(*edge.from), target(edge), op, edge);
  }
  const auto callees = verification_context_.aliases().callees(edge);
  const Type& type = context_.types().int_type();
  const Expr& chosen = context_.variable(rewriter_.new_unknown(type));
  DraftLocation at = havoc_unknowns(source(*edge.from));
  for (std::size_t i = 0; i < callees.size(); ++i) {
    DraftLocation call = at;
    if (i + 1 < callees.size()) {
      call = builder_.add_location(*body_->function);
      const DraftLocation others = builder_.add_location(*body_->function);
      const Expr& is_this = context_.binary(BinaryOp::Eq, chosen, context_.integer(type, static_cast<int>(i)));
      Operation assume{.kind = OpKind::Assume, .value = &is_this};
      tracking_builder_.add_edge(at, call, assume, edge.range, nullptr);
      assume.truth = false;
      tracking_builder_.add_edge(at, others, assume, edge.range, nullptr);
      at = others;
    }
    const Operation op = call_operation(edge, &callee_version(edge, *callees[i]));
    call = havoc_unknowns(call);
    add(call, target(edge), op, edge);
  }
}

// Of a call that operates on unknown memory only the result is kept, with an arbitrary value.
void Copier::copy_lost_call(const Edge& edge) {
  Operation op{.kind = OpKind::Skip};
  if (edge.op.lvalue != nullptr && !is_lost(*edge.op.lvalue)) {
    const Expr& result = context_.variable(rewriter_.new_unknown(edge.op.lvalue->type()));
    op = {.kind = OpKind::Assign, .lvalue = &rewriter_.lvalue(*edge.op.lvalue), .value = &result};
  }
  const DraftLocation at = havoc_unknowns(source(*edge.from));
  add(at, target(edge), op, edge);
}

} // namespace tandem::region
