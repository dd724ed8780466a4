#include "program/model/library.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Library, KnowsWholeNamesOnly) {
  EXPECT_TRUE(is_library_function("__assert_fail"));
  EXPECT_TRUE(is_library_function("memcpy"));
  EXPECT_TRUE(is_library_function("strncasecmp"));
  EXPECT_FALSE(is_library_function(""));
  EXPECT_FALSE(is_library_function("mem"));
  EXPECT_FALSE(is_library_function("memcpy memmove"));
  EXPECT_FALSE(is_library_function("kmalloc"));
}

TEST(Library, ReservedNamesOfTheCompetition) {
  EXPECT_TRUE(is_verifier_function("__VERIFIER_nondet_int"));
  EXPECT_TRUE(is_verifier_function("reach_error"));
  EXPECT_FALSE(is_verifier_function("VERIFIER_nondet_int"));
}

} // namespace
} // namespace tandem
