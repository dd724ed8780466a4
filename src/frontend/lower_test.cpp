#include "frontend/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend {
namespace {

TEST(Lower, AWhileLoop) {
  EXPECT_EQ(show_f("int f(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }"), "0>1 declare int s\n"
                                                                                            "1>2 s = 0\n"
                                                                                            "2>3 [(n > 0)]\n"
                                                                                            "2>5 [!(n > 0)]\n"
                                                                                            "3>4 s = (s + n)\n"
                                                                                            "4>2 n = (n - 1)\n"
                                                                                            "5>E return s\n");
}

} // namespace
} // namespace tandem::frontend
