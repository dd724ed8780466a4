#include "cooperate/turns.h"

#include <gtest/gtest.h>

#include <array>

namespace tandem::cooperate {
namespace {

using namespace std::chrono_literals;

TEST(TurnsTest, WhoFindsOutNothingForAGoodPartOfItsTimeIsStuck) {
  EXPECT_FALSE(is_stuck({.used = 400ms, .until_last_news = 0s, .has_news = true}));
  EXPECT_TRUE(is_stuck({.used = 600ms, .until_last_news = 0s, .has_news = true}));
  EXPECT_FALSE(is_stuck({.used = 14s, .until_last_news = 10s, .has_news = true}));
  EXPECT_TRUE(is_stuck({.used = 16s, .until_last_news = 10s, .has_news = true}));
}

TEST(TurnsTest, WhoNeverSaysAnythingIsNotJudged) { EXPECT_FALSE(is_stuck({.used = 60s})); }

TEST(TurnsTest, WhoIsStuckWaitsForOthersThatAreNot) {
  const Effort stuck{.used = 6s, .until_last_news = 1s, .has_news = true};
  const Effort at_work{.used = 6s, .until_last_news = 6s, .has_news = true};
  EXPECT_EQ(who_waits(std::array{stuck, at_work}), (std::vector{true, false}));
  EXPECT_EQ(who_waits(std::array{at_work, at_work}), (std::vector{false, false}));
}

TEST(TurnsTest, NoneWaitsWhereAllAreStuck) {
  const Effort stuck{.used = 6s, .until_last_news = 1s, .has_news = true};
  EXPECT_EQ(who_waits(std::array{stuck, stuck}), (std::vector{false, false}));
  EXPECT_EQ(who_waits(std::array{stuck}), std::vector{false});
}

TEST(TurnsTest, WhoHasHadLittleTimeDoesNotWait) {
  const Effort stuck{.used = 4s, .until_last_news = 1s, .has_news = true};
  const Effort at_work{.used = 20s, .until_last_news = 20s, .has_news = true};
  EXPECT_EQ(who_waits(std::array{stuck, at_work}), (std::vector{false, false}));
}

TEST(TurnsTest, WhoIsToldSomethingHasATurn) {
  Effort told{.used = 6s, .until_last_news = 1s, .has_news = true};
  const Effort at_work{.used = 6s, .until_last_news = 6s, .has_news = true};
  give_turn(told);
  EXPECT_EQ(who_waits(std::array{told, at_work}), (std::vector{false, false}));
  told.used += 1s;
  EXPECT_EQ(who_waits(std::array{told, at_work}), (std::vector{true, false}));
}

} // namespace
} // namespace tandem::cooperate
