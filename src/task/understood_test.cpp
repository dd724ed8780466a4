#include "task/understood.h"

#include "task/monitors.h"
#include "task/task_for_test.h"

#include <gtest/gtest.h>

namespace tandem::task {
namespace {

// Finds the first of these calls that is an error by the task's property; there are no other paths.
class FirstCall : public Actor {
public:
  explicit FirstCall(std::vector<std::string>& asked) : asked_(asked) {}
  std::string name() const override { return "first-call"; }
  Outcome run(const Task& task, Monitor& /*monitor*/) override {
    asked_.push_back(std::to_string(task.property.error_functions.names().size()));
    for (const Edge* edge : task.program.entry().edges())
      if (task.property.error_functions.is_error_call(*edge))
        return {.verdict = Verdict::False, .counterexample = Counterexample{.target = edge}};
    return {.verdict = Verdict::True};
  }

private:
  std::vector<std::string>& asked_;
};

class UnderstoodTest : public ::testing::Test {
protected:
  // Of a program whose main calls these, one after the other.
  Outcome verify(const std::vector<std::string>& calls) {
    TaskSketch sketch;
    sketch.file("a.c", "");
    std::vector<const Function*> functions;
    sketch.declare("__VERIFIER_error", sketch.void_type()); // there is something to check
    for (const std::string& name : calls) functions.push_back(&sketch.declare(name, sketch.int_type()));
    const Function& main = sketch.define("main", sketch.int_type());
    for (const Function* function : functions) sketch.input(*function, 0);
    const Program program = sketch.finish(main);
    Understood actor([this](const Property&) { return std::make_shared<FirstCall>(asked); });
    SilentMonitor monitor;
    return actor.run({program, unreach_call_property(), {}}, monitor);
  }

  std::vector<std::string> asked; // the number of error functions in each question
};

TEST_F(UnderstoodTest, AsksOnceIfEverythingIsUnderstood) {
  EXPECT_EQ(verify({"f", "g"}).verdict, Verdict::True);
  EXPECT_EQ(asked, std::vector<std::string>{"2"});
}

TEST_F(UnderstoodTest, AnErrorBeforeTheConstructIsOne) {
  EXPECT_EQ(verify({"reach_error", "fork"}).verdict, Verdict::False);
  EXPECT_EQ(asked, std::vector<std::string>{"3"});
}

TEST_F(UnderstoodTest, AConstructThatIsReachedStopsTheProof) {
  const Outcome outcome = verify({"fork"});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_TRUE(outcome.reason.starts_with("processes are not understood: fork, ")) << outcome.reason;
  EXPECT_FALSE(outcome.counterexample);
  EXPECT_TRUE(outcome.gia); // with nothing verified
  EXPECT_EQ(asked, (std::vector<std::string>{"3", "2"}));
}

} // namespace
} // namespace tandem::task
