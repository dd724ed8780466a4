// Checks are found by backward reachability over the call graph from the error calls. Small functions are found
// bottom-up: no loop, no recursion, at most 16 edges, and only small callees.

#include "region/verification_context.h"

#include "program/graph/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tandem::region {

namespace {

constexpr std::size_t small_edges = 16;

} // namespace

VerificationContext::VerificationContext(const Program& program, Property property)
    : program_(&program), property_(std::move(property)), aliases_(program), calls_(program, aliases_),
      tree_(program, calls_), by_function_(program.functions().size()), is_check_(program.edges().size(), false),
      is_small_(program.functions().size(), false) {
  for (const pointers::AliasPartition::Callback& callback : aliases_.callbacks())
    if (calls_.is_reachable(*callback.caller))
      whole_only_ =
          fmt::format("'{}' may call '{}' back", callback.caller->source_name(), callback.callee->source_name());
  find_checks();
  find_small();
  find_written();
}

bool VerificationContext::may_be_error_call(const Edge& edge) const {
  return edge.op.kind == OpKind::Call && std::ranges::any_of(calls_.callees(edge), [this](const Function* callee) {
           return is_error_function(*callee);
         });
}

void VerificationContext::find_checks() {
  std::vector<const Function*> work;
  std::vector<bool> has_checks(program_->functions().size(), false);
  const auto add = [&](const Edge& edge) {
    const Function& function = edge.function();
    if (!calls_.is_reachable(function) || is_check_[edge.id]) return;
    is_check_[edge.id] = true;
    if (!has_checks[function.id()]) work.push_back(&function);
    has_checks[function.id()] = true;
  };
  for (const Edge* edge : program_->edges())
    if (may_be_error_call(*edge)) {
      add(*edge);
      // Whether such a call counts as an error cannot be chosen for a part of the program.
      if (edge->op.callee == nullptr && calls_.is_reachable(edge->function()))
        whole_only_ =
            fmt::format("an error function may be called through a pointer at {}", program_->text(edge->range.begin));
    }
  while (!work.empty()) {
    const Function& function = *work.back();
    work.pop_back();
    if (is_error_function(function)) continue; // its calls are error calls and thus checks already
    for (const Edge* call : calls_.calls_of(function)) add(*call);
  }
  for (const Edge* edge : program_->edges()) {
    if (!is_check_[edge->id]) continue;
    checks_.push_back(edge);
    by_function_[edge->function().id()].push_back(edge);
  }
}

void VerificationContext::find_small() {
  for (const Function* function : calls_.bottom_up()) {
    if (!function->has_body() || function == &program_->entry() || calls_.is_recursive(*function)) continue;
    const bool small_calls = std::ranges::all_of(calls_.calls_in(*function), [&](const Edge* call) {
      return std::ranges::all_of(calls_.callees(*call), [&](const Function* callee) {
        return !callee->has_body() || is_error_function(*callee) || is_small(*callee);
      });
    });
    is_small_[function->id()] =
        small_calls && function->edges().size() <= small_edges && graph::LoopForest(*function).loops().empty();
  }
}

void VerificationContext::find_written() {
  for (const Edge* edge : program_->edges())
    if (edge->op.lvalue != nullptr)
      if (const Variable* variable = root_variable(*edge->op.lvalue); variable != nullptr && variable->is_global())
        written_.push_back(variable);
  std::ranges::sort(written_, {}, &Variable::id);
}

bool VerificationContext::is_constant(const Variable& global) const {
  return global.is_global() && !global.address_taken && !global.is_extern &&
         !std::ranges::binary_search(written_, global.id, {}, &Variable::id);
}

} // namespace tandem::region
