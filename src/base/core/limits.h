// Amounts of time and memory as users write them: "90s", "2min", "4GB".
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace tandem {

// Units ms, s, min, h; a number alone means seconds. Fractions are fine ("1.5h"); zero is not.
std::chrono::milliseconds parse_duration(std::string_view text);

// Units B, KB, MB, GB (powers of 1000) and KiB, MiB, GiB (powers of 1024), in either case. In bytes.
std::uint64_t parse_size(std::string_view text);

} // namespace tandem
