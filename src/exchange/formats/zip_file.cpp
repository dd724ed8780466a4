// Reads the central directory from the end of the archive; every offset and size is checked before it is used.

#include "exchange/formats/zip_file.h"

#include "base/core/require.h"

#include <fmt/format.h>
#include <zlib.h>

namespace tandem::exchange::formats {

namespace {

constexpr std::size_t end_size = 22, header_size = 46, local_size = 30;
constexpr std::uint32_t end_mark = 0x06054b50, header_mark = 0x02014b50, local_mark = 0x04034b50;
constexpr unsigned stored = 0, deflated = 8;

class ZipReader {
public:
  ZipReader(std::string_view bytes, std::string name, ZipBounds bounds)
      : bytes_(bytes), name_(std::move(name)), bounds_(bounds) {}

  std::vector<ZipEntry> read() {
    const std::size_t end = find_end();
    const std::size_t count = number(end + 10, 2);
    if (count > bounds_.entries)
      fail(fmt::format("the archive has {} entries; at most {} are read", count, bounds_.entries));
    std::size_t at = number(end + 16, 4);
    std::vector<ZipEntry> result;
    for (std::size_t i = 0; i < count; ++i) {
      need(at, header_size, header_mark);
      const std::size_t name_size = number(at + 28, 2);
      const std::size_t rest = number(at + 30, 2) + number(at + 32, 2);
      std::string name(part(at + header_size, name_size));
      if (!name.ends_with('/')) result.push_back({name, content(at, name)});
      at += header_size + name_size + rest;
    }
    return result;
  }

private:
  [[noreturn]] void fail(const std::string& message) const { throw InputError(TextPosition{name_}, message); }

  std::string_view part(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) fail("the archive is damaged or truncated");
    return bytes_.substr(at, size);
  }

  std::uint32_t number(std::size_t at, std::size_t size) const {
    const std::string_view bytes = part(at, size);
    std::uint32_t result = 0;
    for (std::size_t i = size; i > 0; --i) result = result << 8 | static_cast<unsigned char>(bytes[i - 1]);
    return result;
  }

  void need(std::size_t at, std::size_t size, std::uint32_t mark) const {
    part(at, size);
    if (number(at, 4) != mark) fail("the archive is damaged: its directory does not fit");
  }

  // The end record is followed only by a comment of at most 64 KiB.
  std::size_t find_end() const {
    if (bytes_.size() < end_size) fail("no zip archive: it is too short");
    const std::size_t first = bytes_.size() - end_size;
    for (std::size_t back = 0; back <= std::min<std::size_t>(first, 0xffff); ++back)
      if (number(first - back, 4) == end_mark) return first - back;
    fail("no zip archive, or it is truncated: its directory is missing");
  }

  std::string content(std::size_t header, const std::string& name) {
    const unsigned method = number(header + 10, 2);
    if ((number(header + 8, 2) & 1) != 0) fail(fmt::format("'{}' is encrypted", name));
    if (method != stored && method != deflated) fail(fmt::format("'{}' is packed by method {}", name, method));
    const std::size_t packed_size = number(header + 20, 4), local = number(header + 42, 4);
    const std::size_t size = number(header + 24, 4);
    need(local, local_size, local_mark);
    const std::string_view packed =
        part(local + local_size + number(local + 26, 2) + number(local + 28, 2), packed_size);
    if (size > bounds_.content - used_)
      fail(fmt::format("the archive is too large; at most {} bytes are read", bounds_.content));
    used_ += size;
    if (method == stored && packed.size() != size) fail(fmt::format("'{}' is damaged", name));
    return method == stored ? std::string(packed) : inflated(packed, size, name);
  }

  // Expands to no more than the size in the directory.
  std::string inflated(std::string_view packed, std::size_t size, const std::string& name) const {
    std::string result(size, '\0');
    char nothing = 0;
    z_stream stream{};
    require(inflateInit2(&stream, -15) == Z_OK, "zlib should start");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(size == 0 ? &nothing : result.data());
    stream.avail_out = static_cast<uInt>(size);
    const int state = inflate(&stream, Z_FINISH);
    const bool complete = state == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    if (!complete) fail(fmt::format("'{}' is damaged", name));
    return result;
  }

  std::string_view bytes_;
  std::string name_;
  ZipBounds bounds_;
  std::uint64_t used_ = 0;
};

// Little-endian numbers of given sizes.
void put(std::string& to, std::uint64_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to += static_cast<char>(number >> 8 * i);
}

// What a file's own header and its entry in the directory have in common. The date is the first that the format knows.
std::string zip_fields(const ZipEntry& entry) {
  std::string fields;
  put(fields, 20, 2); // the version that can read it
  put(fields, 0, 2);
  put(fields, stored, 2);
  put(fields, 0, 2);
  put(fields, 1 << 5 | 1, 2);
  const auto* bytes = reinterpret_cast<const Bytef*>(entry.content.data());
  put(fields, ::crc32(0, bytes, static_cast<uInt>(entry.content.size())), 4);
  put(fields, entry.content.size(), 4);
  put(fields, entry.content.size(), 4);
  put(fields, entry.name.size(), 2);
  put(fields, 0, 2);
  return fields;
}

} // namespace

bool looks_like_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

std::vector<ZipEntry> read_zip(std::string_view bytes, const std::string& name, ZipBounds bounds) {
  return ZipReader(bytes, name, bounds).read();
}

std::string write_zip(const std::vector<ZipEntry>& entries) {
  require(entries.size() <= most_zip_entries, "an archive should have at most 65535 files");
  std::string files, directory;
  for (const ZipEntry& entry : entries) {
    const std::string fields = zip_fields(entry);
    put(directory, header_mark, 4);
    put(directory, 20, 2);
    directory += fields;
    directory += std::string(2 + 2 + 2 + 4, '\0');
    put(directory, files.size(), 4);
    directory += entry.name;
    put(files, local_mark, 4);
    files += fields + entry.name + entry.content;
  }
  std::string end;
  put(end, end_mark, 4);
  put(end, 0, 4);
  put(end, entries.size(), 2);
  put(end, entries.size(), 2);
  put(end, directory.size(), 4);
  put(end, files.size(), 4);
  put(end, 0, 2);
  return files + directory + end;
}

} // namespace tandem::exchange::formats
