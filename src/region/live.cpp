#include "region/live.h"

namespace tandem::region {

std::vector<bool> live_checks(const Subject& subject, const std::vector<bool>& settled) {
  std::vector<bool> live(subject.program().edges().size(), false);
  std::vector<bool> is_open(subject.program().functions().size(), false);
  std::vector<const Function*> work;
  const auto add = [&](const Edge& edge) {
    if (settled[edge.id] || live[edge.id] || !subject.is_check(edge)) return;
    live[edge.id] = true;
    const Function& function = edge.function();
    if (!is_open[function.id()]) work.push_back(&function);
    is_open[function.id()] = true;
  };
  for (const Edge* check : subject.checks())
    if (subject.is_error_call(*check)) add(*check);
  while (!work.empty()) {
    const Function& function = *work.back();
    work.pop_back();
    if (subject.is_error_function(function)) continue;
    for (const Edge* call : subject.calls().calls_of(function)) add(*call);
  }
  return live;
}

} // namespace tandem::region
