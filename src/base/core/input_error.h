// Errors in the user's input: thrown where they are found, caught once, in cli/app/main.cpp, and shown as
// "file:line:column: error: message" with exit code 65.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tandem {

// A position in a text file. Line and column count from 1; 0 means unknown.
struct TextPosition {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  std::string text() const;
};

class InputError : public std::runtime_error {
public:
  // The message is lower case, without full stop, and says what was seen and what would be accepted.
  InputError(TextPosition position, const std::string& message)
      : std::runtime_error(message), position_(std::move(position)) {}
  explicit InputError(const std::string& message) : std::runtime_error(message) {}

  const TextPosition& position() const { return position_; }

private:
  TextPosition position_;
};

} // namespace tandem
