#include "exchange/witness/correctness_witness.h"

#include "exchange/witness/execution_for_test.h"
#include "exchange/witness/statement_locations.h"
#include "program/cexpr/c_expr.h"
#include "program/text/expr_reader.h"

#include <gtest/gtest.h>

#include <regex>

namespace tandem::exchange::witness {
namespace {

constexpr const char* source = R"(int main(void) {
  int x = nondet();
  while (x < 10) {
    int y = x;
    x = y + 1;
  }
  do {
    x = x - 1;
  } while (x > 0);
  for (;;) {
    if (x == 7) break;
    x = 7;
  }
  reach_error();
}
)";

class CorrectnessWitness : public testing::Test {
protected:
  CorrectnessWitness() : sketch(source) {
    const Type& type = sketch.int_type();
    const Function& nondet = sketch.declare("nondet", type);
    const Function& error = sketch.declare("reach_error", sketch.types().void_type());
    Function& main = sketch.define("main", type, "int main", "reach_error();\n}");
    const Variable& x_variable = sketch.local("x", type, "int x");
    const Expr& x = sketch.use(x_variable);
    Context& context = *sketch.context;
    sketch.edge("nondet()", {.kind = OpKind::Nondet, .lvalue = &x, .callee = &nondet});
    const DraftLocation while_head = sketch.here;
    const DraftLocation do_body = sketch.branch("x < 10", context.binary(BinaryOp::Lt, x, sketch.number(10)));
    const Variable& y_variable = sketch.local("y", type, "int y");
    const Expr& y = sketch.use(y_variable);
    sketch.restart();
    sketch.edge("y = x", {.kind = OpKind::Assign, .lvalue = &y, .value = &x});
    sketch.edge("x = y + 1",
                {.kind = OpKind::Assign, .lvalue = &x, .value = &context.binary(BinaryOp::Add, y, sketch.number(1))});
    sketch.jump(while_head);
    sketch.here = do_body;
    sketch.edge("x = x - 1",
                {.kind = OpKind::Assign, .lvalue = &x, .value = &context.binary(BinaryOp::Sub, x, sketch.number(1))});
    const DraftLocation for_head = sketch.branch("x > 0", context.binary(BinaryOp::Gt, x, sketch.number(0)));
    sketch.jump(do_body);
    sketch.here = for_head;
    const DraftLocation go_on = sketch.branch("x == 7", context.binary(BinaryOp::Eq, x, sketch.number(7)));
    const DraftLocation last = sketch.here;
    sketch.here = go_on;
    sketch.edge("x = 7", {.kind = OpKind::Assign, .lvalue = &x, .value = &sketch.number(7)});
    sketch.jump(for_head);
    sketch.here = last;
    sketch.edge("reach_error()", {.kind = OpKind::Call, .callee = &error});
    sketch.edge("}\n", {.kind = OpKind::Return, .value = &sketch.number(0)});
    sketch.finish(main);
  }

  const Program& program() const { return *sketch.program; }
  const Location& before(const std::string& edge) const {
    const Edge* found = program().find_edge(edge);
    EXPECT_NE(found, nullptr) << edge;
    return *found->from;
  }
  LocationInvariant invariant(const Location& at, const std::string& text) const {
    return {&at, &text::read_condition(text::ExprScope::at(program(), at), text)};
  }

  static std::string text(const std::vector<WitnessInvariant>& invariants) {
    std::string result;
    for (const WitnessInvariant& each : invariants) result += fmt_line(each) + "\n";
    return result;
  }
  static std::string fmt_line(const WitnessInvariant& each) {
    return std::string(each.kind == WitnessInvariantKind::Loop ? "loop" : "location") + " " +
           std::to_string(each.location.line) + ":" + std::to_string(each.location.column) + " " +
           each.location.function + " " + each.value;
  }

  // A witness with this one invariant.
  Witness witness(WitnessInvariantKind kind, std::uint32_t line, std::uint32_t column, std::string value) const {
    Witness result;
    result.invariants = {{kind, {"prog.c", line, column, "main"}, std::move(value), {}}};
    return result;
  }
  std::string refusal(const Witness& given) const {
    const BoundInvariants bound = bind_invariants(program(), given);
    return bound.refused.empty() ? "" : bound.refused[0].reason;
  }

  ExecutionSketch sketch;
};

TEST_F(CorrectnessWitness, InvariantsAreAtKeywordsOfLoopsAndAtStatements) {
  const std::vector given{invariant(before("main@3:10+"), "x < 11"), invariant(before("main@8:5"), "x > -1"),
                          invariant(before("main@9:12+"), "x < 10"), invariant(before("main@11:9+"), "x <= 7"),
                          invariant(before("main@14:3"), "x == 7")};
  EXPECT_EQ(text(witness_invariants(program(), given)), "loop 3:3 main x < 11\n"
                                                        "location 8:5 main x > -1\n"
                                                        "loop 7:3 main x < 10\n"
                                                        "loop 10:3 main x <= 7\n"
                                                        "location 14:3 main x == 7\n");
}

TEST_F(CorrectnessWitness, TheReaderFindsTheSameLocations) {
  const std::vector given{invariant(before("main@3:10+"), "x < 11"), invariant(before("main@8:5"), "x > -1"),
                          invariant(before("main@9:12+"), "x < 10"), invariant(before("main@11:9+"), "x <= 7"),
                          invariant(before("main@14:3"), "x == 7")};
  Witness read;
  read.invariants = witness_invariants(program(), given);
  const BoundInvariants bound = bind_invariants(program(), read);
  EXPECT_TRUE(bound.refused.empty());
  EXPECT_EQ(bound.invariants, given);
}

TEST_F(CorrectnessWitness, OnlyVisibleVariablesAreUsed) {
  const Location& head = before("main@3:10+");
  // y exists only in the body.
  const std::vector given{invariant(head, "y < 20 && x < 11"), invariant(head, "y < 20 || x < 11")};
  EXPECT_EQ(text(witness_invariants(program(), given)), "loop 3:3 main x < 11\n");
  EXPECT_EQ(text(witness_invariants(program(), std::vector{invariant(before("main@5:5"), "y == x")})),
            "location 5:5 main y == x\n");
}

TEST_F(CorrectnessWitness, InvariantsWithoutALocationAreRefusedWithTheReason) {
  using enum WitnessInvariantKind;
  EXPECT_EQ(refusal(witness(Loop, 3, 3, "x < 11")), "");
  EXPECT_EQ(refusal(witness(Loop, 3, 0, "x < 11")), "");  // without a column
  EXPECT_EQ(refusal(witness(Loop, 3, 2, "x < 11")), "");  // counted from 0
  EXPECT_EQ(refusal(witness(Loop, 3, 10, "x < 11")), ""); // the only loop of its line
  EXPECT_EQ(refusal(witness(Loop, 5, 5, "x < 11")), "no loop begins at line 5, column 5");
  EXPECT_EQ(refusal(witness(Loop, 99, 1, "x < 11")), "line 99 of 'prog.c' is in no function 'main'");
  EXPECT_EQ(refusal(witness(Location, 5, 9, "x < 11")), "no statement begins at line 5, column 9");
  EXPECT_NE(refusal(witness(Loop, 3, 3, "x <")), "");
  EXPECT_NE(refusal(witness(Loop, 3, 3, "z < 1")), "");
  EXPECT_EQ(refusal(witness(Loop, 3, 3, "y < 1")), "'y' is not visible there");
  // The keyword is passed once, the head in every iteration.
  EXPECT_EQ(refusal(witness(Location, 3, 3, "x < 11")),
            "the statement at line 3 does not correspond to a single location of the CFA");
}

TEST_F(CorrectnessWitness, HasTheFormOfTheFormat) {
  const WitnessMetadata metadata{"tandem", "1.2", "00000000-0000-4000-8000-000000000000",
                                 std::chrono::system_clock::from_time_t(0)};
  const std::vector given{invariant(before("main@3:10+"), "x < 11")};
  const std::string written =
      correctness_witness(program(), unreach_call_property(), witness_invariants(program(), given), metadata);
  const std::string file = program().files()[0].path;
  const std::string expected = std::regex_replace(std::string(R"yaml(- entry_type: "invariant_set"
  metadata:
    format_version: "2.0"
    uuid: "00000000-0000-4000-8000-000000000000"
    creation_time: "1970-01-01T00:00:00Z"
    producer:
      name: "tandem"
      version: "1.2"
    task:
      input_files:
        - "FILE"
      input_file_hashes:
        "FILE": "ab12"
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "LP64"
      language: "C"
  content:
    - invariant:
        type: "loop_invariant"
        location:
          file_name: "FILE"
          line: 3
          column: 3
          function: "main"
        value: "x < 11"
        format: "c_expression"
)yaml"),
                                                  std::regex("FILE"), file);
  EXPECT_EQ(written, expected);

  const Witness read = read_witness_text(written, "w.yml");
  EXPECT_EQ(read.kind, Witness::Kind::Correctness);
  EXPECT_EQ(bind_invariants(program(), read).invariants, given);
}

TEST_F(CorrectnessWitness, WithoutInvariantsThereIsATrivialOne) {
  const std::string written = correctness_witness(program(), unreach_call_property(), {}, {});
  const Witness read = read_witness_text(written, "w.yml");
  ASSERT_EQ(read.invariants.size(), 1u);
  EXPECT_EQ(read.invariants[0].value, "1");
  EXPECT_TRUE(bind_invariants(program(), read).refused.empty());
}

} // namespace
} // namespace tandem::exchange::witness
