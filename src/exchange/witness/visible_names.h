// Which variables a text at some point of a function's source can name, as C's scopes have it.
#pragma once

#include "program/source/source_statements.h"

namespace tandem::exchange::witness {

class VisibleNames {
public:
  // Keeps references to both.
  VisibleNames(const Program& program, source::ProgramSources& sources) : program_(program), sources_(sources) {}

  // Does the variable's source name mean it at this offset of the function's file?
  bool is_visible(const Variable& variable, const Function& function, std::size_t offset);

private:
  bool declares(const Variable& variable, const Function& function, std::size_t offset);

  const Program& program_;
  source::ProgramSources& sources_;
};

} // namespace tandem::exchange::witness
