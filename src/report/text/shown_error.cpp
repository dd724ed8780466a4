#include "report/text/shown_error.h"

#include "program/cexpr/c_expr.h"
#include "report/text/library_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace tandem::report {

namespace {

// The question about memory that the check asks; nullptr if it asks none.
const Expr* query_in(const Expr& expr) {
  if (expr.kind() == ExprKind::Query) return &expr;
  for (const Expr* operand : expr.operands())
    if (const Expr* found = query_in(*operand)) return found;
  return nullptr;
}

const Expr* question(const Edge& target) {
  if (target.from->in.size() != 1) return nullptr;
  const Operation& branch = target.from->in.front()->op;
  return branch.kind == OpKind::Assume ? query_in(*branch.value) : nullptr;
}

// The argument of a call that an expression of the called function is about: the only one that it mentions, or the only
// pointer that is passed.
const Expr* argument_behind(const Function& called, const Edge& call, const Expr& expr) {
  const auto& parameters = called.parameters();
  const Expr* found = nullptr;
  bool is_single = true;
  for_each_variable(expr, [&](const Variable& variable) {
    const auto at = std::ranges::find(parameters, &variable);
    const auto index = static_cast<std::size_t>(at - parameters.begin());
    if (at == parameters.end() || index >= call.op.arguments.size() || !variable.type->is_pointer()) return;
    is_single = is_single && (found == nullptr || found == call.op.arguments[index]);
    found = call.op.arguments[index];
  });
  if (found != nullptr) return is_single ? found : nullptr;
  const auto is_pointer = [](const Expr* argument) { return argument->type().is_pointer(); };
  if (std::ranges::count_if(call.op.arguments, is_pointer) != 1) return nullptr;
  return *std::ranges::find_if(call.op.arguments, is_pointer);
}

// The calls that are active at the end of the path, outermost first, from the user's last one on.
std::vector<const Edge*> active_calls(const LibraryCode& library, const task::Counterexample& found) {
  std::vector<const Edge*> calls;
  for (std::size_t i = 0; i + 1 < found.path.size(); ++i) {
    const Edge& edge = *found.path[i];
    if (edge.op.kind == OpKind::Return && !calls.empty()) calls.pop_back();
    if (edge.op.kind == OpKind::Call && found.path[i + 1]->from != edge.to) calls.push_back(&edge);
  }
  const auto is_of_user = [&](const Edge* call) { return !library.contains(call->function()); };
  const auto innermost = std::find_if(calls.rbegin(), calls.rend(), is_of_user);
  if (innermost == calls.rend()) return {};
  calls.erase(calls.begin(), std::prev(innermost.base()));
  return calls;
}

} // namespace

const Edge& shown_at(const Program& program, const task::Counterexample& found) {
  const LibraryCode library(program);
  if (!library.contains(found.target->function())) return *found.target;
  const std::vector<const Edge*> calls = active_calls(library, found);
  return calls.empty() ? *found.target : *calls.front();
}

std::string shown_sentence(const Program& program, const Property& property, const task::Counterexample& found) {
  const CheckTarget* check = property.failing_check(*found.target);
  if (check == nullptr) return "";
  const Edge& call = shown_at(program, found);
  if (&call == found.target) return check->text;
  const std::string name = call.op.callee != nullptr ? call.op.callee->source_name() : "the library";
  const Expr* asked = question(*found.target);
  const bool writes = asked != nullptr && asked->query() == MemoryQuery::IsWritable;
  const Expr* about = asked;
  const Function* called = &found.target->function();
  const std::vector<const Edge*> calls = active_calls(LibraryCode(program), found);
  for (auto at = calls.rbegin(); at != calls.rend() && about != nullptr; ++at) {
    about = argument_behind(*called, **at, *about);
    called = &(*at)->function();
  }
  if (about == nullptr) return fmt::format("in the call of {}: {}", name, check->text);
  return fmt::format("what {} {} at `{}` is {}", name, writes ? "writes" : "reads",
                     cexpr::c_text(*about, cexpr::ExprStyle::Message), writes ? "writable" : "readable");
}

} // namespace tandem::report
