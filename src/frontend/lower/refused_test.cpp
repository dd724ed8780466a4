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
  EXPECT_EQ(refusal("int main(void) { void *p = &&l;\n l: goto *p; }"), "1:28 the address of a label is not supported");
  EXPECT_EQ(refusal("int main(void) { _Complex double z; return 0; }"),
            "1:34 the type '_Complex double' is not supported");
  EXPECT_EQ(
      refusal("typedef int v4 __attribute__((vector_size(16))); int main(void) { v4 v; return 0; }").substr(0, 18),
      "1:70 the type '__a");
  EXPECT_EQ(refusal("int main(void) { _BitInt(7) b = 1; return b; }"), "1:29 the type '_BitInt(7)' is not supported");
  EXPECT_EQ(refusal("int main(void) { __float128 q = 1; return q; }"), "1:29 the type '__float128' is not supported");
  EXPECT_EQ(refusal("void c(int *); int main(void) { int x __attribute__((cleanup(c))); return 0; }"),
            "1:37 the attribute cleanup is not supported");
  EXPECT_EQ(refusal("__attribute__((constructor)) void c(void) {} int main(void) { return 0; }"),
            "1:35 a function that runs before main (attribute constructor) is not supported");
  EXPECT_EQ(refusal("__attribute__((destructor)) void c(void) {} int main(void) { return 0; }"),
            "1:34 a function that runs after main (attribute destructor) is not supported");
}

TEST(Refused, ButNotWhereItIsNeverReached) {
  EXPECT_EQ(refusal("_Complex double z; void f(void) { void *p = &&l; l: goto *p; } int main(void) { return 0; }"),
            "accepted");
}

} // namespace
} // namespace tandem::frontend::lower
