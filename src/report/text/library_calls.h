// Models of the C library are part of a program, but not what its user wants to read: what happens in them is shown as
// a call of the user's.
#pragma once

#include "program/model/program.h"

#include <map>
#include <span>
#include <vector>

namespace tandem::report {

class LibraryCode {
public:
  explicit LibraryCode(const Program& program);
  // Whether the file of the function has models of the library: headers of the user are none.
  bool contains(const Function& function) const;

private:
  const Program& program_;
  std::vector<bool> files_; // that have models
};

// By index in the path: nullptr for a step of the user's code, otherwise the user's call that led into the library.
std::vector<const Edge*> calls_into_library(const LibraryCode& library, std::span<const Edge* const> path);

} // namespace tandem::report
