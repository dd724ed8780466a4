#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

// "line:column message" of the error that lowering the text gives.
std::string refusal(const std::string& text) {
  try {
    lower_text(text);
    return "accepted";
  } catch (const InputError& error) {
    return std::to_string(error.position().line) + ":" + std::to_string(error.position().column) + " " + error.what();
  }
}

TEST(Refused, EveryConstructIsNamedWithItsPosition) {
  EXPECT_EQ(refusal("int main(void) { _BitInt(200) b = 1; return b; }"),
            "1:31 the type '_BitInt(200)' is not supported");
  EXPECT_EQ(refusal("int main(void) { __float128 q = 1; return q; }"), "1:29 the type '__float128' is not supported");
  EXPECT_EQ(refusal("void c(int *); int main(void) { int x __attribute__((cleanup(c))); return 0; }"),
            "1:37 the attribute cleanup is not supported");
  EXPECT_EQ(refusal("__attribute__((constructor)) void c(void) {} int main(void) { return main(); }"),
            "1:70 a call of main in a program with constructors, destructors or exit handlers is not supported");
}

TEST(Refused, ButNotWhereItIsNeverReached) {
  EXPECT_EQ(refusal("__float128 z; void f(void) { asm goto(\"\" : : : : l); l:; } int main(void) { return 0; }"),
            "accepted");
}

} // namespace
} // namespace tandem::frontend::lower
