// Random numbers that are the same in every run with the same seed.
#pragma once

#include <cstdint>

namespace tandem::testing::partners {

class Chance {
public:
  explicit Chance(std::uint64_t seed) : state_(seed * 2 + 1) {}

  std::uint64_t number() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::uint64_t below(std::uint64_t bound) { return number() % bound; }
  bool one_in(std::uint64_t times) { return below(times) == 0; }
  std::uint64_t& state() { return state_; }

private:
  std::uint64_t state_;
};

} // namespace tandem::testing::partners
