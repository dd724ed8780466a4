// What the source says about a function's linkage. The program model has no linkage (its names are unique anyway), but
// who links the user's own files has to care.
#pragma once

#include "program/source/source_statements.h"

#include <string_view>

namespace tandem::task {

class DefinitionTexts {
public:
  explicit DefinitionTexts(const Program& program) : sources_(program) {}

  // Some declaration of the function, in the file that defines it, says static.
  bool is_static(const Function& function);
  // inline without static or extern: C17 then makes no function that could be linked, older C does.
  bool is_plain_inline(const Function& function);

private:
  source::ProgramSources sources_;
};

// Is the word in the text, with neither letter, digit nor underscore around it?
bool has_word(std::string_view text, std::string_view word);

} // namespace tandem::task
