#include "base/core/shell_words.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(ShellWords, AreQuotedWhereTheShellWouldReadThemDifferently) {
  EXPECT_EQ(shell_words({"a", "b c", "d'e", "", "-DX=1"}), "a 'b c' 'd'\\''e' '' -DX=1");
}

} // namespace
} // namespace tandem
