#include "testing/runs/grown_runs.h"

#include <algorithm>

namespace tandem::testing {

namespace {

// A longer run would be repeated more often than it is worth.
constexpr std::size_t most_inputs = 2'000;
// Beyond the part that is repeated.
constexpr std::uint64_t further_steps = 20'000;

} // namespace

void GrownRuns::keep(const semantics::interpreter::RunResult& run) {
  if (run.inputs.empty()) return;
  Kept kept{.inputs = {}, .steps = run.steps};
  for (const semantics::interpreter::ConsumedInput& input : run.inputs) {
    if (kept.inputs.size() == most_inputs) break;
    kept.inputs.push_back(input.bits);
  }
  kept_.push_back(std::move(kept));
}

GrownRuns::Next GrownRuns::next() {
  constexpr std::uint64_t recent = 8;
  constexpr std::uint32_t constants = 6; // the kind of inputs that draws what the program compares inputs with
  const std::size_t last = kept_.size() - 1;
  const bool is_recent = below(2) == 0;
  const Kept& chosen =
      kept_[last - static_cast<std::size_t>(below(is_recent ? std::min<std::uint64_t>(recent, last + 1) : last + 1))];
  // Mostly all of it or all but a few, since what is new was often found at the end.
  std::uint64_t size = chosen.inputs.size();
  switch (below(3)) {
  case 0: break;
  case 1: size -= std::min<std::uint64_t>(size, 1 + below(3)); break;
  default: size = below(size + 1); break;
  }
  const auto kind = below(2) == 0 ? constants : static_cast<std::uint32_t>(below(8));
  std::vector<UInt128> first(chosen.inputs.begin(), chosen.inputs.begin() + static_cast<std::ptrdiff_t>(size));
  return {.inputs = BegunInputs(std::move(first), {++runs_ + 1'000'000, kind, constants_}),
          .steps = std::min(chosen.steps, std::uint64_t{1} << 40) + further_steps};
}

std::uint64_t GrownRuns::below(std::uint64_t bound) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return (state_ >> 11) % bound;
}

} // namespace tandem::testing
