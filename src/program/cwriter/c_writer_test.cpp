#include "program/cwriter/c_writer.h"

#include "program/model/compile_for_test.h"
#include "program/text/program_for_test.h"

#include <gtest/gtest.h>

namespace tandem::cwriter {
namespace {

const WriteOptions bare{.line_directives = LineDirectives::Off};

// int main(void) { int i, sum; for (sum = 0, i = 1; i <= 10; i = i + 1) sum = sum + i; return sum != 55; }
TEST(CWriter, LoopsAreLabelsAndGotos) {
  text::ProgramSketch sketch;
  Context& context = *sketch.context;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr &i = sketch.use(sketch.local(main, "i", sketch.int_type())),
             &sum = sketch.use(sketch.local(main, "sum", sketch.int_type()));
  const DraftLocation begin = sketch.location(main), head = sketch.location(main), body = sketch.location(main),
                      step = sketch.location(main), after = sketch.location(main);
  sketch.assign(sketch.builder.entry(main), begin, sum, sketch.number(0));
  sketch.assign(begin, head, i, sketch.number(1));
  sketch.branch(head, context.binary(BinaryOp::Le, i, sketch.number(10)), body, after);
  sketch.assign(body, step, sum, context.binary(BinaryOp::Add, sum, i));
  sketch.assign(step, head, i, context.binary(BinaryOp::Add, i, sketch.number(1)));
  sketch.give(after, main, &context.binary(BinaryOp::Ne, sum, sketch.number(55)));
  const Program program = sketch.builder.finish(main);
  const WrittenC written = write_c(program, bare);
  EXPECT_EQ(written.text, "int main(void);\n"
                          "\n"
                          "int main(void)\n"
                          "{\n"
                          "  int i;\n"
                          "  int sum;\n"
                          "  sum = 0;\n"
                          "  i = 1;\n"
                          "L1: if (!(i <= 10)) goto L2;\n"
                          "  sum = sum + i;\n"
                          "  i = i + 1; goto L1;\n"
                          "L2: return sum != 55;\n"
                          "}\n");
  EXPECT_EQ(run_errors(written.text, DataModel::LP64), "");
  ASSERT_EQ(written.map.size(), 6u);
  EXPECT_EQ(written.map[0].line, 7u);
  EXPECT_EQ(written.map[0].edges, std::vector{program.find_edge("main@2:3")});
  EXPECT_EQ(written.map[2].edges, (std::vector{program.find_edge("main@4:3+"), program.find_edge("main@4:3-")}));
  EXPECT_NE(map_json(program, written).find("\"main@4:3-\""), std::string::npos);
}

// int main(void) { int a, b, c; if ((a && !b) || c) return 1; return 2; }, as three branches
TEST(CWriter, BranchesAreJoinedOnRequest) {
  text::ProgramSketch sketch;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr &a = sketch.use(sketch.local(main, "a", sketch.int_type())),
             &b = sketch.use(sketch.local(main, "b", sketch.int_type())),
             &c = sketch.use(sketch.local(main, "c", sketch.int_type()));
  const DraftLocation second = sketch.location(main), third = sketch.location(main), yes = sketch.location(main),
                      no = sketch.location(main);
  sketch.branch(sketch.builder.entry(main), a, second, third);
  sketch.branch(second, b, third, yes);
  sketch.branch(third, c, yes, no);
  sketch.give(yes, main, &sketch.number(1));
  sketch.give(no, main, &sketch.number(2));
  const Program program = sketch.builder.finish(main);
  const WrittenC written = write_c(program, {.line_directives = LineDirectives::Off, .branches = Branches::Joined});
  EXPECT_NE(written.text.find("if (!(((a) && (!(b))) || (c))) goto"), std::string::npos) << written.text;
  EXPECT_EQ(written.text.find("if", written.text.find("if") + 1), std::string::npos) << written.text;
  ASSERT_FALSE(written.map.empty());
  EXPECT_EQ(written.map[0].edges.size(), 6u);
}

TEST(CWriter, DirectivesPointToTheSourceAndOnlyWhereTheCountIsWrong) {
  text::ProgramSketch sketch;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& x = sketch.use(sketch.global("x", sketch.int_type()));
  const DraftLocation one = sketch.location(main), two = sketch.location(main);
  sketch.line = 10;
  sketch.assign(sketch.builder.entry(main), one, x, sketch.number(1));
  sketch.assign(one, two, x, sketch.number(2));
  sketch.line = 20;
  sketch.give(two, main, &x);
  const WrittenC written = write_c(sketch.builder.finish(main));
  EXPECT_EQ(written.text, "int main(void);\n"
                          "static int x;\n"
                          "\n"
                          "#line 1 \"a.c\"\n"
                          "int main(void)\n"
                          "{\n"
                          "#line 11\n"
                          "  x = 1;\n"
                          "  x = 2;\n"
                          "#line 21\n"
                          "  return x;\n"
                          "}\n");
  EXPECT_EQ(written.map[2].line, 11u);
}

TEST(CWriter, GlobalsMayPointToEachOtherAndToFunctions) {
  text::ProgramSketch sketch;
  Context& context = *sketch.context;
  TypeTable& types = sketch.types();
  Type& node = types.declare_record("node", false);
  const Type& callback = types.pointer_to(sketch.function_type(sketch.int_type()));
  types.complete(
      node,
      {.fields = {{.name = "next", .type = &types.pointer_to(node)},
                  {.name = "call", .type = &callback, .offset_bits = 64},
                  {.name = "name", .type = &types.array_of(types.integer(IntegerKind::Char), 8), .offset_bits = 128}},
       .size = 24,
       .align = 8});
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  Variable &first = sketch.global("first", types.array_of(node, 2)), &second = sketch.global("second", node);
  const Expr& last = context.index(sketch.use(first), sketch.number(1));
  first.initializers = {{&context.field(last, 0), &context.address_of(sketch.use(second))},
                        {&context.field(last, 1), &context.function_address(main)},
                        {&context.field(last, 2), &context.string(*node.fields()[2].type, "ab")}};
  second.initializers = {{&context.field(sketch.use(second), 0), &context.address_of(last)}};
  const Expr& round_trip = context.field(context.deref(context.field(sketch.use(second), 0)), 0);
  sketch.give(sketch.builder.entry(main), main,
              &context.binary(BinaryOp::Ne, round_trip, context.address_of(sketch.use(second))));
  const std::string text = write_c(sketch.builder.finish(main), {.layout_checks = LayoutChecks::On}).text;
  EXPECT_NE(text.find("static struct node second;\nstatic struct node first[2] = {\n  [1].next = &second,\n"
                      "  [1].call = &main,\n  [1].name = \"ab\",\n};\n"
                      "static struct node second = {\n  .next = &first[1],\n};\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(run_errors(text, DataModel::LP64), "");
}

TEST(CWriter, FlexibleArraysAreInitialisedInBracesOfTheirOwn) {
  text::ProgramSketch sketch;
  Context& context = *sketch.context;
  TypeTable& types = sketch.types();
  Type& record = types.declare_record("flexible", false);
  types.complete(
      record, {.fields = {{.name = "n", .type = &sketch.int_type()},
                          {.name = "d", .type = &types.array_of_unknown_length(sketch.int_type()), .offset_bits = 32}},
               .size = 4,
               .align = 4});
  Variable& variable = sketch.global("v", record);
  const Expr& d = context.field(sketch.use(variable), 1);
  const Expr& last = context.index(d, sketch.number(2));
  variable.initializers = {{&context.index(d, sketch.number(0)), &sketch.number(7)}, {&last, &sketch.number(9)}};
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  sketch.give(sketch.builder.entry(main), main, &context.binary(BinaryOp::Ne, last, sketch.number(9)));
  EXPECT_EQ(run_errors(write_c(sketch.builder.finish(main)).text, DataModel::LP64), "");
}

TEST(CWriter, NamesThatGnuC_HasAsMacrosAreFreed) {
  text::ProgramSketch sketch;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  sketch.give(sketch.builder.entry(main), main, &sketch.use(sketch.global("unix", sketch.int_type())));
  const std::string text = write_c(sketch.builder.finish(main)).text;
  EXPECT_TRUE(text.starts_with("#undef unix\nint main(void);\nstatic int unix;\n")) << text;
  EXPECT_EQ(run_errors(text, DataModel::LP64), "");
}

TEST(CWriter, AggregatesAreZeroedAndCopiedAsAWhole) {
  text::ProgramSketch sketch(DataModel::ILP32);
  Context& context = *sketch.context;
  const Type& text_type = sketch.types().array_of(sketch.types().integer(IntegerKind::Char), 6);
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr &a = sketch.use(sketch.local(main, "a", text_type)), &b = sketch.use(sketch.local(main, "b", text_type)),
             &c = sketch.use(sketch.local(main, "c", text_type));
  const DraftLocation one = sketch.location(main), two = sketch.location(main), three = sketch.location(main);
  sketch.assign(sketch.builder.entry(main), one, a, context.zero(text_type));
  sketch.assign(one, two, b, context.string(text_type, "xyz"));
  sketch.assign(two, three, c, b);
  const auto is = [&](const Expr& array, int index, int value) -> const Expr& {
    const Expr& element = context.index(array, sketch.number(index));
    return context.binary(BinaryOp::Eq, context.cast(sketch.int_type(), element), sketch.number(value));
  };
  const Expr& all = context.binary(BinaryOp::LogicalAnd, context.binary(BinaryOp::LogicalAnd, is(a, 5, 0), is(b, 5, 0)),
                                   context.binary(BinaryOp::LogicalAnd, is(c, 2, 'z'), is(c, 3, 0)));
  sketch.give(three, main, &context.unary(UnaryOp::LogicalNot, all));
  EXPECT_EQ(run_errors(write_c(sketch.builder.finish(main)).text, DataModel::ILP32), "");
}

// The path ends after die(), which is known not to return, and after see(), which is not.
TEST(CWriter, PathsEndWhereTheModelEndsThem) {
  text::ProgramSketch sketch;
  Function& die = sketch.declare("die", sketch.function_type(sketch.types().void_type()));
  sketch.builder.set_does_not_return(die);
  Function& see = sketch.declare("see", sketch.function_type(sketch.types().void_type()));
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& x = sketch.use(sketch.global("x", sketch.int_type()));
  const DraftLocation one = sketch.location(main), two = sketch.location(main), end_one = sketch.location(main),
                      end_two = sketch.location(main);
  sketch.branch(sketch.builder.entry(main), x, one, two);
  sketch.call(one, end_one, nullptr, die);
  sketch.call(two, end_two, nullptr, see);
  const std::string text = write_c(sketch.builder.finish(main), bare).text;
  EXPECT_NE(text.find("extern void die(void) __attribute__((noreturn));\n"), std::string::npos);
  EXPECT_NE(text.find("  if (!x) goto L1;\n  die();\nL1: see();\n  abort();\n}\n"), std::string::npos) << text;
  EXPECT_EQ(compile_errors(text, DataModel::LP64), "");
}

TEST(CWriter, ALoneAssumptionBlocksThePath) {
  text::ProgramSketch sketch;
  Context& context = *sketch.context;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& x = sketch.use(sketch.global("x", sketch.int_type()));
  const Expr& d = sketch.use(sketch.global("d", sketch.types().floating(FloatKind::Double)));
  const DraftLocation one = sketch.location(main), two = sketch.location(main);
  const Expr& small = context.binary(BinaryOp::Lt, x, sketch.number(3));
  sketch.edge(sketch.builder.entry(main), one, {.kind = OpKind::Assume, .truth = false, .value = &small});
  sketch.edge(one, two, {.kind = OpKind::Assume, .value = &d});
  sketch.give(two, main, &x);
  const std::string text = write_c(sketch.builder.finish(main), bare).text;
  EXPECT_NE(text.find("  __VERIFIER_assume(!(x < 3));\n  __VERIFIER_assume(!!(d));\n"), std::string::npos) << text;
  EXPECT_EQ(compile_errors(text, DataModel::LP64), "");
}

TEST(CWriter, OldStyleFunctionsAcceptAnyArguments) {
  text::ProgramSketch sketch;
  TypeTable& types = sketch.types();
  const Type& char_type = types.integer(IntegerKind::Char);
  Variable& c = sketch.parameter("c", char_type);
  Function& old = sketch.function("old", types.function(sketch.int_type(), {&char_type}, false, false), {&c});
  sketch.give(sketch.builder.entry(old), old, nullptr);
  Function& strict = sketch.declare("strict", sketch.function_type(types.void_type(), {&sketch.int_type()}));
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& x = sketch.use(sketch.local(main, "x", sketch.int_type()));
  const DraftLocation one = sketch.location(main), two = sketch.location(main);
  sketch.call(sketch.builder.entry(main), one, &x, old, {&sketch.number(1), &sketch.number(2)});
  sketch.call(one, two, &x, strict, {});
  sketch.give(two, main, &x);
  const std::string text = write_c(sketch.builder.finish(main), bare).text;
  EXPECT_NE(text.find("static int old(c)\n  char c;\n{\n}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x = ((int (*)())strict)();"), std::string::npos) << text;
  EXPECT_EQ(compile_errors(text, DataModel::LP64), "");
}

// while (x) { int fresh; int kept; kept = 1; x = fresh + kept; }
TEST(CWriter, OnlyDeclarationsWhoseOldValueCouldBeReadAreRenewed) {
  text::ProgramSketch sketch;
  Context& context = *sketch.context;
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Variable &v = sketch.local(main, "v", sketch.int_type()), &w = sketch.local(main, "w", sketch.int_type()),
                 &once = sketch.local(main, "once", sketch.int_type());
  const Expr& x = sketch.use(sketch.global("x", sketch.int_type()));
  const DraftLocation head = sketch.location(main), one = sketch.location(main), two = sketch.location(main),
                      three = sketch.location(main), four = sketch.location(main), end = sketch.location(main);
  sketch.declare(sketch.builder.entry(main), head, once);
  sketch.branch(head, x, one, end);
  sketch.declare(one, two, v);
  sketch.declare(two, three, w);
  sketch.assign(three, four, sketch.use(w), sketch.number(1));
  sketch.assign(
      four, head, x,
      context.binary(BinaryOp::Add, sketch.use(once), context.binary(BinaryOp::Add, sketch.use(v), sketch.use(w))));
  sketch.give(end, main, &x);
  const std::string text = write_c(sketch.builder.finish(main), bare).text;
  EXPECT_NE(text.find("  { int fresh__; v = fresh__; }\n  w = 1;\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("once = "), std::string::npos);
  EXPECT_EQ(compile_errors(text, DataModel::LP64), "");
}

TEST(CWriter, InputsAndAssemblyAreCalls) {
  text::ProgramSketch sketch;
  TypeTable& types = sketch.types();
  Function& input = sketch.declare("__VERIFIER_nondet_int", sketch.function_type(sketch.int_type()));
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& x = sketch.use(sketch.global("x", sketch.int_type()));
  const Expr& p = sketch.use(sketch.global("p", types.pointer_to(sketch.int_type())));
  const Expr& d = sketch.use(sketch.global("d", types.floating(FloatKind::LongDouble)));
  const DraftLocation one = sketch.location(main), two = sketch.location(main), three = sketch.location(main);
  sketch.edge(sketch.builder.entry(main), one, {.kind = OpKind::Nondet, .lvalue = &x, .callee = &input});
  const auto assembly = [&](DraftLocation from, DraftLocation to, const Expr& lvalue) {
    sketch.edge(from, to, {.kind = OpKind::Nondet, .source = NondetSource::Assembly, .lvalue = &lvalue});
  };
  assembly(one, two, p);
  assembly(two, three, d);
  sketch.give(three, main, &x);
  const std::string text = write_c(sketch.builder.finish(main), bare).text;
  EXPECT_NE(text.find("  x = __VERIFIER_nondet_int();\n  p = (int *)__VERIFIER_nondet_pointer();\n"
                      "  { long double fresh__; d = fresh__; }\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(compile_errors(text, DataModel::LP64), "");
}

// A program's own memset must not be called for what C itself means.
TEST(CWriter, NamesTheProgramUsesItselfAreLeftToIt) {
  text::ProgramSketch sketch;
  Context& context = *sketch.context;
  const Type& array = sketch.types().array_of(sketch.int_type(), 4);
  Function& own = sketch.function("memset", sketch.function_type(sketch.int_type()));
  sketch.give(sketch.builder.entry(own), own, &sketch.number(1));
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& a = sketch.use(sketch.local(main, "a", array));
  const DraftLocation one = sketch.location(main);
  sketch.assign(sketch.builder.entry(main), one, a, context.zero(array));
  sketch.give(one, main, &context.index(a, sketch.number(3)));
  EXPECT_EQ(run_errors(write_c(sketch.builder.finish(main)).text, DataModel::LP64), "");
}

TEST(CWriter, RecordsBehindPointersStayIncomplete) {
  text::ProgramSketch sketch;
  TypeTable& types = sketch.types();
  Type& hidden = types.declare_record("hidden", false);
  types.complete(hidden, {.fields = {{.name = "x", .type = &sketch.int_type()}}, .size = 4, .align = 4});
  Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
  const Expr& p = sketch.use(sketch.global("p", types.pointer_to(hidden)));
  sketch.give(sketch.builder.entry(main), main,
              &sketch.context->binary(BinaryOp::Ne, p, sketch.context->zero(p.type())));
  const std::string text = write_c(sketch.builder.finish(main), bare).text;
  EXPECT_EQ(text.find("struct hidden {"), std::string::npos);
  EXPECT_EQ(run_errors(text, DataModel::LP64), "");
}

// As where a static reach_error stands beside the external one of another file.
TEST(CWriter, ErrorFunctionsOfAnotherNameCallTheOneThatReadersKnow) {
  for (const bool has_external : {true, false}) {
    text::ProgramSketch sketch;
    const Type& type = sketch.function_type(sketch.context->types().void_type());
    Function& hidden = sketch.builder.declare_function("reach_error__static", "reach_error", type, {});
    sketch.builder.begin_body(hidden, {});
    sketch.give(sketch.builder.entry(hidden), hidden, nullptr);
    Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
    DraftLocation at = sketch.location(main);
    sketch.call(sketch.builder.entry(main), at, nullptr, hidden);
    if (has_external) {
      Function& external = sketch.builder.declare_function(
          "reach_error", "reach_error",
          sketch.context->types().function(type.result(), {&sketch.int_type()}, false, true), {});
      const DraftLocation next = sketch.location(main);
      sketch.call(at, next, nullptr, external, {&sketch.number(3)});
      at = next;
    }
    sketch.give(at, main, &sketch.number(0));
    const Program program = sketch.builder.finish(main);
    const std::string text =
        write_c(program, {.line_directives = LineDirectives::Off, .error_functions = {"reach_error"}}).text;
    EXPECT_NE(text.find(has_external ? "void reach_error__static(void) { reach_error((int){0}); }\n"
                                     : "extern void reach_error(void);\n"
                                       "void reach_error__static(void) { reach_error(); }\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(compile_errors(text, DataModel::LP64), "") << text;
    EXPECT_EQ(write_c(program, bare).text.find("{ reach_error("), std::string::npos);
  }
}

} // namespace
} // namespace tandem::cwriter
