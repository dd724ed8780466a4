#include "report/text/counterexample_text.h"

#include "exchange/witness/execution_for_test.h"
#include "report/text/listing.h"

#include <gtest/gtest.h>

namespace tandem::report {
namespace {

using exchange::witness::ExecutionSketch;
using task::Counterexample;
using task::InputKind;

// main asks once for n, through get(), then counts to it.
struct Sample {
  Sample()
      : sketch("int get(void) { return nondet(); }\nint main(void) {\n  int n = get(), i = 0;\n"
               "  while (i < n) {\n    i++;\n    quiet();\n  }\n  if (!(i == 3))\n    reach_error();\n}\n") {
    const Type& number = sketch.int_type();
    const Function& nondet = sketch.declare("__VERIFIER_nondet_int", number);
    const Function& quiet = sketch.declare("quiet", sketch.types().void_type());
    const Function& error = sketch.declare("reach_error", sketch.types().void_type());
    Function& get = sketch.define("get", number, "int get", "}");
    const Expr& result = sketch.use(sketch.temporary(number));
    sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &result, .callee = &nondet});
    sketch.restart();
    sketch.edge("return", {.kind = OpKind::Return, .value = &result});
    Function& main = sketch.define("main", number, "int main", "error();\n}");
    const Expr& n = sketch.use(sketch.local("n", number, "int n"));
    const Expr& i = sketch.use(sketch.local("i", number, "i = 0"));
    sketch.restart();
    sketch.at("int main");
    sketch.edge("get()", {.kind = OpKind::Call, .lvalue = &n, .callee = &get});
    sketch.edge("i = 0", {.kind = OpKind::Assign, .lvalue = &i, .value = &sketch.number(0)});
    const DraftLocation head = sketch.here;
    const DraftLocation after = sketch.branch("i < n", sketch.context->binary(BinaryOp::Lt, i, n));
    sketch.edge(
        "i++",
        {.kind = OpKind::Assign, .lvalue = &i, .value = &sketch.context->binary(BinaryOp::Add, i, sketch.number(1))});
    sketch.edge("quiet()", {.kind = OpKind::Call, .callee = &quiet});
    sketch.jump(head);
    sketch.here = after;
    sketch.here = sketch.branch("i == 3", sketch.context->binary(BinaryOp::Eq, i, sketch.number(3)));
    sketch.edge("reach_error()", {.kind = OpKind::Call, .callee = &error});
    sketch.finish(main);
  }

  Counterexample run(int iterations) {
    std::deque<bool> decisions(static_cast<std::size_t>(iterations), true);
    std::deque<int> values{iterations, iterations, 0};
    for (int i = 1; i <= iterations; ++i) values.push_back(i);
    decisions.insert(decisions.end(), {false, false});
    const exchange::witness::Execution execution = sketch.execute(decisions, values, "reach_error");
    Counterexample found;
    found.path = sketch.path;
    found.written = sketch.written;
    found.target = execution.target;
    found.inputs = {{InputKind::Nondet, &sketch.int_type(), static_cast<unsigned>(iterations), found.path[1]}};
    return found;
  }

  std::string text(const Counterexample& found, const ListingOptions& options = {}) {
    std::string result = counterexample_text(*sketch.program, found, options);
    const std::string folder = sketch.folder.path().string() + "/";
    for (std::size_t at; (at = result.find(folder)) != std::string::npos;) result.erase(at, folder.size());
    return result;
  }

  ExecutionSketch sketch;
};

TEST(CounterexampleText, InputsThenLinesWithTheValuesTheyWrote) {
  Sample sample;
  EXPECT_EQ(sample.text(sample.run(1)), R"(Inputs, in the order in which the program asks for them:
   1: 1 for __VERIFIER_nondet_int, prog.c:1:24
The path to the error:
  main:3  int n = get(), i = 0;  n = 1, i = 0
  main:4  while (i < n)          true
  main:5  i++;                   i = 1
  main:4  while (i < n)          false
  main:8  if (!(i == 3))         true
  main:9  reach_error();         the error
)");
}

TEST(CounterexampleText, CountsSimilarIterations) {
  Sample sample;
  EXPECT_EQ(sample.text(sample.run(1000)), R"(Inputs, in the order in which the program asks for them:
   1: 1000 for __VERIFIER_nondet_int, prog.c:1:24
The path to the error:
  main:3  int n = get(), i = 0;  n = 1000, i = 0
  main:4  while (i < n)          true
  main:5  i++;                   i = 1
          ... 998 more iterations ...
  main:4  while (i < n)          true
  main:5  i++;                   i = 1000
  main:4  while (i < n)          false
  main:8  if (!(i == 3))         true
  main:9  reach_error();         the error
)");
}

TEST(CounterexampleText, FitsThePage) {
  Sample sample;
  const Counterexample found = sample.run(7);
  const std::string text = sample.text(found, {.lines = 8, .columns = 40});
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 8);
  EXPECT_NE(text.find("more lines"), std::string::npos) << text;
  EXPECT_NE(text.find("the error\n"), std::string::npos) << text;
}

TEST(CounterexampleText, WithoutAPathThereIsTheTarget) {
  Sample sample;
  Counterexample found = sample.run(1);
  found.path.clear();
  found.written.clear();
  found.inputs.assign(30, found.inputs[0]);
  const std::string text = sample.text(found);
  EXPECT_NE(text.find("      ... 19 more\nThe error is at prog.c:9:5.\n"), std::string::npos) << text;
}

TEST(Listing, ConditionsKnowWhatTheyRead) {
  Sample sample;
  const Counterexample found = sample.run(1);
  std::string text;
  for (const Row& row : listing(*sample.sketch.program, found.path, found.written).rows) {
    for (const NamedValue& read : row.reads) text += read.name + "=" + read.value + " ";
    text += row.reads.empty() ? "" : "; ";
  }
  EXPECT_EQ(text, "i=0 n=1 ; i=1 n=1 ; i=1 ; ");
}

TEST(Listing, NestedLoopsAreCountedInsideOut) {
  std::vector<Row> rows;
  for (int outer = 0; outer < 5; ++outer) {
    rows.push_back({.position = "f:1", .text = "for"});
    for (int inner = 0; inner < 10; ++inner)
      rows.push_back({.position = "f:2", .text = "step", .effects = {{"", std::to_string(inner)}}});
  }
  std::string text;
  for (const Row& row : with_iterations_counted(rows)) text += row.position + row.text + row.remark() + "\n";
  EXPECT_EQ(text, "f:1for\nf:2step0\n... 8 more iterations ...\nf:2step9\n... 3 more iterations ...\n"
                  "f:1for\nf:2step0\n... 8 more iterations ...\nf:2step9\n");
}

TEST(Listing, RecursionIsCountedToo) {
  std::vector<Row> rows;
  for (std::uint32_t depth = 1; depth <= 100; ++depth) {
    rows.push_back({.position = "f:2", .depth = depth, .text = "if (n == 0)", .effects = {{"", "false"}}});
    rows.push_back({.position = "f:3", .depth = depth, .text = "return f(n - 1);"});
  }
  rows.push_back({.position = "f:2", .depth = 101, .text = "if (n == 0)", .effects = {{"", "true"}}});
  rows = with_iterations_counted(rows);
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[2].text, "... 98 more iterations ...");
  EXPECT_EQ(rows[4].depth, 100u);
}

// The first iteration differs from the others, so that the repetition is first found in its middle.
TEST(Listing, IterationsBeginAtTheLoop) {
  std::vector<Row> rows;
  for (int iteration = 0; iteration < 6; ++iteration) {
    rows.push_back({.position = "f:1", .text = "while (c)", .heads_loop = true});
    rows.push_back({.position = iteration == 0 ? "f:2" : "f:3", .text = "either"});
    rows.push_back({.position = "f:4", .text = "last"});
  }
  std::string text;
  for (const Row& row : with_iterations_counted(rows)) text += row.position + " ";
  EXPECT_EQ(text, "f:1 f:2 f:4 f:1 f:3 f:4  f:1 f:3 f:4 ");
}

TEST(Listing, ValuesForUsers) {
  Context context(DataModel::LP64);
  TypeTable& types = context.types();
  EXPECT_EQ(value_text(context, types.integer(IntegerKind::Char), 'a'), "97 'a'");
  EXPECT_EQ(value_text(context, types.integer(IntegerKind::Char), 0xff), "-1");
  EXPECT_EQ(value_text(context, types.pointer_to(types.int_type()), 0), "NULL");
}

} // namespace
} // namespace tandem::report
