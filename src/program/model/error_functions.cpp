#include "program/model/error_functions.h"

#include <algorithm>

namespace tandem {

ErrorFunctions::ErrorFunctions(std::initializer_list<std::string> names) {
  for (const std::string& name : names) add(name);
}

bool ErrorFunctions::contains(const Function& function) const {
  return std::ranges::find(names_, function.source_name()) != names_.end();
}

bool ErrorFunctions::is_error_call(const Edge& edge) const {
  return edge.op.kind == OpKind::Call && edge.op.callee != nullptr && contains(*edge.op.callee);
}

void ErrorFunctions::add(const std::string& name) {
  if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
}

void ErrorFunctions::add(const ErrorFunctions& others) {
  for (const std::string& name : others.names_) add(name);
}

} // namespace tandem
