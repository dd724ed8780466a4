// Lines of a text that may be large, compressed or hostile: read in blocks, so that memory depends on the longest line
// alone. gzip is recognised by its first bytes. Malformed input is an InputError with file, line and column.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// Sizes that no legitimate file exceeds. The text is counted after decompression, which stops gzip bombs.
struct LineBounds {
  std::uint64_t text = std::uint64_t{1} << 30; // bytes
  std::size_t line = std::size_t{1} << 20;     // bytes
};

// A stream of bytes: a file, a buffer in memory, or the decompressed form of another source.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  // Reads at most `size` bytes to `room`; returns how many were read, 0 at the end.
  virtual std::size_t read(char* room, std::size_t size) = 0;
};

class LineStream {
public:
  explicit LineStream(const std::filesystem::path& path, LineBounds bounds = {});
  // Of bytes in memory, which must outlive this; the name is for messages.
  LineStream(std::string_view bytes, std::string name, LineBounds bounds = {});
  ~LineStream();
  LineStream(LineStream&&) noexcept;

  // Moves to the next line; false at the end. Lines are UTF-8 without control characters other than tabs; a carriage
  // return before the end of the line is dropped.
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

// The bytes compressed as gzip; deterministic, since no time stamp is stored.
std::string gzipped(std::string_view bytes);

} // namespace tandem
