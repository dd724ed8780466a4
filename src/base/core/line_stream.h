// Lines of a text that may be large, compressed or hostile: read in pieces, so that memory depends on the longest line
// alone. gzip is recognised by its first bytes. Bad input is an InputError with file, line and column.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// What no honest file exceeds. The text is counted after expansion: a gzip bomb ends here.
struct LineBounds {
  std::uint64_t text = std::uint64_t{1} << 30; // bytes
  std::size_t line = std::size_t{1} << 20;     // bytes
};

// Where bytes come from.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  // Fills the room from its start; returns how much, 0 at the end.
  virtual std::size_t read(char* room, std::size_t size) = 0;
};

class LineStream {
public:
  explicit LineStream(const std::filesystem::path& path, LineBounds bounds = {});
  // Of bytes in memory, which must outlive this; the name is for messages.
  LineStream(std::string_view bytes, std::string name, LineBounds bounds = {});
  ~LineStream();
  LineStream(LineStream&&) noexcept;

  // Goes to the next line; false at the end. Lines are UTF-8 without control characters but tabs; a carriage return
  // before the line's end is dropped.
  bool next();
  std::string_view line() const { return line_; } // valid until next()
  std::uint32_t number() const { return number_; }
  // Column 1 is the first byte of the line.
  TextPosition position(std::size_t column) const { return {name_, number_, static_cast<std::uint32_t>(column)}; }
  const std::string& name() const { return name_; }

private:
  void start(std::unique_ptr<ByteSource> source);
  bool fill();
  void check_text() const;

  std::string name_;
  LineBounds bounds_;
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0; // of what the buffer holds beyond the current line
  std::uint64_t total_ = 0;
  std::string_view line_;
  std::uint32_t number_ = 0;
};

// The bytes as gzip, the same for the same bytes.
std::string gzipped(std::string_view bytes);

} // namespace tandem
