#include "base/core/timestamp.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Timestamp, IsInUtc) {
  using namespace std::chrono;
  EXPECT_EQ(timestamp(system_clock::from_time_t(0)), "1970-01-01T00:00:00Z");
  EXPECT_EQ(timestamp(sys_days(2026y / 11 / 15) + 18h + 5min + 9s), "2026-11-15T18:05:09Z");
}

} // namespace
} // namespace tandem
