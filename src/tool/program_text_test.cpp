#include "tool/program_text.h"

#include "program/model/program_builder.h"
#include "program/text/cfa_reader.h"
#include "transform/loops/inductive_loops.h"

#include <gtest/gtest.h>

namespace tandem::tool {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

// A residual program has assumptions of its own, and may declare the function without calling it any more.
TEST(ProgramText, AFunctionHasOneStub) {
  const Program program = text::read_cfa(R"(
void __VERIFIER_assume(int)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  L0 -> L1  x = __VERIFIER_nondet_int()
  L1 -> L2  [x < 3]
  L2 -> exit  return x
)",
                                         DataModel::LP64);
  Definition definition;
  definition.stubs.assume = "{declaration} { assume(p0); }";
  definition.stubs.nondet = "{declaration} { {value}; return tandem_value; }";
  const ProgramText written = program_text(program, default_property(), definition, Source::Written);
  EXPECT_EQ(count(written.text, "{ assume(p0); }"), 1u) << written.text;
  EXPECT_EQ(count(written.text, "return tandem_value;"), 1u) << written.text;
  EXPECT_NE(written.text.find("__VERIFIER_assume(x < 3)"), std::string::npos) << written.text;
}

// Programs that are executed need a definition of everything; in written programs all types have names.
TEST(ProgramText, UndefinedFunctionsAndVariablesHaveStubs) {
  const Program program = text::read_cfa(R"(
struct device { int state; }
struct device* find(struct device*)
void note(struct device*)
int count(void)
extern int jiffies
main: int main(void)
  var struct device* d
  var int x
  L0 -> L1  d = find(0)
  L1 -> L2  note(d)
  L2 -> L3  x = count()
  L3 -> exit  return x + jiffies
)",
                                         DataModel::LP64);
  Definition definition;
  definition.stubs.nondet = "{declaration} { any; }";
  definition.stubs.pointer = "{declaration} { block; }";
  definition.stubs.nothing = "{declaration} {}";
  definition.stubs.variable = "{declaration};";
  const std::string text = program_text(program, default_property(), definition, Source::Written).text;
  EXPECT_NE(text.find("find(struct device *p0) { block; }"), std::string::npos) << text;
  EXPECT_NE(text.find("void note(struct device *p0) {}"), std::string::npos) << text;
  EXPECT_NE(text.find("int count(void) { any; }"), std::string::npos) << text;
  EXPECT_NE(text.find("\nint jiffies;\n"), std::string::npos) << text;
}

// Without a prototype there are no parameters that a stub could refer to.
TEST(ProgramText, StubsOfTheLibraryNeedAPrototype) {
  Definition definition;
  definition.stubs.functions["malloc"] = "{declaration} { return mine(p0); }";
  for (const char* head : {"void* malloc(unsigned long)", "void* malloc()"}) {
    const Program program = text::read_cfa(std::string(head) + R"(
main: int main(void)
  var void* p
  L0 -> L1  p = malloc(8ul)
  L1 -> exit  return 0
)",
                                           DataModel::LP64);
    const std::string text = program_text(program, default_property(), definition, Source::Written).text;
    EXPECT_EQ(count(text, "mine(p0)"), std::string_view(head).ends_with("()") ? 0u : 1u) << text;
  }
}

// Arrays that the inductive loop transformation havocs; sizes have the type of the program's data model.
TEST(ProgramText, MemoryIsHavockedByTheToolsOwnMeans) {
  const Program program = text::read_cfa(R"(
int a[20]
main: int main(void)
  var int i
  L0 -> L1  i = 0
  L1 -> L2  [i < 20]
  L1 -> L3  [!(i < 20)]
  L2 -> L4  a[i] = 1
  L4 -> L1  i = i + 1
  L3 -> exit  return a[0]
)",
                                         DataModel::ILP32);
  const auto open = transform::loops::make_loops_inductive(program, default_property());
  ASSERT_TRUE(open);
  Definition definition;
  const auto text = [&] { return program_text(open->program, default_property(), definition, Source::Written).text; };
  EXPECT_EQ(count(text(), "memcpy(&a, "), 1u) << text();
  definition.stubs.memory = "{declaration} { mine(p0); }";
  EXPECT_EQ(count(text(), "tandem_any_memory(&a, sizeof(a));"), 1u) << text();
  EXPECT_EQ(count(text(), "extern void tandem_any_memory(void *, unsigned int);"), 1u) << text();
  EXPECT_EQ(count(text(), "void tandem_any_memory(void *p0, unsigned int p1) { mine(p0); }"), 1u) << text();
}

// A program of two files: one defines reach_error, the other has a static function of that name.
TEST(ProgramText, EveryErrorFunctionHasAStandIn) {
  auto context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder(context);
  const Type& type = context->types().function(context->types().void_type(), {}, false, true);
  Function& hidden = builder.declare_function("reach_error__static", "reach_error", type, {});
  builder.begin_body(hidden, {});
  builder.add_edge(builder.entry(hidden), builder.exit(hidden), {.kind = OpKind::Return}, {});
  Function& main = builder.declare_function("main", "main", type, {});
  builder.begin_body(main, {});
  builder.add_edge(builder.entry(main), builder.exit(main), {.kind = OpKind::Call, .callee = &hidden}, {});
  const Program program = builder.finish(main);
  Definition definition;
  definition.stubs.error = "{declaration} { stop(); }";
  const std::string with = program_text(program, default_property(), definition, Source::Written).text;
  EXPECT_EQ(count(with, "void tandem_reach_error__static(void) { stop(); }"), 1u) << with;
  EXPECT_EQ(count(with, "{"), 2u) << with;
  const std::string without = program_text(program, default_property(), {}, Source::Written).text;
  EXPECT_EQ(count(without, "void reach_error__static(void) { reach_error(); }"), 1u) << without;
}

} // namespace
} // namespace tandem::tool
