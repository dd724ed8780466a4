// The textual form of a position, as compilers print it.

#include "base/core/input_error.h"

namespace tandem {

std::string TextPosition::text() const {
  std::string result = file;
  if (line != 0) result += ":" + std::to_string(line);
  if (line != 0 && column != 0) result += ":" + std::to_string(column);
  return result;
}

} // namespace tandem
