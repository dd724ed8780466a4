#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Calls, TheResultGoesWhereItIsWanted) {
  EXPECT_EQ(
      show_f(
          "int g(int); void h(void); long f(int x) { int y = g(x); x = g(y); long z = g(x); g(1); h(); return g(2); }"),
      "0>1 declare int y\n"
      "1>2 y = g(x)\n"
      "2>3 x = g(y)\n"
      "3>4 declare long z\n"
      "4>5 tmp = g(x)\n"
      "5>6 z = (long)tmp\n"
      "6>7 g(1)\n"
      "7>8 h()\n"
      "8>9 tmp__1 = g(2)\n"
      "9>E return (long)tmp__1\n");
}

TEST(Calls, ThroughPointers) {
  EXPECT_EQ(show_f("int g(int x) { return x; } struct s { void (*op)(struct s *); };\n"
                   "int f(int (*p)(int), struct s *s) { s->op(s); return p(1) + (*p)(2) + (&g)(3) + (*g)(4) + (p ? p : "
                   "g)(5); }"),
            "0>1 (**s.op)(s)\n"
            "1>2 tmp = (*p)(1)\n"
            "2>3 tmp__1 = (*p)(2)\n"
            "3>4 tmp__2 = g(3)\n"
            "4>5 tmp__3 = g(4)\n"
            "5>6 tmp__4 = (*(p ? p : &g))(5)\n"
            "6>E return ((((tmp + tmp__1) + tmp__2) + tmp__3) + tmp__4)\n");
}

TEST(Calls, OldStyleDefinitionsGetConvertedArguments) {
  EXPECT_EQ(show_f("int f() { return k('c', 1.5, 3) + k(1); } k(c, x) char c; float x; { return c; }"),
            "0>1 tmp = k(99:char, 1.5:float)\n"
            "1>2 declare float undefined\n"
            "2>3 tmp__1 = k(1:char, undefined)\n"
            "3>E return (tmp + tmp__1)\n");
}

TEST(Calls, WithoutPrototypeArgumentsArePromoted) {
  EXPECT_EQ(show_f("int g(); int f(char c, float x) { return g(c, x); }"), "0>1 tmp = g((int)c, (double)x)\n"
                                                                           "1>E return tmp\n");
  EXPECT_EQ(show_f("int g(char *, ...); int f(char c, float x) { return g(\"\", c, x); }"),
            "0>1 tmp = g(&str__1[0:long], (int)c, (double)x)\n"
            "1>E return tmp\n");
}

TEST(Calls, RecordsByValue) {
  EXPECT_EQ(show_f("struct s { int a; } g; struct s h(struct s, int); int f(struct s x) { return h(g, h(x, 1).a).a; }"),
            "0>1 tmp = g\n"
            "1>2 tmp__1 = h(x, 1)\n"
            "2>3 tmp__2 = h(tmp, tmp__1.a)\n"
            "3>E return tmp__2.a\n");
}

TEST(Calls, FunctionsThatDoNotReturnEndThePath) {
  EXPECT_EQ(
      show_f("void abort(void); void __VERIFIER_error(void); _Noreturn void stop(int); __attribute__((noreturn)) void "
             "halt(void);\n"
             "int f(int x) { if (x == 1) abort(); if (x == 2) stop(3); if (x == 4) halt(); __VERIFIER_error(); }"),
      "0>1 [(x == 1)]\n"
      "0>3 [!(x == 1)]\n"
      "1>2 abort()\n"
      "3>4 [(x == 2)]\n"
      "3>6 [!(x == 2)]\n"
      "4>5 stop(3)\n"
      "6>7 [(x == 4)]\n"
      "6>9 [!(x == 4)]\n"
      "7>8 halt()\n"
      "9>10 __VERIFIER_error()\n");
}

TEST(Calls, ADefinedAbortMayReturn) {
  EXPECT_EQ(show_f("void abort(void) {} int f(void) { abort(); return 1; }"), "0>1 abort()\n"
                                                                              "1>E return 1\n");
}

TEST(Calls, InputsAndAssumptions) {
  EXPECT_EQ(
      show_f("int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(); void __VERIFIER_assume(int); struct s { "
             "int x; } g;\n"
             "int f(int *p) { int x = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_int(); "
             "__VERIFIER_nondet_int(); g.x = "
             "__VERIFIER_nondet_int(); *p = __VERIFIER_nondet_bool(); __VERIFIER_assume(x > c && c); return x; }"),
      "0>1 declare int x\n"
      "1>2 x = ?__VERIFIER_nondet_int\n"
      "2>3 declare char c\n"
      "3>4 tmp = ?__VERIFIER_nondet_int\n"
      "4>5 c = (char)tmp\n"
      "5>6 tmp__1 = ?__VERIFIER_nondet_int\n"
      "6>7 g.x = ?__VERIFIER_nondet_int\n"
      "7>8 tmp__2 = ?__VERIFIER_nondet_bool\n"
      "8>9 *p = (int)tmp__2\n"
      "9>10 [((x > (int)c) && (int)c)]\n"
      "10>E return x\n");
}

TEST(Calls, DefinedVerifierFunctionsAreOrdinary) {
  EXPECT_EQ(show_f("int __VERIFIER_nondet_int(void) { return 4; } void __VERIFIER_assume(int c) { while (!c) ; }\n"
                   "int f(void) { __VERIFIER_assume(1); return __VERIFIER_nondet_int(); }"),
            "0>1 __VERIFIER_assume(1)\n"
            "1>2 tmp = __VERIFIER_nondet_int()\n"
            "2>E return tmp\n");
}

TEST(Calls, TheErrorCallStandsAloneWithItsArgumentsEvaluated) {
  EXPECT_EQ(show_f("int g(void); void __assert_fail(const char *, const char *, unsigned, const char *); void "
                   "reach_error(void);\n"
                   "void f(int x) { if (x) reach_error(); __assert_fail(\"a\", \"b\", g(), \"c\"); }"),
            "0>1 [x]\n"
            "0>2 [!x]\n"
            "1>2 reach_error()\n"
            "2>3 tmp = g()\n"
            "3>4 __assert_fail(&str__1[0:long], &str__2[0:long], (uint)tmp, &str__3[0:long])\n");
}

TEST(Calls, VariableArguments) {
  const std::string code = "#include <stdarg.h>\nint v(va_list ap) { return va_arg(ap, int); }\n"
                           "int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); double d = va_arg(a, "
                           "double); v(b); va_end(a); return d; }";
  const std::string expected = "0>1 declare va_list a\n"
                               "1>2 declare va_list b\n"
                               "2>3 __builtin_va_start(a)\n"
                               "3>4 __builtin_va_copy(b, a)\n"
                               "4>5 declare double d\n"
                               "5>6 tmp = __builtin_va_arg(a)\n"
                               "6>7 d = tmp\n"
                               "7>8 v(b)\n"
                               "8>9 __builtin_va_end(a)\n"
                               "9>E return (int)d\n";
  EXPECT_EQ(show_f(code), expected);
  EXPECT_EQ(show_f(code, DataModel::ILP32), expected);
}

TEST(Calls, AssigningAnArgumentListCopiesIt) {
  EXPECT_EQ(show_f("#include <stdarg.h>\nvoid f(va_list a, va_list b) { a = b; }"), "0>1 __builtin_va_copy(a, b)\n"
                                                                                    "1>E return\n");
}

TEST(Calls, ArgumentListsThroughPointersAndInRecords) {
  const std::string code = "#include <stdarg.h>\nstruct s { va_list ap; }; int f(struct s *p, va_list *q, va_list r) { "
                           "return va_arg(p->ap, int) + va_arg(*q, int) + va_arg(r, int); }";
  const std::string expected = "0>1 tmp = __builtin_va_arg(*p.ap)\n"
                               "1>2 tmp__1 = __builtin_va_arg(*q)\n"
                               "2>3 tmp__2 = __builtin_va_arg(r)\n"
                               "3>E return ((tmp + tmp__1) + tmp__2)\n";
  EXPECT_EQ(show_f(code), expected);
  EXPECT_EQ(show_f(code, DataModel::ILP32), expected);
}

} // namespace
} // namespace tandem::frontend::lower
