// Backward reachability over the call graph, from the unverified error calls through unverified calls of their
// functions.

#include "region/live_checks.h"

namespace tandem::region {

std::vector<bool> live_checks(const VerificationContext& verification_context, const std::vector<bool>& verified) {
  std::vector<bool> live(verification_context.program().edges().size(), false);
  std::vector<bool> is_open(verification_context.program().functions().size(), false);
  std::vector<const Function*> work;
  const auto add = [&](const Edge& edge) {
    if (verified[edge.id] || live[edge.id] || !verification_context.is_check(edge)) return;
    live[edge.id] = true;
    const Function& function = edge.function();
    if (!is_open[function.id()]) work.push_back(&function);
    is_open[function.id()] = true;
  };
  for (const Edge* check : verification_context.checks())
    if (verification_context.may_be_error_call(*check)) add(*check);
  while (!work.empty()) {
    const Function& function = *work.back();
    work.pop_back();
    if (verification_context.is_error_function(function)) continue;
    for (const Edge* call : verification_context.calls().calls_of(function)) add(*call);
  }
  return live;
}

} // namespace tandem::region
