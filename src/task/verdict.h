// The verdict of a run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tandem::task {

enum class Verdict : std::uint8_t { True, False, Unknown };

std::string_view name(Verdict verdict); // "TRUE"

} // namespace tandem::task
