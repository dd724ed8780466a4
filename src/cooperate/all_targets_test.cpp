#include "cooperate/all_targets.h"

#include "exchange/gia/unreachable_targets.h"
#include "task/monitors.h"
#include "task/task_for_test.h"

#include <gtest/gtest.h>

#include <set>

namespace tandem::cooperate {
namespace {

using task::Actor;
using task::Counterexample;
using task::Monitor;
using task::Outcome;
using task::TargetSearch;
using task::TargetStatus;
using task::Task;
using task::Verdict;

std::uint32_t line(const Edge& edge) { return edge.range.begin.line; }

// Ends at the first target whose line is one of `reached`; proves the rest, unless it is told to give up.
class OneTarget : public Actor {
public:
  std::string name() const override { return "one-target"; }
  Outcome run(const Task& task, Monitor& monitor) override {
    ++runs;
    examined.clear();
    for (const Target& target : targets(task.program, task.property)) {
      examined.insert(line(*target.call));
      if (published.contains(line(*target.call)))
        monitor.decided({.target = target.call, .state = TargetState::Unreachable, .by = "partner"});
      if (reached.contains(line(*target.call)))
        return {.verdict = Verdict::False,
                .counterexample = Counterexample{.target = target.call, .path = {target.call}}};
    }
    return gives_up ? task::unknown("gave up") : Outcome{.verdict = Verdict::True};
  }

  std::set<std::uint32_t> reached, published; // published: unreachable, before anything else
  std::set<std::uint32_t> examined;           // by the last run
  bool gives_up = false;
  int runs = 0;
};

class AllTargetsTest : public ::testing::Test {
protected:
  // main asks for a value in front of each of the calls in lines 1, 2, 3.
  AllTargetsTest() : program(sketch()) {}

  static Program sketch() {
    task::TaskSketch sketch;
    sketch.builder.add_file({"a.c", std::string(64, '0')});
    const Function& error = sketch.declare("reach_error", sketch.void_type());
    Function& main = sketch.builder.declare_function("main", "main",
                                                     sketch.types().function(sketch.int_type(), {}, false, false), {});
    sketch.builder.begin_body(main, {});
    const Variable& choice =
        sketch.context->add_variable({.kind = VariableKind::Global, .name = "choice", .type = &sketch.int_type()});
    sketch.builder.add_global(choice);
    DraftLocation at = sketch.builder.entry(main);
    for (std::uint32_t line = 1; line <= 3; ++line) {
      const SourceRange range{{0, line, 1}, {0, line, 2}};
      const DraftLocation fails = sketch.builder.add_location(main), next = sketch.builder.add_location(main);
      sketch.builder.add_branch(at, sketch.context->variable(choice), fails, next, range);
      sketch.builder.add_edge(fails, sketch.builder.add_location(main), {.kind = OpKind::Call, .callee = &error},
                              range);
      at = next;
    }
    sketch.builder.add_edge(at, sketch.builder.exit(main), {.kind = OpKind::Return}, {});
    return sketch.builder.finish(main);
  }

  Outcome run(TargetSearch search = TargetSearch::All, std::vector<TargetStatus> known = {}) {
    AllTargets all(actor, AfterFirst::AllTime, std::move(known));
    task::SilentMonitor monitor;
    return all.run({program, unreach_call_property(), {}, nullptr, search}, monitor);
  }

  // Of the lines, as a fact of a partner that tells it on the way to this one.
  std::vector<TargetStatus> told(const std::set<std::uint32_t>& lines) {
    const Property property = unreach_call_property();
    std::vector<const Edge*> unreachable;
    for (const Target& target : targets(program, property))
      if (lines.contains(line(*target.call))) unreachable.push_back(target.call);
    const std::string sent = exchange::fact_line(exchange::unreachable_fact(program, property, unreachable, "partner"));
    std::vector<TargetStatus> result;
    for (const Edge* target : exchange::unreachable_targets(program, property, exchange::read_fact(sent, program)))
      result.push_back({.target = target, .state = TargetState::Unreachable, .by = "partner"});
    return result;
  }

  static std::vector<std::pair<std::uint32_t, TargetState>> states(const Outcome& outcome) {
    std::vector<std::pair<std::uint32_t, TargetState>> result;
    for (const TargetStatus& status : outcome.targets) result.emplace_back(line(*status.target), status.state);
    return result;
  }

  Program program;
  std::shared_ptr<OneTarget> actor = std::make_shared<OneTarget>();
};

using States = std::vector<std::pair<std::uint32_t, TargetState>>;

TEST_F(AllTargetsTest, GoesOnAfterTheFirst) {
  actor->reached = {1, 3};
  const Outcome outcome = run();
  EXPECT_EQ(outcome.verdict, Verdict::False);
  EXPECT_EQ(states(outcome),
            (States{{1, TargetState::Reached}, {3, TargetState::Reached}, {2, TargetState::Unreachable}}));
  EXPECT_EQ(actor->runs, 3);
  // In terms of the program itself, not of the one without the first target.
  EXPECT_EQ(program.edges()[outcome.targets[1].target->id], outcome.targets[1].target);
  EXPECT_EQ(outcome.targets[1].counterexample->path, std::vector<const Edge*>{outcome.targets[1].target});
}

TEST_F(AllTargetsTest, OneProofIsAboutAll) {
  const Outcome outcome = run();
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(actor->runs, 1);
  EXPECT_EQ(outcome.targets.size(), 3u);
}

TEST_F(AllTargetsTest, WhatIsLeftIsOpen) {
  actor->reached = {2};
  actor->gives_up = true;
  const Outcome outcome = run();
  EXPECT_EQ(outcome.verdict, Verdict::False);
  EXPECT_EQ(states(outcome), (States{{2, TargetState::Reached}, {1, TargetState::Open}, {3, TargetState::Open}}));
  EXPECT_EQ(outcome.targets[1].why, "gave up");
}

TEST_F(AllTargetsTest, PublishedProofsCount) {
  actor->published = {1, 2};
  actor->gives_up = true;
  Outcome outcome = run();
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(states(outcome),
            (States{{3, TargetState::Open}, {1, TargetState::Unreachable}, {2, TargetState::Unreachable}}));
  actor->published = {1, 2, 3};
  outcome = run();
  EXPECT_EQ(outcome.verdict, Verdict::True);
}

TEST_F(AllTargetsTest, WhatOthersHaveShownIsNotExamined) {
  actor->reached = {3};
  const Outcome outcome = run(TargetSearch::All, told({1, 2}));
  EXPECT_EQ(outcome.verdict, Verdict::False);
  EXPECT_EQ(actor->examined, std::set<std::uint32_t>{3});
  EXPECT_EQ(states(outcome),
            (States{{3, TargetState::Reached}, {1, TargetState::Unreachable}, {2, TargetState::Unreachable}}));
  EXPECT_EQ(outcome.targets[0].target, program.edges()[outcome.targets[0].target->id]);
  EXPECT_EQ(outcome.targets[1].by, "partner");
  EXPECT_EQ(outcome.learnt_from, std::vector<std::string>{"partner"});
}

TEST_F(AllTargetsTest, OtherFactsLeaveOutNothing) {
  const Property property = unreach_call_property();
  const std::vector<const Edge*> calls{targets(program, property)[0].call};
  exchange::Fact claimed = exchange::unreachable_fact(program, property, calls, "partner");
  EXPECT_EQ(exchange::unreachable_targets(program, property, claimed), calls);
  claimed.about.clear(); // an invariant that a partner says it has proved
  EXPECT_TRUE(exchange::unreachable_targets(program, property, claimed).empty());
}

TEST_F(AllTargetsTest, FirstIsTheActorsAnswer) {
  actor->reached = {1, 3};
  const Outcome outcome = run(TargetSearch::First);
  EXPECT_EQ(outcome.verdict, Verdict::False);
  EXPECT_TRUE(outcome.targets.empty());
  EXPECT_EQ(actor->runs, 1);
}

} // namespace
} // namespace tandem::cooperate
