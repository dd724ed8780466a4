// Points in time as exchange formats write them.
#pragma once

#include <chrono>
#include <string>

namespace tandem {

// ISO 8601 in UTC: "2026-11-15T18:00:00Z".
std::string timestamp(std::chrono::system_clock::time_point time);

} // namespace tandem
