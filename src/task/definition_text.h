// What the source says about a function's linkage. The program model has no linkage (its names are unique anyway), but
// linking the user's own files depends on it.
#pragma once

#include "program/source/source_statements.h"

#include <string_view>

namespace tandem::task {

class DefinitionTexts {
public:
  explicit DefinitionTexts(const Program& program) : sources_(program) {}

  // Whether some declaration of the function, in the file that defines it, is static.
  bool is_static(const Function& function);
  // Whether it is inline without static or extern: C17 then emits no function that could be linked, GNU C89 does.
  bool is_plain_inline(const Function& function);

private:
  source::ProgramSources sources_;
};

// Whether the text contains the word, with neither letter, digit nor underscore next to it.
bool has_word(std::string_view text, std::string_view word);

} // namespace tandem::task
