// Is a text UTF-8? Readers check it before they interpret bytes from a file.
#pragma once

#include <cstddef>
#include <string_view>

namespace tandem {

// The index of the first byte that is not part of well-formed UTF-8, or npos.
std::size_t first_bad_byte(std::string_view text);

} // namespace tandem
