#include "testing/runs/grown_runs.h"

#include "program/model/program_builder.h"

#include <gtest/gtest.h>

namespace tandem::testing {
namespace {

using semantics::interpreter::RunResult;

class GrownRunsTest : public ::testing::Test {
protected:
  GrownRunsTest() {
    ProgramBuilder builder(context_);
    builder.add_file({"a.c", std::string(64, '0')});
    Function& main = builder.declare_function("main", "main", context_->types().function(int_, {}, false, true), {});
    builder.begin_body(main, {});
    const Expr& zero = context_->integer(int_, 0);
    builder.add_edge(builder.entry(main), builder.exit(main), {.kind = OpKind::Return, .value = &zero},
                     {{0, 2, 1}, {0, 2, 2}});
    program_ = builder.finish(main);
  }

  static RunResult run_with(const std::vector<UInt128>& inputs) {
    RunResult run;
    run.steps = 50;
    for (const UInt128 bits : inputs) run.inputs.push_back({.bits = bits});
    return run;
  }

  // How many of the given values a run begins with.
  std::size_t common(BegunInputs& inputs, const std::vector<UInt128>& values) const {
    std::size_t count = 0;
    while (count < values.size() && inputs.next({.type = int_}) == values[count]) ++count;
    return count;
  }

  std::shared_ptr<Context> context_ = std::make_shared<Context>(DataModel::LP64);
  const Type& int_ = context_->types().int_type();
  std::optional<Program> program_;
};

TEST_F(GrownRunsTest, OthersBeginAsTheRunsThatWereKept) {
  const analysis::invariants::ProgramConstants constants(*program_);
  GrownRuns grown(constants);
  const std::vector<UInt128> inputs{1'000'001, 1'000'002, 1'000'003, 1'000'004};
  grown.keep(run_with(inputs));
  std::size_t whole = 0, part = 0;
  for (int i = 0; i < 300; ++i) {
    GrownRuns::Next next = grown.next();
    EXPECT_GT(next.steps, 50u);
    const std::size_t same = common(next.inputs, inputs);
    whole += same == inputs.size();
    part += same > 0 && same < inputs.size();
  }
  EXPECT_GT(whole, 60u);
  EXPECT_GT(part, 60u);
}

TEST_F(GrownRunsTest, ARunWithoutInputsIsNotKept) {
  const analysis::invariants::ProgramConstants constants(*program_);
  GrownRuns grown(constants);
  grown.keep(run_with({}));
  EXPECT_TRUE(grown.is_empty());
}

} // namespace
} // namespace tandem::testing
