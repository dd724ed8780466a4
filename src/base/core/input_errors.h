// Several errors in the user's input that were found at once, as a compiler finds them.
#pragma once

#include "base/core/input_error.h"

#include <utility>
#include <vector>

namespace tandem {

// The first error, and the others.
class InputErrors : public InputError {
public:
  InputErrors(TextPosition position, const std::string& message, std::vector<InputError> others)
      : InputError(std::move(position), message), others_(std::move(others)) {}

  const std::vector<InputError>& others() const { return others_; }

private:
  std::vector<InputError> others_;
};

} // namespace tandem
