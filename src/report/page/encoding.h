// Texts and bytes as HTML has them.
#pragma once

#include <string>
#include <string_view>

namespace tandem::report::page {

// For text and for attributes in double quotes.
std::string escaped_html(std::string_view text);
std::string base64(std::string_view bytes);
// "4a5f" is two bytes.
std::string bytes_of_hexadecimal(std::string_view digits);
// Same text, same bytes: no time, no name.
std::string gzip(std::string_view text);

} // namespace tandem::report::page
