#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Builtins, LibraryFunctionsHaveTheirLibraryName) {
  EXPECT_EQ(show_f("void f(char *p, char *q, double d) { __builtin_memcpy(p, q, 3); __builtin_strlen(p); "
                   "__builtin_fabs(d); __builtin_abort(); }"),
            "0>1 memcpy((void*)p, (void*)q, 3:ulong)\n"
            "1>2 strlen(p)\n"
            "2>3 fabs(d)\n"
            "3>4 abort()\n");
}

TEST(Builtins, ABuiltinIsTheProgramsOwnFunctionOfThatName) {
  const Program program = lower_texts(
      {"unsigned long strlen(const char *s) { return 7; } int f(char *p) { return __builtin_strlen(p) + strlen(p); }"},
      DataModel::LP64, "f");
  EXPECT_TRUE(program.find_function("strlen")->has_body());
  EXPECT_EQ(program.functions().size(), 2u);
}

TEST(Builtins, CheckedVariantsDropTheirExtraArguments) {
  EXPECT_EQ(show_f("void f(char *p, char *q) { __builtin___memcpy_chk(p, q, 3, __builtin_object_size(p, 0)); "
                   "__builtin___strcpy_chk(p, q, 9); "
                   "__builtin___snprintf_chk(p, 9, 0, 9, \"%s\", q); __builtin___sprintf_chk(p, 0, 9, \"%d\", 1); }"),
            "0>1 memcpy((void*)p, (void*)q, 3:ulong)\n"
            "1>2 strcpy(p, q)\n"
            "2>3 snprintf(p, 9:ulong, &str__1[0:long], q)\n"
            "3>4 sprintf(p, &str__2[0:long], 1)\n"
            "4>E return\n");
  const Program program = lower_text("int main(void) { return __builtin___sprintf_chk(0, 0, 9, \"%d\", 1); }");
  EXPECT_EQ(show(program.find_function("sprintf")->type()), "int(char*,char*,...)");
}

TEST(Builtins, WhatClangKnowsIsConstant) {
  EXPECT_EQ(show_f("int f(int x) { return __builtin_constant_p(3) + __builtin_constant_p(x++); }"),
            "0>E return (1 + 0)\n");
  EXPECT_EQ(show_f("double f(void) { return __builtin_inf() - __builtin_huge_valf(); }"),
            "0>E return (inf:double - inf:double)\n");
  EXPECT_EQ(show_f("unsigned long f(char *p) { char a[5]; return __builtin_object_size(a, 0) + "
                   "__builtin_object_size(p, 2) + __builtin_object_size(p, 0); }"),
            "0>1 declare char[5] a\n"
            "1>E return ((5:ulong + 0:ulong) + 18446744073709551615:ulong)\n");
}

TEST(Builtins, ExpectIsItsArgument) {
  EXPECT_EQ(show_f("long f(int x) { return __builtin_expect(x + 1, 0); }"), "0>E return (long)(x + 1)\n");
}

TEST(Builtins, TheEndOfThePath) {
  EXPECT_EQ(show_f("int f(int x) { if (x) __builtin_unreachable(); __builtin_trap(); }"),
            "0>1 [x]\n"
            "0>3 [!x]\n"
            "1>2 __builtin_unreachable()\n"
            "3>4 abort()\n");
}

TEST(Builtins, BitsAndOverflowStayCalls) {
  EXPECT_EQ(show_f("int f(unsigned x, long l, int *r) { return __builtin_clz(x + 1) + __builtin_popcountl(l) + "
                   "__builtin_add_overflow(x, l, r) + "
                   "__builtin_smul_overflow(1, 2, r); }"),
            "0>1 tmp = __builtin_clz((x + 1:uint))\n"
            "1>2 tmp__1 = __builtin_popcountl((ulong)l)\n"
            "2>3 tmp__2 = __builtin_add_overflow(x, l, r)\n"
            "3>4 tmp__3 = __builtin_smul_overflow(1, 2, r)\n"
            "4>E return (((tmp + tmp__1) + (int)tmp__2) + (int)tmp__3)\n");
}

TEST(Builtins, FloatClassesAndQuietComparisons) {
  EXPECT_EQ(show_f("int f(float a, double b) { return __builtin_isnan(a) + __builtin_isless(a, b) + "
                   "__builtin_isunordered(b, b); }"),
            "0>1 tmp = __builtin_isnan(a)\n"
            "1>E return ((tmp + ((double)a < b)) + ((b != b) || (b != b)))\n");
}

TEST(Builtins, AllocaHasOneName) {
  EXPECT_EQ(show_f("void *alloca(unsigned long); char *f(int n) { char *p = __builtin_alloca(n); return alloca(3); }"),
            "0>1 declare char* p\n"
            "1>2 tmp = __builtin_alloca((ulong)n)\n"
            "2>3 p = (char*)tmp\n"
            "3>4 tmp__1 = __builtin_alloca(3:ulong)\n"
            "4>E return (char*)tmp__1\n");
}

TEST(Builtins, PrefetchDoesNothingButEvaluate) {
  EXPECT_EQ(show_f("char *g(void); void f(void) { __builtin_prefetch(g()); }"), "0>1 g()\n1>E return\n");
}

TEST(Atomics, ReadModifyWrite) {
  EXPECT_EQ(show_f("int f(int *p, unsigned char *c) { __sync_fetch_and_add(p, 2); __sync_or_and_fetch(c, 1); return "
                   "__atomic_fetch_sub(p, 1, 5) + __atomic_xor_fetch(p, 3, 5); }"),
            "0>1 tmp = *p\n"
            "1>2 *p = (tmp + 2)\n"
            "2>3 *c = (uchar)((int)*c | 1)\n"
            "3>4 tmp__1 = *p\n"
            "4>5 *p = (tmp__1 - 1)\n"
            "5>6 *p = (*p ^ 3)\n"
            "6>E return (tmp__1 + *p)\n");
}

TEST(Atomics, CompareAndSwap) {
  EXPECT_EQ(show_f("int f(int *p) { return __sync_val_compare_and_swap(p, 1, 2); }"), "0>1 tmp = *p\n"
                                                                                      "1>2 tmp__1 = (tmp == 1)\n"
                                                                                      "2>3 *p = (tmp__1 ? 2 : tmp)\n"
                                                                                      "3>E return tmp\n");
  EXPECT_EQ(show_f("int f(long *p, long *e) { return __atomic_compare_exchange_n(p, e, 7, 0, 5, 5); }"),
            "0>1 tmp = *p\n"
            "1>2 tmp__1 = (tmp == *e)\n"
            "2>3 *p = (tmp__1 ? 7:long : tmp)\n"
            "3>4 *e = tmp\n"
            "4>E return (int)(bool)tmp__1\n");
}

TEST(Atomics, LoadsStoresAndExchanges) {
  EXPECT_EQ(show_f("int f(int *p, int *q, int *r) { __atomic_store_n(p, 4, 5); __atomic_exchange(p, q, r, 5); "
                   "__atomic_load(p, q, 5); "
                   "return __atomic_load_n(p, 5) + __sync_lock_test_and_set(p, 1); }"),
            "0>1 *p = 4\n"
            "1>2 tmp = *q\n"
            "2>3 tmp__1 = *p\n"
            "3>4 *p = tmp\n"
            "4>5 *r = tmp__1\n"
            "5>6 *q = *p\n"
            "6>7 tmp__2 = *p\n"
            "7>8 tmp__3 = *p\n"
            "8>9 *p = 1\n"
            "9>E return (tmp__2 + tmp__3)\n");
}

TEST(Atomics, C11TypesArePlainAndPointersCountInElements) {
  const Program program = lower_texts({"#include <stdatomic.h>\nint f(_Atomic int *p, int *_Atomic *q) { (*p)++; "
                                       "atomic_fetch_add(q, 2); return atomic_load(p); }"},
                                      DataModel::LP64, "f");
  EXPECT_EQ(show(program.entry()), "0>1 *p = (*p + 1)\n"
                                   "1>2 tmp = *q\n"
                                   "2>3 *q = (tmp + 2:long)\n"
                                   "3>4 tmp__1 = *p\n"
                                   "4>E return tmp__1\n");
  ASSERT_EQ(program.notes().size(), 2u);
  EXPECT_EQ(program.notes()[0].text, "_Atomic is ignored: the program is read as sequential");
}

} // namespace
} // namespace tandem::frontend::lower
