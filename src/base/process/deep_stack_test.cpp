#include "base/process/deep_stack.h"

#include "base/core/input_error.h"

#include <gtest/gtest.h>

namespace tandem::process {
namespace {

// More than 100 MB of frames.
int depth(int n) {
  volatile char frame[1024] = {};
  frame[0] = static_cast<char>(n);
  return n == 0 ? frame[0] : depth(n - 1) + 1 + 0 * frame[0];
}

TEST(DeepStack, HoldsDeepRecursion) {
  EXPECT_EQ(on_deep_stack([] { return depth(100'000); }), 100'000);
}

TEST(DeepStack, PassesExceptionsOn) {
  EXPECT_THROW(run_on_deep_stack([] { throw InputError("x"); }), InputError);
}

} // namespace
} // namespace tandem::process
