// Notes to the user, of which some are given only once, however often their cause occurs.
#pragma once

#include "program/model/program_builder.h"

#include <string>
#include <unordered_set>

namespace tandem::frontend::declare {

class Notes {
public:
  explicit Notes(ProgramBuilder& builder) : builder_(builder) {}

  void add(SourcePoint point, std::string text) { builder_.add_note({point, std::move(text)}); }
  void once(SourcePoint point, const std::string& text) {
    if (seen_.insert(text).second) add(point, text);
  }

private:
  ProgramBuilder& builder_;
  std::unordered_set<std::string> seen_;
};

} // namespace tandem::frontend::declare
