// The variables that are visible at a point of a function's source, by the scope rules of C.
#pragma once

#include "program/source/source_statements.h"

namespace tandem::exchange::witness {

class VisibleNames {
public:
  // Keeps references to both.
  VisibleNames(const Program& program, source::ProgramSources& sources) : program_(program), sources_(sources) {}

  // Whether the variable's source name denotes it at this offset of the function's file.
  bool is_visible(const Variable& variable, const Function& function, std::size_t offset);

private:
  bool declares(const Variable& variable, const Function& function, std::size_t offset);

  const Program& program_;
  source::ProgramSources& sources_;
};

} // namespace tandem::exchange::witness
