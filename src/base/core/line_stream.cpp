// A chain of byte sources (file or memory, the two bytes read to recognise gzip, zlib's inflate) fills one buffer, in
// which memchr finds the line ends. The current line is a view into that buffer; only an unfinished line is moved when
// more is read.

#include "base/core/line_stream.h"

#include "base/core/descriptor.h"
#include "base/core/require.h"
#include "base/core/utf8.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

namespace tandem {

namespace {

constexpr std::size_t piece = std::size_t{1} << 17;

class FileBytes : public ByteSource {
public:
  explicit FileBytes(const std::filesystem::path& path)
      : name_(path.string()), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (!file_.is_open()) fail();
  }

  std::size_t read(char* room, std::size_t size) override {
    for (;;) {
      const ssize_t count = ::read(file_.number(), room, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) fail();
    }
  }

private:
  [[noreturn]] void fail() const {
    throw InputError(TextPosition{name_}, std::string("cannot read: ") + std::strerror(errno));
  }

  std::string name_;
  Descriptor file_;
};

class MemoryBytes : public ByteSource {
public:
  explicit MemoryBytes(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read(char* room, std::size_t size) override {
    size = std::min(size, bytes_.size());
    std::copy_n(bytes_.data(), size, room);
    bytes_.remove_prefix(size);
    return size;
  }

private:
  std::string_view bytes_;
};

// Returns the bytes that were read to recognise the format, then continues with the source.
class Rewound : public ByteSource {
public:
  Rewound(std::string head, std::unique_ptr<ByteSource> rest) : head_(std::move(head)), rest_(std::move(rest)) {}

  std::size_t read(char* room, std::size_t size) override {
    if (head_.empty()) return rest_->read(room, size);
    size = std::min(size, head_.size());
    std::copy_n(head_.data(), size, room);
    head_.erase(0, size);
    return size;
  }

private:
  std::string head_;
  std::unique_ptr<ByteSource> rest_;
};

// Consecutive gzip members form one text, as for gunzip.
class GzipBytes : public ByteSource {
public:
  GzipBytes(std::unique_ptr<ByteSource> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), input_(piece) {
    require(inflateInit2(&stream_, 15 + 16) == Z_OK, "zlib should start");
  }
  ~GzipBytes() override { inflateEnd(&stream_); }

  std::size_t read(char* room, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef*>(room);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out == size && !ended_) {
      if (stream_.avail_in == 0 && !refill()) {
        if (!inside_)
          ended_ = true;
        else
          throw InputError(TextPosition{name_}, "the compressed file ends too early: it was truncated");
        break;
      }
      inside_ = true;
      const int result = inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_STREAM_END) {
        inside_ = false;
        inflateReset(&stream_);
      } else if (result != Z_OK && result != Z_BUF_ERROR) {
        throw InputError(TextPosition{name_}, std::string("the compressed file is damaged: ") +
                                                  (stream_.msg != nullptr ? stream_.msg : "gzip data was expected"));
      }
    }
    return size - stream_.avail_out;
  }

private:
  bool refill() {
    const std::size_t count = packed_->read(input_.data(), input_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_{};
  bool inside_ = true, ended_ = false;
};

} // namespace

LineStream::LineStream(const std::filesystem::path& path, LineBounds bounds) : name_(path.string()), bounds_(bounds) {
  start(std::make_unique<FileBytes>(path));
}

LineStream::LineStream(std::string_view bytes, std::string name, LineBounds bounds)
    : name_(std::move(name)), bounds_(bounds) {
  start(std::make_unique<MemoryBytes>(bytes));
}

LineStream::~LineStream() = default;
LineStream::LineStream(LineStream&&) noexcept = default;

void LineStream::start(std::unique_ptr<ByteSource> source) {
  std::string head(2, '\0');
  std::size_t known = 0;
  while (known < 2) {
    const std::size_t count = source->read(head.data() + known, 2 - known);
    if (count == 0) break;
    known += count;
  }
  head.resize(known);
  const bool packed = head == "\x1f\x8b";
  source_ = std::make_unique<Rewound>(std::move(head), std::move(source));
  if (packed) source_ = std::make_unique<GzipBytes>(std::move(source_), name_);
  buffer_.resize(2 * piece);
}

// Appends more of the text to the buffer; false at the end.
bool LineStream::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() - end_ < piece) buffer_.resize(buffer_.size() * 2);
  const std::size_t count = source_->read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  total_ += count;
  if (total_ > bounds_.text)
    throw InputError(position(0), "the text is too large; at most " + std::to_string(bounds_.text) + " bytes are read");
  return count > 0;
}

bool LineStream::next() {
  ++number_;
  std::size_t searched = 0;
  for (;;) {
    const char* const from = buffer_.data() + begin_;
    const void* const found = std::memchr(from + searched, '\n', end_ - begin_ - searched);
    const std::size_t size =
        found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - from) : end_ - begin_;
    if (size > bounds_.line)
      throw InputError(position(bounds_.line + 1),
                       "the line is too long; at most " + std::to_string(bounds_.line) + " bytes are read");
    if (found != nullptr) {
      line_ = {from, size};
      begin_ += size + 1;
      break;
    }
    searched = size;
    if (fill()) continue;
    if (size == 0) return false;
    line_ = {buffer_.data(), size};
    begin_ = end_;
    break;
  }
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  check_text();
  return true;
}

void LineStream::check_text() const {
  bool plain = true;
  for (const char c : line_) plain &= c >= ' ' && c < '\x7f';
  if (plain) return;
  for (std::size_t i = 0; i < line_.size(); ++i)
    if (const auto c = static_cast<unsigned char>(line_[i]); (c < ' ' && c != '\t') || c == 0x7f)
      throw InputError(position(i + 1), "control characters are not allowed in text");
  if (const std::size_t bad = first_bad_byte(line_); bad != std::string_view::npos)
    throw InputError(position(bad + 1), "this is not UTF-8");
}

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  require(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib should start");
  std::string result;
  std::vector<char> room(piece);
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    const std::size_t given = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    state = deflate(&stream, given == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    bytes.remove_prefix(given - stream.avail_in);
    result.append(room.data(), room.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return result;
}

} // namespace tandem
