// Tools that misbehave, as small shell scripts: whatever they do, the outcome says what happened, and no process is
// left running.
#include "tool/tool_actor.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "program/model/program_builder.h"
#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"
#include "task/isolated.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tandem::tool {
namespace {

using namespace std::chrono_literals;
using task::Verdict;

Program tiny_program(const std::filesystem::path& file) {
  write_text_file(file, "int main(void) { return 0; }\n");
  auto context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder(context);
  builder.add_file({file.string(), "0"});
  Function& main = builder.declare_function(
      "main", "main", context->types().function(context->types().int_type(), {}, false, true), {});
  builder.begin_body(main, {});
  builder.add_edge(builder.entry(main), builder.exit(main),
                   {.kind = OpKind::Return, .value = &context->integer(context->types().int_type(), 0)}, {});
  return builder.finish(main);
}

// Tells facts, one at each call.
class TellingMonitor : public task::SilentMonitor {
public:
  std::vector<exchange::Fact> received() override {
    if (told.empty()) return {};
    std::vector<exchange::Fact> result{told.back()};
    told.pop_back();
    return result;
  }
  std::vector<exchange::Fact> told; // the last one first
};

class ToolTest : public testing::Test {
protected:
  task::Outcome run(const std::string& script, const std::string& more = "") {
    const std::string definition = R"(name: odd
about: misbehaves
kind: verifier
needs: sh
models: {LP64: []}
files:
  script.sh: |
    )" + script + R"(
commands:
  - run: [sh, script.sh]
    verdict:
      - {output: 'SAFE', says: 'TRUE'}
      - {output: 'ERROR', says: 'FALSE'}
)" + more;
    return run_definition(definition);
  }

  task::Outcome run_definition(const std::string& text) {
    Definition definition = read_definition(YamlValue::read_text(text, "odd.yml"), "odd.yml");
    ToolOptions options;
    options.artifacts = folder.path() / "artifacts";
    options.replay = [this](const Program&, const transform::reduce::Residual*,
                            const std::vector<task::GivenInput>& inputs, std::chrono::milliseconds) {
      given = inputs;
      task::Counterexample found;
      found.remark = "the interpreter does not reach the error";
      if (inputs.size() == 2 && inputs[1].text == "42") {
        found.confirmed = task::Confirmation::Interpreter;
        found.target = program.edges()[0];
      }
      return found;
    };
    options.prove = prove;
    const auto actor = make_tool(std::move(definition), std::move(options));
    task::Task task{program, default_property(), limits};
    return isolated ? task::run_isolated(*actor, task, monitor) : actor->run(task, monitor);
  }

  std::filesystem::path artifact(const std::string& name) const { return folder.path() / "artifacts" / name; }

  TempDir folder;
  Program program = tiny_program(folder.path() / "a.c");
  task::Limits limits;
  TellingMonitor monitor;
  ProveInvariants prove;
  bool isolated = false;
  std::vector<task::GivenInput> given;
};

TEST_F(ToolTest, AProofDependsOnTheTool) {
  const task::Outcome outcome = run("echo SAFE");
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.assumptions, std::vector<std::string>{"the proof is odd's word"});
  ASSERT_EQ(outcome.partners.size(), 1u);
  EXPECT_EQ(outcome.partners[0].partner, "odd");
  ASSERT_EQ(outcome.partners[0].commands.size(), 1u);
  EXPECT_TRUE(outcome.partners[0].commands[0].ends_with("sh script.sh"));
  EXPECT_TRUE(std::filesystem::exists(artifact("program.c")));
}

TEST_F(ToolTest, AnAlarmIsReplayed) {
  const task::Outcome outcome = run("echo ERROR; echo in 7; echo in 42", "inputs: {pattern: 'in ([0-9]+)'}\n");
  EXPECT_EQ(outcome.verdict, Verdict::False);
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ(given[0].text, "7");
}

TEST_F(ToolTest, AFalseAlarmIsNotConfirmed) {
  const task::Outcome outcome = run("echo ERROR; echo in 7; echo in 8", "inputs: {pattern: 'in ([0-9]+)'}\n");
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.reason, "odd says FALSE, but the program, run on its inputs, does not confirm it: the interpreter "
                            "does not reach the error");
}

TEST_F(ToolTest, ABrokenWitnessIsNotATest) {
  const std::string inputs = "inputs: {files: 'witness*.yml', pattern: 'value: ([0-9]+)'}\n";
  EXPECT_EQ(run("echo ERROR; head -c 5000000 /dev/urandom > witness.yml", inputs).verdict, Verdict::Unknown);
  EXPECT_LT(given.size(), 100u); // noise may look like a value now and then
  EXPECT_EQ(run("echo ERROR; rm witness.yml", inputs).reason,
            "odd says FALSE, but the program, run on its inputs, does not confirm it: it left no test");
}

TEST_F(ToolTest, ContradictingAnswersAreUnknown) {
  EXPECT_EQ(run("echo SAFE; echo ERROR").reason, "odd says both TRUE and FALSE");
}

TEST_F(ToolTest, MissingAnswersAndCrashesAreReported) {
  EXPECT_EQ(run("echo thinking; exit 3").reason, "odd ended with exit code 3 and no answer: thinking");
  EXPECT_EQ(run("echo SAFE; kill -SEGV $$").reason, "odd was ended by signal 11 (Segmentation fault)");
}

TEST_F(ToolTest, AMissingToolIsReported) {
  EXPECT_EQ(run_definition("name: odd\nabout: x\nkind: verifier\nneeds: no-such-tool\nmodels: {LP64: []}\ncommands:\n"
                           "  - run: no-such-tool\n    verdict: [{exit: 0, says: 'TRUE'}]\n")
                .reason,
            "odd is not installed (no-such-tool is not on the PATH)");
  EXPECT_EQ(run_definition("name: odd\nabout: x\nkind: verifier\nneeds: sh\nmodels: {LP64: []}\ncommands:\n"
                           "  - run: ./not-there\n    verdict: [{exit: 0, says: 'TRUE'}]\n")
                .reason,
            "odd could not be started (./not-there: No such file or directory)");
}

TEST_F(ToolTest, AHangingToolIsEnded) {
  limits.wall = 900ms;
  EXPECT_EQ(run("echo SAFE; sleep 1000").reason, "odd reached the time limit");
}

TEST_F(ToolTest, AToolThatIgnoresTheRequestToStopIsKilled) {
  limits.wall = 900ms;
  EXPECT_EQ(run("trap '' TERM; while :; do sleep 1; done").reason, "odd reached the time limit");
}

TEST_F(ToolTest, AFloodOfOutputIsTruncated) {
  const task::Outcome outcome = run("head -c 1000000000 /dev/zero; echo; echo SAFE");
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("its output was truncated"), std::string::npos) << outcome.reason;
  EXPECT_LE(std::filesystem::file_size(artifact("log-1.txt")), 64'000'000u);
}

TEST_F(ToolTest, NoProcessIsLeftRunning) {
  isolated = true;
  limits.wall = 20s;
  const task::Outcome outcome = run("(echo 1 > x; exec sleep 1000) & setsid sh -c 'echo $$ > away; exec sleep 1000' &\n"
                                    "    while ! [ -s away ]; do :; done; echo $! > child; echo SAFE");
  EXPECT_EQ(outcome.verdict, Verdict::True);
  for (const char* file : {"away", "child"})
    EXPECT_NE(::kill(static_cast<pid_t>(std::stol(read_text_file(artifact(file)))), 0), 0) << file;
}

TEST_F(ToolTest, ParametersIncreaseUntilThereIsAnAnswer) {
  const std::string definition = R"(name: odd
about: counts
kind: verifier
needs: sh
models: {LP64: []}
parameter: {bound: [1, 2, 3]}
commands:
  - run: [sh, -c, 'echo at {bound}']
    verdict:
      - {output: 'at 2', says: 'TRUE'}
      - {exit: 0, says: next}
)";
  const task::Outcome outcome = run_definition(definition);
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.partners[0].commands.size(), 2u);
  std::string never = definition;
  never.replace(never.find("at 2"), 4, "at 9");
  EXPECT_EQ(run_definition(never).reason, "odd is undecided at bound 3");
}

// An answer that only a program with the invariants gets, which are told when the tool has begun.
TEST_F(ToolTest, ToldInvariantsAreAssumedAndNamed) {
  program = text::read_cfa(R"(
main: int main(void)
  var int x
  main@8:3  L0 -> L1  x = 0
  main@9:7+  L1 -> L2  [x < 10]
  main@9:7-  L1 -> L3  [!(x < 10)]
  main@10:3  L2 -> L1  x = x + 1
  main@11:3  L3 -> L4  reach_error()
  main@12:3  L4 -> exit  return x
void reach_error(void)
)",
                           DataModel::LP64);
  const Location& head = *program.find_edge("main@9:7+")->from;
  const auto told = [&](exchange::FactKind kind, const std::string& condition) {
    const std::vector<exchange::LocationInvariant> conditions{
        {&head, &text::read_condition(text::ExprScope::at(program, head), condition)}};
    exchange::Fact fact = exchange::location_fact(kind, program, conditions, {});
    fact.source = "helper";
    return fact;
  };
  const std::vector<exchange::Fact> facts{told(exchange::FactKind::Invariants, "x <= 1234"),
                                          told(exchange::FactKind::Candidates, "x <= 1234"),
                                          told(exchange::FactKind::Candidates, "x <= 1234")};
  monitor.told = facts;
  const std::string definition = R"(name: odd
about: reads
kind: verifier
needs: sh
models: {LP64: []}
parameter: {bound: [1, 2]}
commands:
  - run: [sh, -c, 'grep -c 1234 program.c && echo SAFE']
    verdict:
      - {output: 'SAFE', says: 'TRUE'}
      - {exit: 1, says: next}
)";
  const task::Outcome outcome = run_definition(definition);
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  EXPECT_EQ(outcome.partners[0].commands.size(), 2u); // a candidate is not assumed
  EXPECT_EQ(outcome.trusts, std::vector<std::string>{"helper"});
  EXPECT_EQ(run_definition(definition).verdict, Verdict::Unknown); // nothing is told any more
  monitor.told = facts;
  prove = [](const task::Task&, const auto& candidates, task::Monitor&) { return candidates; };
  EXPECT_EQ(run_definition(definition).learnt_from, std::vector<std::string>{"helper"});
  monitor.told = facts;
  prove = [](const task::Task&, const auto&, task::Monitor&) { return std::vector<exchange::LocationInvariant>(); };
  EXPECT_EQ(run_definition(definition).verdict, Verdict::Unknown);
}

} // namespace
} // namespace tandem::tool
