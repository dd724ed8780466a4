#include "cooperate/divide.h"
#include "cooperate/part.h"
#include "cooperate/partners_for_test.h"

#include <fcntl.h>

namespace tandem::cooperate {
namespace {

// main: x gets an input in line 1; the arms of a branch in line 2 have twenty edges each and then an error call.
Program two_arms() {
  auto context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder(context);
  builder.add_file({"a.c", std::string(64, '0')});
  const Type& int_type = context->types().int_type();
  const Function& error = builder.declare_function(
      "reach_error", "reach_error", context->types().function(context->types().void_type(), {}, false, true), {});
  Function& main = builder.declare_function("main", "main", context->types().function(int_type, {}, false, true), {});
  builder.begin_body(main, {});
  const Variable& x =
      context->add_variable({.kind = VariableKind::Global, .name = "x", .source_name = "x", .type = &int_type});
  builder.add_global(x);
  const Expr& value = context->variable(x);
  const DraftLocation read = builder.add_location(main), yes = builder.add_location(main),
                      no = builder.add_location(main);
  std::uint32_t line = 0;
  const auto range = [&] {
    ++line;
    return SourceRange{{0, line, 1}, {0, line, 2}};
  };
  builder.add_edge(builder.entry(main), read, {.kind = OpKind::Nondet, .lvalue = &value}, range());
  const Expr& below = context->binary(BinaryOp::Lt, value, context->integer(int_type, 10));
  builder.add_branch(read, below, yes, no, range());
  for (DraftLocation at : {yes, no}) {
    for (int i = 0; i < 20; ++i) {
      const DraftLocation next = builder.add_location(main);
      builder.add_edge(at, next, {.kind = OpKind::Assign, .lvalue = &value, .value = &value}, range());
      at = next;
    }
    builder.add_edge(at, builder.exit(main), {.kind = OpKind::Call, .callee = &error}, range());
  }
  return builder.finish(main);
}

bool calls_verified(const exchange::Gia& gia, std::string_view edge) {
  return std::ranges::any_of(gia.transitions(), [&](const auto& step) {
    return gia.states()[step.target].accept == exchange::Accept::Unreachable &&
           std::ranges::any_of(gia.edges(step.label), [&](auto id) { return gia.edge_name(id) == edge; });
  });
}

class SplitTest : public CooperateTest {
protected:
  SplitTest() {
    program = two_arms();
    add("prover", [this](const task::Task& task, auto&) {
      note(task);
      return Outcome{.verdict = task.condition != nullptr ? Verdict::True : Verdict::Unknown};
    });
    // Proves the first arm; as engines do, leaves its condition when it gives up.
    add("first-arm", [this](const task::Task& task, auto&) {
      note(task);
      Outcome outcome{.reason = "gave up"};
      if (task.condition != nullptr) outcome.gia = *task.condition;
      if (task.condition != nullptr && calls_verified(*task.condition, "main@2:1-")) outcome.verdict = Verdict::True;
      return outcome;
    });
  }

  // One line for each task that a partner got: the arms that it need not look at.
  void note(const task::Task& task) {
    std::string line = "all";
    if (task.condition != nullptr) {
      line.clear();
      for (const std::string arm : {"main@2:1+", "main@2:1-"})
        if (calls_verified(*task.condition, arm)) line += arm;
    }
    const int file = ::open((folder.path() / "tasks").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    line += "\n";
    EXPECT_EQ(::write(file, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    ::close(file);
  }
  std::string tasks() {
    const std::filesystem::path file = folder.path() / "tasks";
    const std::string text = std::filesystem::exists(file) ? read_text_file(file) : "";
    std::filesystem::remove(file);
    return text;
  }
};

TEST_F(SplitTest, PartsAreProvedAndJoined) {
  jobs_ = 1;
  const Outcome outcome = run("  - split: [{run: prover}]\n    by: [branch]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_TRUE(outcome.assumptions.empty()) << outcome.assumptions.front();
  EXPECT_EQ(tasks(), "main@2:1-\nmain@2:1+\n");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "artifacts/01-split/parts/1/condition.gia"));
}

TEST_F(SplitTest, ThatOtherPartsAreVerifiedIsNotTakenBack) {
  const Outcome outcome = run("  - split: [{run: first-arm}]\n    by: [branch]\n    attempt: 1s\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  ASSERT_TRUE(outcome.gia);
  EXPECT_TRUE(calls_verified(*outcome.gia, "main@2:1+"));
  EXPECT_FALSE(calls_verified(*outcome.gia, "main@2:1-"));
  EXPECT_NE(outcome.reason.find("the branch at"), std::string::npos) << outcome.reason;
}

TEST_F(SplitTest, WhatStaysOpenIsForTheNextStep) {
  run("  - split: [{run: first-arm}]\n    by: [branch]\n", {.wall = 20s});
  tasks();
  const Outcome outcome = run("  - split: [{run: first-arm}]\n    by: [branch]\n  - run: prover\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_TRUE(tasks().ends_with("\nmain@2:1+\n"));
}

TEST_F(SplitTest, AResumedRunDoesNothingTwice) {
  run("  - split: [{run: first-arm}]\n    by: [branch]\n", {.wall = 20s});
  tasks();
  resumes_ = true;
  const Outcome outcome = run("  - split: [{run: prover}]\n    by: [branch]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(tasks(), "main@2:1+\n");
}

// What was verified without some of the targets, or of another version of the program, is not taken up.
TEST_F(SplitTest, PartsOfOtherTasksAreNotResumed) {
  run("  - split: [{run: first-arm}]\n    by: [branch]\n", {.wall = 20s});
  const std::filesystem::path part = folder.path() / "artifacts/01-split/parts/1/part.json";
  std::string text = read_text_file(part);
  const std::size_t at = text.find(std::string(64, '0'));
  ASSERT_NE(at, std::string::npos);
  text[at] = '1';
  write_text_file(part, text);
  tasks();
  resumes_ = true;
  EXPECT_EQ(run("  - split: [{run: prover}]\n    by: [branch]\n", {.wall = 20s}).verdict, Verdict::True);
  EXPECT_NE(tasks().find("main@2:1-"), std::string::npos); // the first arm again
  write_text_file(folder.path() / "artifacts/targets.txt", "main@23:1\n");
  EXPECT_EQ(run("  - split: [{run: prover}]\n    by: [branch]\n", {.wall = 20s}).verdict, Verdict::True);
  EXPECT_NE(tasks().find("main@2:1-"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "artifacts/other-targets/01-split"));
}

TEST_F(SplitTest, AnErrorInAPartIsOne) {
  add("error", [](const task::Task& task, auto&) {
    Outcome outcome{.verdict = calls_verified(*task.condition, "main@2:1+") ? Verdict::False : Verdict::True};
    if (outcome.verdict == Verdict::False)
      outcome.counterexample = task::Counterexample{.target = task.program.edges().back()};
    outcome.gia = *task.condition;
    return outcome;
  });
  const Outcome outcome = run("  - split: [{run: error}]\n    by: [branch]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::False);
  if (outcome.gia) EXPECT_FALSE(calls_verified(*outcome.gia, "main@2:1+"));
}

TEST(Divide, KindsInTheirOrder) {
  const Program program = two_arms();
  const Property property = default_property();
  const auto line = [&](std::set<DivisionKind> kinds, const std::vector<std::string>& part) {
    std::vector<Constraint> constraints;
    for (const std::string& each : part) constraints.push_back(read_constraint(each, program));
    const auto division = Divider(program, property, std::move(kinds)).divide(constraints);
    return division ? division->first.line() + " | " + division->second.line() : "none";
  };
  const std::set all{DivisionKind::Branch, DivisionKind::Targets, DivisionKind::Input, DivisionKind::Iterations};
  EXPECT_EQ(line(all, {}), "branch main@2:1+ | branch main@2:1-");
  EXPECT_EQ(line({DivisionKind::Targets}, {}), "targets main@23:1 | targets main@44:1");
  EXPECT_EQ(line({DivisionKind::Targets}, {"branch main@2:1+"}), "none"); // one is left
  EXPECT_EQ(line(all, {"branch main@2:1+"}), "input main@1:1 < 11 | input main@1:1 >= 11");
  EXPECT_EQ(line(all, {"branch main@2:1+", "input main@1:1 < 11"}), "input main@1:1 < 10 | input main@1:1 >= 10");
  EXPECT_EQ(line(all, {"branch main@2:1+", "input main@1:1 < 10"}), "none");
}

TEST(Divide, WhatIsNoPartIsRefused) {
  const Program program = two_arms();
  for (const std::string line :
       {"", "branch", "branch main@9:9", "branch main@1:1", "input main@3:1 < 3", "input main@1:1",
        "input main@1:1 < x", "iterations main@3:1 < 3", "branch main@2:1+ < 3"})
    EXPECT_THROW(read_constraint(line, program), InputError) << line;
}

} // namespace
} // namespace tandem::cooperate
