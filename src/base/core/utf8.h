// Is a text UTF-8? What readers ask before they trust bytes from outside.
#pragma once

#include <cstddef>
#include <string_view>

namespace tandem {

// The index of the first byte that is no part of well-formed UTF-8, or npos.
std::size_t first_bad_byte(std::string_view text);

} // namespace tandem
