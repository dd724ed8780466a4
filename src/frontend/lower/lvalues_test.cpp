#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Lvalues, MembersElementsAndPointers) {
  EXPECT_EQ(
      show_f("struct t { int v[3]; }; struct s { struct t a[4]; struct s *next; };\n"
             "int f(struct s *p, struct s x, int i) { p->next->a[i].v[2] = x.a[i + 1].v[i]; return (*p).a->v[1]; }"),
      "0>1 **p.next.a[i].v[2] = x.a[(i + 1)].v[i]\n"
      "1>E return *p.a[0:long].v[1]\n");
}

TEST(Lvalues, AnonymousMembers) {
  EXPECT_EQ(show_f("struct s { int x; struct { int y; union { int z; char w[4]; }; }; }; int f(struct s *p) { return "
                   "p->y + p->w[1]; }"),
            "0>E return (*p.anonymous__1.y + (int)*p.anonymous__1.anonymous__1.w[1])\n");
}

TEST(Lvalues, MembersOfReturnedRecords) {
  EXPECT_EQ(show_f("struct s { int x; int a[2]; }; struct s g(void); int f(int i) { return g().x + g().a[i]; }"),
            "0>1 tmp = g()\n"
            "1>2 tmp__1 = g()\n"
            "2>E return (tmp.x + tmp__1.a[i])\n");
}

TEST(Lvalues, ArraysOfArrays) {
  EXPECT_EQ(show_f("int g[2][3]; int f(int (*p)[3], int i, int j) { return g[i][j] + p[i][j] + *g[1] + (*p)[2]; }"),
            "0>E return (((g[i][j] + *(p + i)[j]) + g[1][0:long]) + *p[2])\n");
}

TEST(Lvalues, AddressesInsideObjects) {
  EXPECT_EQ(show_f("struct s { int a[3]; } g; int *f(struct s *p, int i) { return i ? &g.a[i] : p->a + 1; }"),
            "0>E return (i ? &g.a[i] : (&*p.a[0:long] + 1))\n");
}

TEST(Lvalues, StringLiteralsAreSharedGlobals) {
  const Program program =
      lower_text("const char *p = \"ab\"; int main(void) { return p[0] + \"ab\"[1] + *\"cd\" + sizeof L\"x\"; }");
  EXPECT_EQ(show(program.entry()),
            "0>E return (int)((ulong)(((int)*(p + 0) + (int)str__1[1]) + (int)str__2[0:long]) + 8:ulong)\n");
  EXPECT_EQ(show_global(program, "p"), "char* p = {p = &str__1[0:long]}");
  EXPECT_EQ(show_global(program, "str__1"), "char[3] str__1 = {str__1 = \"ab\"}");
}

TEST(Lvalues, WideStringsAreArraysOfIntegers) {
  const Program program = lower_text("#include <stddef.h>\nint main(void) { const wchar_t *p = L\"ab\"; return *p; }");
  EXPECT_EQ(show_global(program, "str__1"), "int[3] str__1 = {str__1[0:long] = 97, str__1[1:long] = 98}");
}

TEST(Lvalues, TheNameOfTheFunction) {
  const Program program = lower_text("const char *f(void) { return __func__; } int main(void) { return *f(); }");
  EXPECT_EQ(show(*program.find_function("f")), "0>E return &str__1[0:long]\n");
  EXPECT_EQ(show_global(program, "str__1"), "char[2] str__1 = {str__1 = \"f\"}");
}

TEST(Lvalues, CompoundLiteralsAreVariables) {
  EXPECT_EQ(show_f("struct s { int a, b; }; int g(struct s *); int f(int x) { return g(&(struct s){ .b = x }) + "
                   "(int[]){ 5, x }[1]; }"),
            "0>1 declare s literal\n"
            "1>2 literal = {}\n"
            "2>3 literal.b = x\n"
            "3>4 tmp = g(&literal)\n"
            "4>5 declare int[2] literal__1\n"
            "5>6 literal__1[0:long] = 5\n"
            "6>7 literal__1[1:long] = x\n"
            "7>E return (tmp + literal__1[1])\n");
}

} // namespace
} // namespace tandem::frontend::lower
