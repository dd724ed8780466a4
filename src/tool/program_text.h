// The C file that a tool is given: the user's own text or the output of tandem's C writer, with stubs for the functions
// that the tool does not model.
//
// A stub for a function that tools recognise by name (error functions and those of the C library) is renamed by
// #define, so that the tool uses the stub. The bodies of error functions are removed: reaching the call is the error,
// whatever the function would do.
#pragma once

#include "program/model/property.h"
#include "tool/definition.h"

#include <string>
#include <vector>

namespace tandem::tool {

struct ProgramText {
  std::string text;
  Source source = Source::Written; // which one was used
  std::uint32_t lines_before = 0;  // in front of it
  // What a verdict about the text rests on besides what every verdict about the program does.
  std::vector<std::string> assumptions;
};

// Falls back to Written where the original is not a single self-contained file.
ProgramText program_text(const Program& program, const Property& property, const Definition& definition, Source source);

} // namespace tandem::tool
