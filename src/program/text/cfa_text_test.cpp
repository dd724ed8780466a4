#include "program/text/cfa_text.h"

#include "base/process/process.h"
#include "program/text/cfa_dot.h"
#include "program/text/cfa_json.h"
#include "program/text/program_for_test.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tandem::text {
namespace {

// int main(void) { c = next(); while (c < 10) c = c + 1; return c; }, with an unsigned char c called c__1 in the model
class CfaPrintersTest : public testing::Test {
protected:
  static Program make() {
    ProgramSketch sketch;
    Context& context = *sketch.context;
    const Type& uchar = sketch.types().integer(IntegerKind::UChar);
    Function& next = sketch.declare("next", sketch.function_type(uchar));
    Function& main = sketch.function("main", sketch.function_type(sketch.int_type()));
    Variable& c = sketch.global("c__1", uchar);
    c.source_name = "c";
    const Expr& as_int = context.cast(sketch.int_type(), sketch.use(c));
    const DraftLocation head = sketch.location(main), body = sketch.location(main), after = sketch.location(main);
    sketch.call(sketch.builder.entry(main), head, &sketch.use(c), next);
    sketch.branch(head, context.binary(BinaryOp::Lt, as_int, sketch.number(10)), body, after);
    sketch.assign(body, head, sketch.use(c),
                  context.cast(uchar, context.binary(BinaryOp::Add, as_int, sketch.number(1))));
    sketch.give(after, main, &as_int);
    return sketch.builder.finish(main);
  }

  const Program program = make();
};

TEST_F(CfaPrintersTest, TextHasOneLinePerEdge) {
  EXPECT_EQ(cfa_text(program), "main: int main(void), entry L0, exit L4\n"
                               "  main@3:3   L0 -> L1  c = next()\n"
                               "  main@4:3+  L1 -> L2  [c < 10]\n"
                               "  main@4:3-  L1 -> L3  [!(c < 10)]\n"
                               "  main@5:3   L2 -> L1  c = c + 1\n"
                               "  main@6:3   L3 -> L4  return c\n");
}

TEST_F(CfaPrintersTest, DrawingsAreAcceptedByGraphviz) {
  const std::string dot = cfa_dot(program);
  EXPECT_NE(dot.find("L1 -> L2 [label=\"[c < 10]\", color=forestgreen]"), std::string::npos) << dot;
  EXPECT_NE(dot.find("L1 -> L3 [label=\"[!(c < 10)]\", color=crimson]"), std::string::npos) << dot;
  const process::ProcessResult drawn =
      process::run_process({.words = {"dot", "-Tsvg"}, .input = dot, .wall_limit = std::nullopt});
  if (drawn.end == process::ProcessResult::End::NotStarted) GTEST_SKIP() << "graphviz is not installed";
  EXPECT_TRUE(drawn.succeeded()) << drawn.errors;
  EXPECT_NE(drawn.output.find("</svg>"), std::string::npos);
}

TEST_F(CfaPrintersTest, JsonTablesFitTogether) {
  const auto json = nlohmann::json::parse(cfa_json(program));
  const auto& main = json["functions"][1];
  ASSERT_EQ(main["edges"].size(), 5u);
  const auto& edge = main["edges"][3];
  EXPECT_EQ(edge["text"], "c = c + 1");
  const auto& value = json["expressions"][edge["value"].get<std::size_t>()];
  EXPECT_EQ(value["kind"], "cast");
  EXPECT_EQ(json["types"][value["type"].get<std::size_t>()]["text"], "unsigned char");
  const auto& sum = json["expressions"][value["operands"][0].get<std::size_t>()];
  EXPECT_EQ(sum["op"], "+");
  EXPECT_EQ(json["expressions"][sum["operands"][1].get<std::size_t>()]["value"], "1");
  EXPECT_EQ(main["edges"][2]["truth"], false);
}

} // namespace
} // namespace tandem::text
