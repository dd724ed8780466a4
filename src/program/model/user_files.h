// Which functions the user wrote: models of the C library are part of a program, too, but verdicts are not about
// them.
#pragma once

#include "program/model/program.h"

namespace tandem {

// Files of the user are listed with their contents' hash.
inline bool is_users(const Program& program, const Function& function) {
  const std::uint32_t file = function.range().begin.file;
  return file < program.files().size() && !program.files()[file].sha256.empty();
}

} // namespace tandem
