#include "program/source/source_statements.h"

#include <gtest/gtest.h>

namespace tandem::source {
namespace {

struct Outlined {
  explicit Outlined(std::string text) : source(std::move(text), 0), statements(source, {0, source.text().size()}) {}

  // The innermost statement around the first occurrence of a piece of text.
  const SourceStatement* at(std::string_view piece) const { return statements.at(source.text().find(piece)); }
  std::string text(const SourceStatement* statement) const {
    return statement == nullptr
               ? "none"
               : source.text().substr(statement->range.begin, statement->range.end - statement->range.begin);
  }
  std::string condition(const SourceStatement* statement) const {
    return source.text().substr(statement->condition.begin, statement->condition.end - statement->condition.begin);
  }

  SourceText source;
  FunctionStatements statements;
};

TEST(SourceText, TurnsOffsetsIntoPositionsAndBack) {
  const SourceText text("ab\ncde\r\n\nf", 3);
  for (std::size_t i = 0; i < text.text().size(); ++i) EXPECT_EQ(text.offset(text.point(i)), i);
  EXPECT_EQ(text.point(4), (SourcePoint{3, 2, 2}));
  EXPECT_EQ(text.line(2), "cde");
  EXPECT_EQ(text.line(4), "f");
  EXPECT_EQ(text.line(5), "");
  EXPECT_EQ(text.offset({3, 9, 1}), text.text().size());
}

TEST(SourceStatements, FindsTheInnermostStatement) {
  const Outlined outlined("int f(int a) {\n  int x = a, y;\n  if (a) x = 1; else { y = 2; g(x); }\n  return x;\n}\n");
  EXPECT_EQ(outlined.text(outlined.at("y;")), "int x = a, y;");
  EXPECT_EQ(outlined.text(outlined.at("x = 1")), "x = 1;");
  EXPECT_EQ(outlined.text(outlined.at("g(x)")), "g(x);");
  EXPECT_EQ(outlined.text(outlined.at("return")), "return x;");
  EXPECT_EQ(outlined.text(outlined.at("a) x")), "if (a) x = 1; else { y = 2; g(x); }");
  EXPECT_EQ(outlined.condition(outlined.at("a) x")), "a");
  EXPECT_EQ(outlined.at("int f"), nullptr);
  EXPECT_EQ(outlined.text(outlined.at("y = 2")->parent), "{ y = 2; g(x); }");
}

TEST(SourceStatements, KnowsLoopsAndTheirConditions) {
  const Outlined outlined("void f() {\n  for (int i = 0; i < (a, 3); i++) one();\n  for (;;) two();\n"
                          "  while (x /* ) */ > ')') three();\n  do { four(); } while (last);\n  switch (s) {\n"
                          "  case 1 ? 2 : 3: five();\n  default: { six(); }\n  }\n  end: seven();\n}\n");
  EXPECT_EQ(outlined.condition(outlined.at("i++")), "i < (a, 3)");
  EXPECT_TRUE(outlined.at("i = 0")->is_loop());
  EXPECT_EQ(outlined.at("one")->parent->kind, StatementKind::For);
  EXPECT_TRUE(outlined.at("two")->parent->condition.empty());
  EXPECT_EQ(outlined.condition(outlined.at("three")->parent), "x /* ) */ > ')'");
  EXPECT_EQ(outlined.condition(outlined.at("last")), "last");
  EXPECT_EQ(outlined.at("last")->kind, StatementKind::Do);
  EXPECT_EQ(outlined.text(outlined.at("five")), "five();");
  EXPECT_EQ(outlined.at("(s)")->kind, StatementKind::Switch);
  EXPECT_EQ(outlined.text(outlined.at("six")), "six();");
  EXPECT_EQ(outlined.text(outlined.at("seven")), "seven();");
}

TEST(SourceStatements, SeesCodeOnly) {
  const Outlined outlined(
      "int f(a) int a; {\n#define TWO { {\n  // a }\n  char *s = \"}\\\"}\"; /* } */ char c = '}';\n"
      "#if 1 \\\n  }\n#endif\n  struct { int m; } r = {{1}};\n  int v = ({ int t = 1; t; });\n}\n");
  EXPECT_EQ(outlined.text(outlined.at("c = ")), "char c = '}';");
  EXPECT_EQ(outlined.text(outlined.at("{1}")), "struct { int m; } r = {{1}};");
  EXPECT_EQ(outlined.text(outlined.at("t;")), "int v = ({ int t = 1; t; });");
  EXPECT_EQ(outlined.source.macros(), std::vector<std::string>{"TWO"});
}

TEST(SourceStatements, WhatDoesNotBalanceHasNoOutline) {
  const Outlined outlined("void f() {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n  x();\n  }\n}\n");
  EXPECT_EQ(outlined.at("x()"), nullptr);
  const Outlined stray("void f() { else; }");
  EXPECT_EQ(stray.at("else"), nullptr);
}

TEST(SourceStatements, ScopesAreBlocksAndForLoops) {
  const Outlined outlined("void f() {\n  for (int i = 0;;) i++;\n  if (a) b = 1;\n}\n");
  EXPECT_EQ(outlined.statements.scope(outlined.source.text().find("i++"))->kind, StatementKind::For);
  EXPECT_EQ(outlined.statements.scope(outlined.source.text().find("b = 1"))->range.begin,
            outlined.source.text().find('{'));
}

TEST(SourceStatements, NestingMayBeDeep) {
  std::string text = "void f() {\n";
  for (int i = 0; i < 100'000; ++i) text += "if (x) a(); else ";
  const Outlined outlined(text + "last();\n}\n");
  EXPECT_EQ(outlined.text(outlined.at("last")), "last();");
}

} // namespace
} // namespace tandem::source
