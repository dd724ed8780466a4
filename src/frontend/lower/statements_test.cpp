#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Statements, While) {
  EXPECT_EQ(show_f("int f(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }"), "0>1 declare int s\n"
                                                                                            "1>2 s = 0\n"
                                                                                            "2>3 [(n > 0)]\n"
                                                                                            "2>5 [!(n > 0)]\n"
                                                                                            "3>4 s = (s + n)\n"
                                                                                            "4>2 n = (n - 1)\n"
                                                                                            "5>E return s\n");
}

TEST(Statements, ContinueInDoGoesToTheCondition) {
  EXPECT_EQ(show_f("int f(int n) { do { if (n == 3) continue; if (n == 5) break; n--; } while (n); return n; }"),
            "0>3 [(n == 3)]\n"
            "0>1 [!(n == 3)]\n"
            "1>4 [(n == 5)]\n"
            "1>2 [!(n == 5)]\n"
            "2>3 n = (n - 1)\n"
            "3>0 [n]\n"
            "3>4 [!n]\n"
            "4>E return n\n");
}

TEST(Statements, ContinueInForGoesToTheIncrement) {
  EXPECT_EQ(show_f("void f(int n) { for (int i = 0; i < n; i++) { if (i == 3) continue; n = i; } }"),
            "0>1 declare int i\n"
            "1>2 i = 0\n"
            "2>3 [(i < n)]\n"
            "2>6 [!(i < n)]\n"
            "3>5 [(i == 3)]\n"
            "3>4 [!(i == 3)]\n"
            "4>5 n = i\n"
            "5>2 i = (i + 1)\n"
            "6>E return\n");
}

TEST(Statements, BreakLeavesTheInnermostLoopOnly) {
  EXPECT_EQ(show_f("void f(int n) { while (n) { while (1) { if (n > 2) break; n = 1; } n = 2; } }"), "0>1 [n]\n"
                                                                                                     "0>4 [!n]\n"
                                                                                                     "1>2 [(n > 2)]\n"
                                                                                                     "1>3 [!(n > 2)]\n"
                                                                                                     "2>0 n = 2\n"
                                                                                                     "3>1 n = 1\n"
                                                                                                     "4>E return\n");
}

TEST(Statements, EndlessLoops) {
  EXPECT_EQ(show_f("void f(void) { for (;;) ; }"), "0>0 skip\n");
  EXPECT_EQ(show_f("void f(int n) { while (1) n++; }"), "0>0 n = (n + 1)\n");
}

TEST(Statements, ElseBelongsToTheInnerIf) {
  EXPECT_EQ(show_f("void f(int a, int b) { if (a) if (b) a = 1; else a = 2; b = 3; }"), "0>1 [a]\n"
                                                                                        "0>4 [!a]\n"
                                                                                        "1>2 [b]\n"
                                                                                        "1>3 [!b]\n"
                                                                                        "2>4 a = 1\n"
                                                                                        "3>4 a = 2\n"
                                                                                        "4>5 b = 3\n"
                                                                                        "5>E return\n");
}

TEST(Statements, GotoIntoALoopAndOutOfIt) {
  EXPECT_EQ(
      show_f(
          "int f(int n) { if (n) goto in; while (n < 10) { n++; in: n += 2; if (n == 7) goto end; } end: return n; }"),
      "0>3 [n]\n"
      "0>1 [!n]\n"
      "1>2 [(n < 10)]\n"
      "1>5 [!(n < 10)]\n"
      "2>3 n = (n + 1)\n"
      "3>4 n = (n + 2)\n"
      "4>5 [(n == 7)]\n"
      "4>1 [!(n == 7)]\n"
      "5>E return n\n");
}

TEST(Statements, DeadCodeIsKeptOnlyBehindALabel) {
  EXPECT_EQ(show_f("int f(int n) { return n; n = 1; return 2; }"), "0>E return n\n");
  EXPECT_EQ(show_f("int f(int n) { if (0) { again: n = 1; } if (n) goto again; return 2; }"), "0>1 [n]\n"
                                                                                              "0>2 [!n]\n"
                                                                                              "1>0 n = 1\n"
                                                                                              "2>E return 2\n");
}

TEST(Statements, FallingOffTheEnd) {
  EXPECT_EQ(show(lower_text("int main(void) { }").entry()), "0>E return 0\n");
  EXPECT_EQ(show_f("int f(int n) { if (n) return 1; }"), "0>1 [n]\n"
                                                         "0>2 [!n]\n"
                                                         "1>E return 1\n"
                                                         "2>E return\n");
}

TEST(Statements, ReturnConvertsAndVoidReturnsItsEffect) {
  EXPECT_EQ(show_f("char f(long n) { return n; }"), "0>E return (char)n\n");
  EXPECT_EQ(show_f("void g(void) {} void f(void) { return g(); }"), "0>1 g()\n1>E return\n");
}

TEST(Statements, NestedScopesKeepTheirVariablesApart) {
  EXPECT_EQ(show_f("int x; int f(int a) { int b = x; { int b = a; a = b; { int x = b; b = x; } } return b; }"),
            "0>1 declare int b\n"
            "1>2 b = x\n"
            "2>3 declare int b__1\n"
            "3>4 b__1 = a\n"
            "4>5 a = b__1\n"
            "5>6 declare int x__1\n"
            "6>7 x__1 = b__1\n"
            "7>8 b__1 = x__1\n"
            "8>E return b\n");
}

TEST(Statements, InlineAssemblyMakesItsOutputsArbitrary) {
  const Program program = lower_text(
      "int g(void); int main(void) { int x, y; asm(\"nop\" : \"=r\"(x), \"+m\"(y) : \"r\"(g())); return x; }");
  EXPECT_EQ(show(program.entry()), "0>1 declare int x\n"
                                   "1>2 declare int y\n"
                                   "2>3 g()\n"
                                   "3>4 x = ?asm\n"
                                   "4>5 y = ?asm\n"
                                   "5>E return x\n");
  ASSERT_EQ(program.notes().size(), 2u);
  EXPECT_EQ(program.notes()[1].text, "inline assembly: its outputs are any values, it changes nothing else");
  EXPECT_EQ(program.notes()[1].point.column, 41u);
}

TEST(Statements, AssemblyWithoutInstructionsKeepsValues) {
  const Program program =
      lower_text("int g(void); int main(void) { int x, y; char c; "
                 "asm(\"\" : \"=r\"(x), \"+m\"(y) : \"0\"(g())); asm(\"\" : \"=q\"(c) : \"0\"(x)); return x; }");
  EXPECT_EQ(show(program.entry()), "0>1 declare int x\n"
                                   "1>2 declare int y\n"
                                   "2>3 declare char c\n"
                                   "3>4 tmp = g()\n"
                                   "4>5 tmp__1 = tmp\n"
                                   "5>6 x = tmp__1\n"
                                   "6>7 c = ?asm\n"
                                   "7>E return x\n");
}

TEST(Statements, PathsEndAtAssemblyThatMayDoMore) {
  const std::string ends = "0>1 __tandem_assembly()\n";
  EXPECT_EQ(show_f("void f(int *p) { asm(\"movl $2, (%0)\" : : \"r\"(p) : \"memory\"); *p = 1; }"), ends);
  EXPECT_EQ(show_f("void f(void) { asm goto(\"\" : : : : l); l: f(); }"), ends);
  EXPECT_EQ(show_f("void f(void) { asm(\"call g\"); }"), ends);
  EXPECT_EQ(show_f("void f(void) { asm(\"\" : : : \"memory\"); f(); }"), "0>1 f()\n1>E return\n");
}

TEST(Statements, StatementExpressions) {
  EXPECT_EQ(
      show_f("int f(int x) { int y = ({ int t = x * 2; t + 1; }); y += ({ if (x) goto out; 3; }); out: return y; }"),
      "0>1 declare int y\n"
      "1>2 declare int t\n"
      "2>3 t = (x * 2)\n"
      "3>4 y = (t + 1)\n"
      "4>6 [x]\n"
      "4>5 [!x]\n"
      "5>6 y = (y + 3)\n"
      "6>E return y\n");
}

TEST(Statements, TheLastStatementOfAStatementExpressionMayHaveALabel) {
  EXPECT_EQ(show_f("int f(int x) { return ({ if (x) goto l; x = 1; l: x + 1; }); }"), "0>2 [x]\n"
                                                                                      "0>1 [!x]\n"
                                                                                      "1>2 x = 1\n"
                                                                                      "2>E return (x + 1)\n");
}

TEST(Statements, VeryDeepNesting) {
  std::string code = "int f(int x) { ";
  for (int i = 0; i < 3000; ++i) code += "if (x == " + std::to_string(i) + ") x = 1; else\n";
  code += "x = 2; return 0";
  for (int i = 0; i < 20000; ++i) code += "\n+ x";
  const Program program = lower_texts({code + "; }"}, DataModel::LP64, "f");
  EXPECT_EQ(program.edges().size(), 3000u * 3 + 2);
}

} // namespace
} // namespace tandem::frontend::lower
