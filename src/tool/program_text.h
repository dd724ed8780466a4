// The C file that a tool is given: the user's own text, or what tandem's C writer makes of the program, with stand-ins
// for the functions whose meaning the tool does not know.
//
// A stand-in for a function that tools treat by its name (the error functions, and those of the C library) gets a name
// of its own by #define, so that no tool believes to know it. The bodies of error functions are left out: reaching the
// call is the error, whatever the function would do.
#pragma once

#include "program/model/property.h"
#include "tool/definition.h"

#include <string>
#include <vector>

namespace tandem::tool {

struct ProgramText {
  std::string text;
  Source source = Source::Written; // which it became
  // What a verdict about the text rests on.
  std::vector<std::string> assumptions;
};

// Falls back to Written where the original is no single file that stands for itself.
ProgramText program_text(const Program& program, const Property& property, const Definition& definition, Source source);

} // namespace tandem::tool
