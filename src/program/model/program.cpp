// Lookups by name, through indices that the builder fills.

#include "program/model/program.h"

#include "base/core/input_error.h"

namespace tandem {

const Function* Program::find_function(std::string_view name) const {
  const auto found = function_index_.find(name);
  return found == function_index_.end() ? nullptr : found->second;
}

const Edge* Program::find_edge(std::string_view name) const {
  const auto found = edge_index_.find(name);
  return found == edge_index_.end() ? nullptr : found->second;
}

std::string Program::text(SourcePoint point) const {
  if (!point.is_known()) return "nowhere";
  return TextPosition{files_.at(point.file).path, point.line, point.column}.text();
}

} // namespace tandem
