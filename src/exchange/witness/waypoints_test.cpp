#include "exchange/witness/waypoints.h"

#include "base/core/require.h"
#include "exchange/witness/execution_for_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::exchange::witness {
namespace {

std::string shown(const std::vector<Waypoint>& waypoints) {
  std::string result;
  for (const Waypoint& waypoint : waypoints)
    result += fmt::format("{}:{} {} {}\n", waypoint.location.line, waypoint.location.column,
                          waypoint.kind == WaypointKind::Assumption  ? "assume"
                          : waypoint.kind == WaypointKind::Branching ? "branch"
                                                                     : "target in " + waypoint.function->source_name(),
                          waypoint.constraint);
  return result;
}

const char* const sample_text = R"(int get(void) {
  return nondet();
}
int main(void) {
  int x = nondet();
  int y;
  if (x > 5 && !(y == 3)) {
    y = get();
    while (y < 10)
      y++;
    reach_error();
  }
  return 0;
}
)";

struct Sample {
  Sample() : sketch(sample_text) {
    const Type& number = sketch.int_type();
    const Function& nondet = sketch.declare("__VERIFIER_nondet_int", number);
    const Function& error = sketch.declare("reach_error", sketch.types().void_type());
    Function& get = sketch.define("get", number, "int get", "}\n");
    const Expr& result = sketch.use(sketch.temporary(number));
    sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &result, .callee = &nondet});
    sketch.restart();
    sketch.edge("return", {.kind = OpKind::Return, .value = &result});
    Function& main = sketch.define("main", number, "int main", "return 0;\n}");
    const Expr& x = sketch.use(sketch.local("x", number, "int x"));
    sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &x, .callee = &nondet});
    const Expr& y = sketch.use(sketch.local("y", number, "int y"));
    const auto compare = [&](BinaryOp op, const Expr& left, int right) -> const Expr& {
      return sketch.context->binary(op, left, sketch.number(right));
    };
    sketch.branch("x > 5", compare(BinaryOp::Gt, x, 5));
    const DraftLocation taken = sketch.branch("y == 3", compare(BinaryOp::Eq, y, 3));
    sketch.jump(sketch.builder.exit(main)); // where !(y == 3) is false
    sketch.here = taken;
    sketch.edge("get()", {.kind = OpKind::Call, .lvalue = &y, .callee = &get});
    const DraftLocation head = sketch.here;
    const DraftLocation after = sketch.branch("y < 10", compare(BinaryOp::Lt, y, 10));
    sketch.edge(
        "y++",
        {.kind = OpKind::Assign, .lvalue = &y, .value = &sketch.context->binary(BinaryOp::Add, y, sketch.number(1))});
    sketch.jump(head);
    sketch.here = after;
    sketch.edge("reach_error()", {.kind = OpKind::Call, .callee = &error});
    sketch.finish(main);
  }

  ExecutionSketch sketch;
};

TEST(Waypoints, InputsDecisionsAndTheTarget) {
  Sample sample;
  const Execution execution = sample.sketch.execute({true, false, true, false}, {7, 9, 9, 10}, "reach_error");
  EXPECT_EQ(shown(find_waypoints(*sample.sketch.program, execution)), "7:3 assume x == 7\n"
                                                                      "7:3 branch true\n"
                                                                      "9:5 assume y == 9\n"
                                                                      "9:5 branch true\n"
                                                                      "9:5 branch false\n"
                                                                      "11:5 target in main \n");
}

TEST(Waypoints, DecisionsAreOmittedFirst) {
  Sample sample;
  const Execution execution = sample.sketch.execute({true, false, true, false}, {-7, 9, 9, 10}, "reach_error");
  EXPECT_EQ(shown(find_waypoints(*sample.sketch.program, execution, 4)),
            "7:3 assume x == -7\n9:5 assume y == 9\n11:5 target in main \n");
  EXPECT_EQ(shown(find_waypoints(*sample.sketch.program, execution, 2)), "7:3 assume x == -7\n11:5 target in main \n");
}

TEST(Waypoints, WithoutAPathThereIsTheTarget) {
  Sample sample;
  const Execution execution = sample.sketch.execute({true, false, false}, {7, 9, 9}, "reach_error");
  EXPECT_EQ(shown(find_waypoints(*sample.sketch.program, {.target = execution.target})), "11:5 target in main \n");
}

// y is written again before the next statement, gone is out of scope, x is hidden by another x after the label.
TEST(Waypoints, ValuesOfInvisibleVariablesAreOmitted) {
  ExecutionSketch sketch("int main(void) {\n  int x, y;\n  y = nondet(), y = 3;\n  { int gone = nondet(); }\n"
                         "  x = nondet();\n  goto inside;\n  { int x; inside: reach_error(); }\n}\n");
  const Type& number = sketch.int_type();
  const Function& nondet = sketch.declare("__VERIFIER_nondet_int", number);
  const Function& error = sketch.declare("reach_error", sketch.types().void_type());
  Function& main = sketch.define("main", number, "int main", "}\n}");
  const Variable& outer = sketch.local("x", number, "int x");
  const Variable& y = sketch.local("y", number, "y");
  const Variable& gone = sketch.local("gone", number, "int gone");
  sketch.local("x", number, "int x");
  sketch.restart();
  sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &sketch.use(y), .callee = &nondet});
  sketch.edge("y = 3", {.kind = OpKind::Assign, .lvalue = &sketch.use(y), .value = &sketch.number(3)});
  sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &sketch.use(gone), .callee = &nondet});
  sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &sketch.use(outer), .callee = &nondet});
  sketch.edge("reach_error()", {.kind = OpKind::Call, .callee = &error});
  sketch.finish(main);
  const Execution execution = sketch.execute({}, {1, 3, 2, 4}, "reach_error");
  EXPECT_EQ(shown(find_waypoints(*sketch.program, execution)), "7:20 target in main \n");
}

} // namespace
} // namespace tandem::exchange::witness
