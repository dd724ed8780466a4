// SHA-256 (FIPS 180-4), by which automata, witnesses and reports identify the program they refer to.
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace tandem
