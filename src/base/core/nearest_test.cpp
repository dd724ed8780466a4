#include "base/core/nearest.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

const std::vector<std::string> names{"bmc", "cbmc", "kinduction", "verify"};

TEST(Nearest, SlipsOfTheKeyboard) {
  for (const char* word : {"verfy", "verifyy", "vreify", "berify", "verif"})
    EXPECT_EQ(nearest(word, names), "verify") << word;
  EXPECT_EQ(nearest("cmbc", names), "cbmc");
  EXPECT_EQ(did_you_mean("bmcc", names), "; did you mean 'bmc'?");
}

TEST(Nearest, OtherWordsAreNoSlips) {
  for (const char* word : {"", "prove", "b", "induction_k"}) EXPECT_EQ(did_you_mean(word, names), "") << word;
}

} // namespace
} // namespace tandem
