#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::declare {
namespace {

std::string functions_of(const Program& program) {
  std::string result;
  for (const Function* function : program.functions()) result += function->name() + (function->has_body() ? " " : "? ");
  return result;
}

std::string notes_of(const Program& program) {
  std::string result;
  for (const Note& note : program.notes())
    result += std::to_string(note.point.line) + ":" + std::to_string(note.point.column) + " " + note.text + "\n";
  return result;
}

TEST(Declarations, OnlyWhatIsReachableIsLowered) {
  const Program program = lower::lower_text(
      "int a(void) { return 1; } int b(void) { return a(); } int unused(void) { return 2; } int used(void);\n"
      "int c(void) { return 3; } int (*p)(void) = c; int never; void bad(void) { void *l = &&x; x: goto *l; }\n"
      "int main(void) { return b() + p() + used(); }");
  EXPECT_EQ(functions_of(program), "main b used? a c ");
  EXPECT_EQ(program.globals().size(), 1u);
}

TEST(Declarations, MissingBodiesAndVariablesAreNoted) {
  const Program program = lower::lower_text(
      "#include <stdio.h>\nint f(int); extern int x; int __VERIFIER_nondet_int(void); void reach_error(void);\n"
      "int main(void) { printf(\"a\"); fputs(\"b\", stderr); reach_error(); return f(1) + f(2) + x + "
      "__VERIFIER_nondet_int(); }");
  EXPECT_EQ(notes_of(program), "3:73 no body for function 'f': returns any value\n"
                               "2:24 no definition of variable 'x': starts with any value\n");
  EXPECT_EQ(lower::show_global(program, "x"), "extern int x = {}");
}

TEST(Declarations, TheSameExternalNameIsTheSameThing) {
  const Program program = lower::lower_texts({"extern int x[]; int f(char *); int main(void) { return f(0) + x[1]; }",
                                              "int x[3] = { 1, 2 }; int f(char *p) { return x[0]; }"});
  EXPECT_EQ(functions_of(program), "main f ");
  EXPECT_EQ(lower::show(*program.find_function("f")), "0>E return x[0]\n");
  EXPECT_EQ(lower::show(program.entry()), "0>1 tmp = f(null)\n"
                                          "1>E return (tmp + x[1])\n");
  EXPECT_EQ(lower::show_global(program, "x"), "int[3] x = {x[0:long] = 1, x[1:long] = 2}");
}

TEST(Declarations, StaticThingsStayApart) {
  const Program program = lower::lower_texts(
      {"static int x = 1; static int f(void) { return x; } int g(void); int main(void) { return f() + g(); }",
       "int x = 2; int f(void) { return x; } int g(void) { return f(); }"});
  EXPECT_EQ(functions_of(program), "main f__static g f ");
  EXPECT_EQ(lower::show(*program.find_function("f")), "0>E return x\n");
  EXPECT_EQ(lower::show(*program.find_function("f__static")), "0>E return x__1\n");
  EXPECT_EQ(program.find_function("f__static")->source_name(), "f");
}

TEST(Declarations, RecordsOfTwoFilesAreOneIfTheyAreTheSame) {
  const std::string same = "struct s { int a; struct s *next; };";
  const Program program = lower::lower_texts(
      {same + " struct s g(struct s x); struct o; struct o *make(void); int open(struct o *); int "
              "main(void) { struct s v; v = g(v); return open(make()); }",
       same + " struct s g(struct s x) { return x; } struct o { int v; } one; struct o *make(void) { "
              "return &one; } int open(struct o *p) { return p->v; }"});
  EXPECT_EQ(lower::show(program.entry()), "0>1 declare s v\n"
                                          "1>2 v = g(v)\n"
                                          "2>3 tmp = make()\n"
                                          "3>4 tmp__1 = open(tmp)\n"
                                          "4>E return tmp__1\n");
}

TEST(Declarations, RecordsOfTwoFilesThatDifferAreConverted) {
  const Program program = lower::lower_texts(
      {"struct s { int a; }; int g(struct s *); int main(void) { struct s v = { 1 }; return g(&v); }",
       "struct s { char c[4]; }; int g(struct s *p) { return p->c[0]; }"});
  EXPECT_EQ(lower::show(program.entry()), "0>1 declare s v\n"
                                          "1>2 v.a = 1\n"
                                          "2>3 tmp = g((s__1*)&v)\n"
                                          "3>E return tmp\n");
}

TEST(Declarations, VariablesOfTwoFilesThatDifferAreReinterpreted) {
  const Program program = lower::lower_texts({"extern long x; long main(void) { return x; }", "int x = 3;"});
  EXPECT_EQ(lower::show(program.entry()), "0>E return *(long*)&x\n");
}

TEST(Declarations, TwoDefinitionsAreAnError) {
  try {
    lower::lower_texts({"int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().line, 1u);
    EXPECT_EQ(error.position().column, 5u);
    EXPECT_NE(std::string(error.what()).find("'f' is defined a second time, first at "), std::string::npos)
        << error.what();
  }
}

TEST(Declarations, TentativeInlineAndWeakDefinitionsGiveWay) {
  const Program program =
      lower::lower_texts({"int x; inline int f(void) { return 1; } __attribute__((weak)) int g(void) { "
                          "return 1; } int main(void) { return f() + g() + x; }",
                          "int x = 5; int f(void) { return 2; } int g(void) { return 3; }"});
  EXPECT_EQ(lower::show(*program.find_function("f")), "0>E return 2\n");
  EXPECT_EQ(lower::show(*program.find_function("g")), "0>E return 3\n");
  EXPECT_EQ(lower::show_global(program, "x"), "int x = {x = 5}");
}

TEST(Declarations, TheLastTentativeDefinitionHasTheCompositeType) {
  const Program program = lower::lower_text("int a[]; int a[3]; int a[]; int main(void) { return a[2]; }");
  EXPECT_EQ(program.globals().at(0)->type->size(), 12u);
}

TEST(Declarations, AVariableOfAnIncompleteRecordHasAnAddress) {
  const Program program = lower::lower_text("struct S; extern struct S x; int main(void) { return &x == 0; }");
  EXPECT_EQ(program.globals().at(0)->type->size(), 0u);
}

TEST(Declarations, AliasesAreTheFunctionTheyName) {
  const Program program = lower::lower_text("static int real(void) { return 4; } int other(void) "
                                            "__attribute__((alias(\"real\"))); int main(void) { return other(); }");
  EXPECT_TRUE(program.entry().edges().at(0)->op.callee->has_body());
}

TEST(Declarations, LocalsGiveWayToGlobalsUsedOnlyLater) {
  const Program program = lower::lower_text(
      "int x = 1; int f(void) { return x; } int main(void) { int x = 2; { int x = 3; f(); } return x; }");
  EXPECT_EQ(lower::show(program.entry()), "0>1 declare int x__1\n"
                                          "1>2 x__1 = 2\n"
                                          "2>3 declare int x__2\n"
                                          "3>4 x__2 = 3\n"
                                          "4>5 f()\n"
                                          "5>E return x__1\n");
}

TEST(Declarations, ThreadLocalAndAlignedVariables) {
  const Program program =
      lower::lower_text("_Thread_local int t; int a __attribute__((aligned(64))); int main(void) { return t + a; }");
  EXPECT_TRUE(program.globals().at(0)->is_thread_local);
  EXPECT_EQ(program.globals().at(1)->explicit_align, 64u);
}

TEST(Declarations, TheEntryFunction) {
  EXPECT_EQ(lower::lower_texts({"static int start(int x) { return x; }"}, DataModel::LP64, "start").entry().name(),
            "start");
  try {
    lower::lower_text("int f(void) { return 1; }");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "no function 'main', name the function to start in with --function");
  }
}

TEST(Positions, EdgesStandWhereTheirOperationStarts) {
  const Program program = lower::lower_text("int g(int);\n"
                                            "#define TWICE(x) ((x) + (x))\n"
                                            "int main(void) {\n"
                                            "  int x = g(1), y;\n"
                                            "  if (x > 0 &&\n"
                                            "      g(2))\n"
                                            "    y = TWICE(x);\n"
                                            "  for (x = 0; x < 3; x++) g(x);\n"
                                            "}\n");
  std::string names;
  for (const Edge* edge : program.entry().edges()) {
    const SourcePoint end = edge->range.end;
    names += edge->name + "-" + std::to_string(end.line) + ":" + std::to_string(end.column) + " " +
             lower::show(edge->op) + "\n";
  }
  EXPECT_EQ(names, "main@4:3-4:15 declare int x\n"
                   "main@4:11-4:15 x = g(1)\n"
                   "main@4:3#2-4:18 declare int y\n"
                   "main@5:7+-5:12 [(x > 0)]\n"
                   "main@5:7--5:12 [!(x > 0)]\n"
                   "main@6:7-6:11 tmp = g(2)\n"
                   "main@6:7+-6:11 [tmp]\n"
                   "main@6:7--6:11 [!tmp]\n"
                   "main@7:5-7:17 y = (x + x)\n"
                   "main@8:8-8:13 x = 0\n"
                   "main@8:15+-8:20 [(x < 3)]\n"
                   "main@8:15--8:20 [!(x < 3)]\n"
                   "main@8:27-8:31 g(x)\n"
                   "main@8:22-8:25 x = (x + 1)\n"
                   "main@9:1-9:2 return 0\n");
}

TEST(Positions, LineMarkersAreNotFollowed) {
  const Program program = lower::lower_text("# 100 \"other.c\"\nint main(void) { return 1; }\n");
  EXPECT_EQ(program.entry().edges().at(0)->name, "main@2:18");
}

} // namespace
} // namespace tandem::frontend::declare
