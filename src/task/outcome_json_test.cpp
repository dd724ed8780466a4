#include "task/outcome_json.h"

#include "base/core/input_error.h"
#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"
#include "task/task_for_test.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tandem::task {
namespace {

struct Sample {
  Sample() {
    sketch.builder.add_file({"a.c", "12ab"});
    const Function& number = sketch.declare("__VERIFIER_nondet_int128", sketch.type(IntegerKind::Int128));
    const Function& other = sketch.declare("outside", sketch.int_type());
    const Function& main = sketch.define("main", sketch.int_type());
    sketch.input(number, static_cast<UInt128>(Int128{-2}));
    sketch.input(other, 7);
    program.emplace(sketch.finish(main));
    Counterexample found = sketch.counterexample(*program);
    found.path = program->edges();
    found.target = found.path[1];
    found.written = {{0, found.path[0], static_cast<UInt128>(Int128{-2})}, {2, found.path[1], 7}};
    found.confirmed = Confirmation::Interpreter;
    found.remark = "why";
    outcome.verdict = Verdict::False;
    outcome.counterexample = std::move(found);
    outcome.assumptions = {"one", "two"};
    outcome.rests_on_condition = true;
    outcome.statistics["terms"] = 2.5;
  }

  TaskSketch sketch;
  std::optional<Program> program;
  Outcome outcome;
};

TEST(OutcomeJson, ReadsBackWhatItWrites) {
  const Sample sample;
  const nlohmann::json text = nlohmann::json::parse(to_json(sample.outcome, *sample.program).dump());
  const Outcome read = outcome_from_json(text, *sample.program);
  EXPECT_EQ(read.verdict, Verdict::False);
  EXPECT_EQ(read.assumptions, sample.outcome.assumptions);
  EXPECT_TRUE(read.rests_on_condition);
  EXPECT_EQ(read.statistics, sample.outcome.statistics);
  ASSERT_TRUE(read.counterexample);
  const Counterexample &found = *read.counterexample, &wanted = *sample.outcome.counterexample;
  EXPECT_EQ(found.target, wanted.target);
  EXPECT_EQ(found.path, wanted.path);
  EXPECT_EQ(found.confirmed, wanted.confirmed);
  EXPECT_EQ(found.remark, wanted.remark);
  ASSERT_EQ(found.inputs.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found.inputs[i].kind, wanted.inputs[i].kind);
    EXPECT_EQ(found.inputs[i].type, wanted.inputs[i].type);
    EXPECT_EQ(found.inputs[i].bits, wanted.inputs[i].bits);
    EXPECT_EQ(found.inputs[i].edge, wanted.inputs[i].edge);
    EXPECT_EQ(found.written[i].step, wanted.written[i].step);
    EXPECT_EQ(found.written[i].edge, wanted.written[i].edge);
    EXPECT_EQ(found.written[i].bits, wanted.written[i].bits);
  }
}

TEST(OutcomeJson, InvariantsKeepTheirLocationAndMeaning) {
  const Program program = text::read_cfa(R"(
main: int main(void)
  var int x
  var unsigned char y
  L0 -> L1  x = 0
  L1 -> exit  return x
)",
                                         DataModel::LP64);
  const Location& at = *program.entry().entry().out[0]->to;
  Outcome outcome{.verdict = Verdict::True};
  outcome.invariants = {
      {&at, &text::read_condition(text::ExprScope::at(program, at), "x < 10 && (unsigned char)(y + 1) > y")}};
  const nlohmann::json text = nlohmann::json::parse(to_json(outcome, program).dump());
  EXPECT_EQ(outcome_from_json(text, program).invariants, outcome.invariants);

  nlohmann::json wrong = text;
  wrong["invariants"][0]["location"] = 17;
  EXPECT_THROW(outcome_from_json(wrong, program), InputError);
}

TEST(OutcomeJson, RejectsWhatIsNotAnOutcome) {
  const Sample sample;
  EXPECT_THROW(outcome_from_json(nlohmann::json::object(), *sample.program), InputError);
  nlohmann::json text = to_json(sample.outcome, *sample.program);
  text["counterexample"]["path"][0] = "nowhere@1:1";
  EXPECT_THROW(outcome_from_json(text, *sample.program), InputError);
}

} // namespace
} // namespace tandem::task
