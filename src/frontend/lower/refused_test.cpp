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
  EXPECT_EQ(refusal("int main(void) { _Complex _Float16 z = 1; return 0; }"),
            "1:36 the type '_Complex _Float16' is not supported");
  EXPECT_EQ(refusal("int main(void) { _Float16 h; return __builtin_sqrtf16(h) > 0; }"),
            "1:37 __builtin_sqrtf16 of the type '_Float16' or '__bf16' is not supported");
  EXPECT_EQ(refusal("_Float16 h = 2 > 1.0f16 ? 1 : 2; int main(void) { return !&h; }"),
            "1:14 this constant expression of the type '_Float16' is not supported");
  EXPECT_EQ(refusal("int i = 1.0f16 > 0; int main(void) { return i; }"),
            "1:9 this constant expression with the type '_Float16' or '__bf16' is not supported");
  EXPECT_EQ(refusal("int main(int n, char **v) { __bf16 b = n; return 0; }"),
            "1:40 an integer of more than 16 bits as a '__bf16', which compilers round differently without a cast to "
            "float, is not supported");
  EXPECT_EQ(refusal("__attribute__((constructor)) void c(void) {} int main(void) { return main(); }"),
            "1:70 a call of main in a program with constructors, destructors or exit handlers is not supported");
}

TEST(Refused, ButNotWhereItIsNeverReached) {
  EXPECT_EQ(refusal("__float128 z; void f(void) { asm goto(\"\" : : : : l); l:; } int main(void) { return 0; }"),
            "accepted");
}

} // namespace
} // namespace tandem::frontend::lower
