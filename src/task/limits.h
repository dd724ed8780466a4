// The resources that a task may use.
#pragma once

#include "base/core/limits.h"
#include "base/core/option.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <tuple>

namespace tandem::task {

// Unset: unlimited.
struct Limits {
  std::optional<std::chrono::milliseconds> cpu, wall;
  std::optional<std::uint64_t> memory; // bytes
};

inline constexpr std::tuple limit_options{
    Option{"cpu", &Limits::cpu, "limit on CPU time, like 60s or 2min", parse_duration},
    Option{"wall", &Limits::wall, "limit on wall-clock time", parse_duration},
    Option{"memory", &Limits::memory, "limit on memory, like 4GB", parse_size},
};

} // namespace tandem::task
