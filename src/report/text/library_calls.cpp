#include "report/text/library_calls.h"

#include "program/model/library.h"
#include "program/model/user_files.h"

namespace tandem::report {

namespace {

// What an operator stands for: the product of complex numbers, a conversion of a _Float16.
bool is_called_by_front_end(const Function& function) { return function.source_name().starts_with("__tandem_"); }

} // namespace

LibraryCode::LibraryCode(const Program& program) : program_(program), files_(program.files().size(), false) {
  for (const Function* function : program.functions())
    if (function->has_body() && function->range().begin.file < files_.size() &&
        (is_library_function(function->source_name()) || is_called_by_front_end(*function)))
      files_[function->range().begin.file] = true;
}

bool LibraryCode::contains(const Function& function) const {
  const std::uint32_t file = function.range().begin.file;
  return file < files_.size() && files_[file] && !is_users(program_, function);
}

std::vector<const Edge*> calls_into_library(const LibraryCode& library, std::span<const Edge* const> path) {
  std::vector<const Edge*> result(path.size(), nullptr), calls;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Edge& edge = *path[i];
    if (library.contains(edge.function()))
      for (auto call = calls.rbegin(); call != calls.rend() && result[i] == nullptr; ++call)
        if (!library.contains((*call)->function())) result[i] = *call;
    if (edge.op.kind == OpKind::Return && !calls.empty()) calls.pop_back();
    if (edge.op.kind == OpKind::Call && i + 1 < path.size() && path[i + 1]->from != edge.to) calls.push_back(&edge);
  }
  return result;
}

} // namespace tandem::report
