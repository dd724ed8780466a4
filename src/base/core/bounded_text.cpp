// Concatenates what LineStream delivers, so that decompression, UTF-8 checks and the size bound are implemented once.

#include "base/core/bounded_text.h"

namespace tandem {

namespace {

std::string all_of(LineStream lines) {
  std::string text;
  while (lines.next()) {
    text += lines.line();
    text += '\n';
  }
  return text;
}

} // namespace

std::string read_bounded_text(const std::filesystem::path& path, std::uint64_t most_bytes) {
  return all_of(LineStream(path, {.text = most_bytes, .line = most_bytes}));
}

std::string read_bounded_text(std::string_view bytes, const std::string& name, std::uint64_t most_bytes) {
  return all_of(LineStream(bytes, name, {.text = most_bytes, .line = most_bytes}));
}

} // namespace tandem
