#include "task/isolated.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/plain_gia.h"
#include "program/model/program_builder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <unistd.h>

namespace tandem::task {
namespace {

class FakeActor : public Actor {
public:
  explicit FakeActor(std::function<Outcome(Monitor&)> work) : work_(std::move(work)) {}
  std::string name() const override { return "fake"; }
  Outcome run(const Task&, Monitor& monitor) override { return work_(monitor); }

private:
  std::function<Outcome(Monitor&)> work_;
};

class Listener : public Monitor {
public:
  bool should_stop() override { return stop; }
  void progress(std::string_view text) override { lines.emplace_back(text); }
  void decided(const TargetStatus& status) override { statuses.push_back(status); }

  bool stop = false;
  std::vector<std::string> lines;
  std::vector<TargetStatus> statuses;
};

Program tiny_program() {
  auto context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder(context);
  Function& main = builder.declare_function(
      "main", "main", context->types().function(context->types().int_type(), {}, false, true), {});
  builder.begin_body(main, {});
  Operation op;
  op.kind = OpKind::Return;
  builder.add_edge(builder.entry(main), builder.exit(main), op, {{0, 3, 5}, {}});
  return builder.finish(main);
}

class IsolatedTest : public testing::Test {
protected:
  Outcome run(std::function<Outcome(Monitor&)> work, Limits limits = {}) {
    FakeActor actor(std::move(work));
    return run_isolated(actor, Task{program, default_property(), limits}, listener);
  }

  Program program = tiny_program();
  Listener listener;
};

TEST_F(IsolatedTest, WhatAnActorHasLearntIsTold) {
  run([](Monitor& monitor) {
    monitor.learnt("bound 1: no error within it");
    return unknown("enough");
  });
  EXPECT_EQ(listener.lines, std::vector<std::string>{"bound 1: no error within it"});
}

TEST_F(IsolatedTest, WhoIsPausedDoesNothingUntilItIsResumed) {
  FakeActor actor([](Monitor& monitor) {
    while (!monitor.should_stop()) {
      monitor.progress("at work");
      ::usleep(1000);
    }
    return unknown("asked to stop");
  });
  const Task task{program, default_property(), {}};
  Isolated run(actor, task, listener);
  const auto wait_for_lines = [&] {
    const std::size_t before = listener.lines.size();
    while (listener.lines.size() == before) run.wait(std::chrono::milliseconds(10));
  };
  wait_for_lines();
  run.pause();
  run.wait(std::chrono::milliseconds(50)); // what it said before
  const std::size_t before = listener.lines.size();
  run.wait(std::chrono::milliseconds(200));
  EXPECT_EQ(listener.lines.size(), before);
  run.resume();
  wait_for_lines();
  run.pause();
  run.stop(std::chrono::seconds(60)); // who is paused answers nevertheless
  while (run.wait(std::chrono::milliseconds(10)) == Isolated::State::Running) {
  }
  EXPECT_EQ(run.collect_outcome().reason, "asked to stop");
}

TEST_F(IsolatedTest, InvariantsComeBackUnlessTheyHoldOnlyForAPart) {
  FakeActor actor([&](Monitor&) {
    Outcome result{.verdict = Verdict::True};
    const Expr& zero = program.context().integer(program.context().types().int_type(), 0);
    result.invariants = {{&program.entry().entry(), &program.context().binary(BinaryOp::Eq, zero, zero)}};
    return result;
  });
  const Outcome whole = run_isolated(actor, Task{program, default_property(), {}}, listener);
  ASSERT_EQ(whole.invariants.size(), 1u);
  EXPECT_EQ(whole.invariants[0].location, &program.entry().entry());
  const exchange::Gia condition = exchange::gia_of_everything(exchange::Accept::Candidate, {});
  const Outcome part = run_isolated(actor, Task{program, default_property(), {}, &condition}, listener);
  EXPECT_EQ(part.verdict, Verdict::True);
  EXPECT_TRUE(part.invariants.empty());
}

TEST_F(IsolatedTest, TheOutcomeComesBackWhole) {
  const Outcome outcome = run([&](Monitor& monitor) {
    monitor.progress("bound 1");
    Outcome result;
    result.verdict = Verdict::False;
    result.assumptions = {"f has no body"};
    result.partners.push_back({"cbmc", Verdict::Unknown, "time limit", {"cbmc a.c"}, 1.5, 0.5, ""});
    result.statistics["terms"] = 12;
    Counterexample found;
    found.target = program.edges()[0];
    found.path = {program.edges()[0]};
    found.confirmed = Confirmation::Compiled;
    found.inputs.push_back(
        {.type = &program.context().types().int_type(), .bits = (UInt128{5} << 64) + 7, .edge = program.edges()[0]});
    result.counterexample = found;
    return result;
  });
  EXPECT_EQ(outcome.verdict, Verdict::False);
  EXPECT_EQ(outcome.assumptions, std::vector<std::string>{"f has no body"});
  EXPECT_EQ(outcome.statistics.at("terms"), 12);
  ASSERT_EQ(outcome.partners.size(), 1u);
  EXPECT_EQ(outcome.partners[0].partner, "cbmc");
  EXPECT_EQ(outcome.partners[0].commands, std::vector<std::string>{"cbmc a.c"});
  EXPECT_EQ(outcome.partners[0].wall_seconds, 1.5);
  ASSERT_TRUE(outcome.counterexample);
  EXPECT_EQ(outcome.counterexample->target, program.edges()[0]);
  EXPECT_EQ(outcome.counterexample->confirmed, Confirmation::Compiled);
  ASSERT_EQ(outcome.counterexample->inputs.size(), 1u);
  EXPECT_TRUE(outcome.counterexample->inputs[0].bits == (UInt128{5} << 64) + 7);
  EXPECT_EQ(listener.lines, std::vector<std::string>{"bound 1"});
}

TEST_F(IsolatedTest, CrashesAndExceptionsAreUnknown) {
  EXPECT_EQ(run([](Monitor&) -> Outcome {
              std::raise(SIGKILL);
              return {};
            }).reason,
            "the engine was ended by signal 9");
  EXPECT_EQ(run([](Monitor&) -> Outcome { throw std::bad_alloc(); }).reason, "memory limit");
}

TEST_F(IsolatedTest, CrashesAskForAReport) {
  const Outcome signal = run([](Monitor&) -> Outcome {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return {};
  });
  EXPECT_EQ(signal.reason, "fake crashed (signal 11, Segmentation fault): this is a bug in tandem, please report it "
                           "together with the program");
  EXPECT_EQ(signal.crash, signal.reason);
  const Outcome error = run([](Monitor&) -> Outcome { throw std::runtime_error("x"); });
  EXPECT_TRUE(error.crash.starts_with("fake crashed (internal error: x): ")) << error.crash;
}

TEST_F(IsolatedTest, AnActorThatIgnoresTheRequestIsKilled) {
  const auto spin = [](Monitor&) -> Outcome {
    for (volatile unsigned i = 0;; i = i + 1) {
    }
  };
  Limits limits;
  limits.cpu = std::chrono::milliseconds(200);
  EXPECT_EQ(run(spin, limits).reason, "time limit");
  limits = {};
  limits.wall = std::chrono::milliseconds(200);
  EXPECT_EQ(run(spin, limits).reason, "time limit");
}

TEST_F(IsolatedTest, TargetsThatAKilledActorHadDecidedCount) {
  const Edge *other = program.edges()[0], *target = program.edges()[1];
  const Outcome outcome = run([&](Monitor& monitor) {
    monitor.decided({.target = other, .state = TargetState::Unreachable, .by = "fake"});
    monitor.decided({.target = target,
                     .state = TargetState::Reached,
                     .by = "fake",
                     .counterexample = Counterexample{.target = target, .confirmed = Confirmation::Compiled}});
    ::raise(SIGKILL);
    return Outcome{};
  });
  EXPECT_EQ(outcome.verdict, Verdict::False);
  ASSERT_EQ(outcome.targets.size(), 2u);
  EXPECT_EQ(outcome.targets[0].target, target);
  EXPECT_EQ(outcome.targets[1].state, TargetState::Unreachable);
  ASSERT_TRUE(outcome.counterexample);
  EXPECT_EQ(outcome.counterexample->target, target);
  EXPECT_EQ(listener.statuses.size(), 2u);
}

TEST_F(IsolatedTest, AnActorThatHonoursTheRequestAnswersInTime) {
  Limits limits;
  limits.wall = std::chrono::milliseconds(500);
  const Outcome outcome = run(
      [](Monitor& monitor) {
        while (!monitor.should_stop()) {
        }
        Outcome result;
        result.reason = "stopped by itself";
        return result;
      },
      limits);
  EXPECT_EQ(outcome.reason, "stopped by itself");
}

TEST_F(IsolatedTest, MemoryIsWatched) {
  Limits limits;
  limits.memory = 100'000'000;
  const Outcome outcome = run(
      [](Monitor&) -> Outcome {
        for (std::vector<char> hoard;;) hoard.resize(hoard.size() + 1'000'000, 'x');
      },
      limits);
  EXPECT_EQ(outcome.reason, "memory limit");
}

TEST_F(IsolatedTest, SeveralRunAtOnceAndOneIsStopped) {
  FakeActor waits([](Monitor& monitor) {
    while (!monitor.should_stop()) ::usleep(1000);
    Outcome result;
    result.reason = "asked to stop";
    return result;
  });
  FakeActor answers([](Monitor&) {
    Outcome result;
    result.verdict = Verdict::True;
    return result;
  });
  const Task task{program, default_property(), {}};
  Isolated first(waits, task, listener), second(answers, task, listener);
  while (second.wait(std::chrono::milliseconds(10)) == Isolated::State::Running)
    EXPECT_EQ(first.wait(std::chrono::milliseconds(0)), Isolated::State::Running);
  EXPECT_EQ(second.collect_outcome().verdict, Verdict::True);
  first.stop();
  while (first.wait(std::chrono::milliseconds(10)) == Isolated::State::Running) {
  }
  EXPECT_EQ(first.collect_outcome().reason, "asked to stop");
}

TEST_F(IsolatedTest, TemporaryFilesOfTheActorAreRemoved) {
  const TempDir folder;
  const std::filesystem::path root = folder.path() / "root";
  std::filesystem::create_directory(root);
  const std::string before = std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp";
  ::setenv("TMPDIR", root.c_str(), 1);
  const Outcome outcome = run(
      [](Monitor&) -> Outcome {
        const TempDir aside;
        write_text_file(aside.path() / "log", "something");
        for (;;) ::pause();
      },
      {.wall = std::chrono::milliseconds(300)});
  ::setenv("TMPDIR", before.c_str(), 1);
  EXPECT_EQ(outcome.reason, "time limit");
  EXPECT_TRUE(std::filesystem::is_empty(root));
}

TEST_F(IsolatedTest, ProcessesOfTheActorAreEnded) {
  const TempDir folder;
  const std::filesystem::path file = folder.path() / "id";
  run([&](Monitor&) -> Outcome {
    if (::fork() == 0) {
      ::setsid();
      write_text_file(file, std::to_string(::getpid()));
      ::sleep(1000);
    }
    while (!std::filesystem::exists(file)) ::usleep(1000);
    return {};
  });
  EXPECT_NE(::kill(static_cast<pid_t>(std::stol(read_text_file(file))), 0), 0);
}

// What is known survives the actor.

class ConditionTest : public IsolatedTest {
protected:
  exchange::Gia known(exchange::Accept accept) {
    return exchange::gia_of_everything(accept, exchange::gia_header(program, default_property(), "test"));
  }
  static exchange::Accept start_of(const Outcome& outcome) {
    return outcome.gia ? outcome.gia->states()[outcome.gia->initial()].accept : exchange::Accept::Nothing;
  }
};

TEST_F(ConditionTest, AKilledActorLeavesItsLastCheckpoint) {
  const Outcome outcome = run([&](Monitor& monitor) {
    monitor.checkpoint(known(exchange::Accept::Unreachable));
    ::raise(SIGKILL);
    return Outcome();
  });
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(start_of(outcome), exchange::Accept::Unreachable);
}

TEST_F(ConditionTest, BeforeTheFirstCheckpointEverythingIsOpen) {
  const Outcome outcome = run([](Monitor&) {
    ::raise(SIGKILL);
    return Outcome();
  });
  EXPECT_EQ(start_of(outcome), exchange::Accept::Candidate);
}

TEST_F(ConditionTest, AVerdictWithoutAnAutomatonGetsOne) {
  const Outcome proved = run([](Monitor&) {
    Outcome outcome;
    outcome.verdict = Verdict::True;
    return outcome;
  });
  EXPECT_EQ(start_of(proved), exchange::Accept::Unreachable);
  const Outcome undecided = run([](Monitor&) { return Outcome(); });
  EXPECT_EQ(start_of(undecided), exchange::Accept::Candidate);
}

TEST_F(ConditionTest, TheFileIsWrittenWhereRequested) {
  const TempDir folder;
  const std::filesystem::path file = folder.path() / "out.gia";
  FakeActor actor([&](Monitor&) {
    Outcome outcome;
    outcome.gia = known(exchange::Accept::Unreachable);
    return outcome;
  });
  run_isolated(actor, Task{program, default_property(), {}}, listener, file);
  EXPECT_EQ(exchange::read_gia(file, &program).states()[0].accept, exchange::Accept::Unreachable);
}

TEST_F(ConditionTest, CheckpointsAreRequestedRegularly) {
  const Outcome outcome = run([](Monitor& monitor) {
    EXPECT_FALSE(monitor.wants_checkpoint());
    Outcome result;
    for (std::uint64_t i = 0; i < 100'000'000 && result.statistics.empty(); ++i) // only CPU time counts
      if (monitor.wants_checkpoint()) result.statistics["asked"] = 1;
    return result;
  });
  EXPECT_EQ(outcome.statistics.count("asked"), 1u);
}

} // namespace
} // namespace tandem::task
