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

TEST(TurnsTest, WhoseShareIsOverHasAThirdOfWhatItsSuccessorHas) {
  const Effort earlier{.used = 2s, .until_last_news = 2s, .has_news = true};
  EXPECT_FALSE(is_turn_of_earlier(earlier, {.used = 5s, .until_last_news = 5s, .has_news = true}));
  EXPECT_TRUE(is_turn_of_earlier(earlier, {.used = 7s, .until_last_news = 7s, .has_news = true}));
}

TEST(TurnsTest, AndTheSameWhereItsSuccessorFindsOutNothing) {
  const Effort earlier{.used = 2s, .until_last_news = 2s, .has_news = true};
  EXPECT_TRUE(is_turn_of_earlier(earlier, {.used = 3s, .until_last_news = 1s, .has_news = true}));
  EXPECT_FALSE(is_turn_of_earlier(earlier, {.used = 2s, .until_last_news = 0s, .has_news = true}));
}

TEST(TurnsTest, WhoFindsOutNothingHasNoTurnBesideWhoDoes) {
  const Effort earlier{.used = 2s, .until_last_news = 1s, .has_news = true};
  EXPECT_FALSE(is_turn_of_earlier(earlier, {.used = 9s, .until_last_news = 9s, .has_news = true}));
}

TEST(TurnsTest, ATurnThatHasBegunIsNotCutShort) {
  Effort earlier{.used = 2s, .until_last_news = 2s, .has_news = true};
  give_turn(earlier);
  EXPECT_TRUE(is_turn_of_earlier(earlier, {.used = 3s, .until_last_news = 3s, .has_news = true}));
}

} // namespace
} // namespace tandem::cooperate
