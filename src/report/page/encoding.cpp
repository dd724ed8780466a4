#include "report/page/encoding.h"

#include "base/core/markup.h"
#include "base/core/require.h"

#include <cstdint>
#include <limits>
#include <zlib.h>

namespace tandem::report::page {

std::string escaped_html(std::string_view text) { return escaped_markup(text); }

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  result.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) result += k <= count ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return result;
}

std::string bytes_of_hexadecimal(std::string_view digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string result;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    result += static_cast<char>(value(digits[i]) << 4 | value(digits[i + 1]));
  return result;
}

std::string gzip(std::string_view text) {
  require(text.size() < std::numeric_limits<uInt>::max(), "a section of a page should be smaller than 4 GB");
  z_stream stream{};
  constexpr int window_with_gzip_header = 15 + 16, memory_level = 9;
  require(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_with_gzip_header, memory_level,
                       Z_DEFAULT_STRATEGY) == Z_OK,
          "zlib should start");
  std::string result(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  const int end = deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  require(end == Z_STREAM_END, "the bound on compressed texts should hold");
  return result;
}

} // namespace tandem::report::page
