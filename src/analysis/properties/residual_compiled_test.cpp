// Property-based test: residual programs written as C and compiled by gcc and clang behave as in the interpreter: they
// return the same value, reach the error, abort, or read one more input.
#include "analysis/properties/random_residual_for_test.h"
#include "base/core/temp_dir.h"
#include "base/process/process.h"
#include "program/cwriter/c_writer.h"
#include "program/model/compile_for_test.h"
#include "transform/reduce/reduce.h"

#include <gtest/gtest.h>

namespace tandem::analysis::properties {
namespace {

using semantics::interpreter::End;

constexpr std::string_view environment = R"(
extern char* getenv(const char*);
extern void _exit(int);
int __VERIFIER_nondet_int(void) {
  static const char* at;
  if (at == 0) at = getenv("INPUTS");
  if (*at == 0) _exit(77);
  return *at++ - '0';
}
void __VERIFIER_assume(int condition) { if (!condition) _exit(78); }
int reach_error(void) { _exit(107); return 0; }
)";

// The exit code; nullopt for undefined behaviour and for runs that do not terminate.
std::optional<int> expected_code(const semantics::interpreter::RunResult& run) {
  switch (run.end) {
  case End::Returned: return run.exit_code;
  case End::Abort: return 134;
  case End::ErrorCall: return 107;
  case End::InputsExhausted: return 77;
  case End::AssumeViolated: return 78;
  case End::Exit:
  case End::AssertFailed:
  case End::Endless:
  case End::Fault:
  case End::StepLimit:
  case End::TimeLimit:
  case End::MemoryLimit: return std::nullopt;
  }
  return std::nullopt;
}

class ResidualCompiled : public testing::Test {
protected:
  void SetUp() override {
    for (const char* compiler : {"gcc", "clang-19"})
      if (process::find_program(compiler)) compilers.emplace_back(compiler);
    if (compilers.empty()) GTEST_SKIP() << "no compiler is installed";
  }

  void check(const Program& residual, const std::vector<Execution>& executions) {
    const std::string text = cwriter::write_c(residual).text;
    ASSERT_EQ(compile_errors(text, DataModel::ILP32), "") << text;
    semantics::interpreter::Executable executable(residual);
    for (const std::string& compiler : compilers) {
      const std::string program = (folder.path() / compiler).string();
      const process::ProcessResult compiled = process::run_process(
          {.words = {compiler, "-std=gnu17", "-w", "-O1", "-fwrapv", "-o", program, "-x", "c", "-"},
           .input = text + std::string(environment)});
      ASSERT_TRUE(compiled.succeeded()) << compiled.errors << text;
      for (const Execution& execution : executions) compare(executable, program, execution.inputs, text);
    }
  }

  std::vector<std::string> compilers;
  TempDir folder{"residual"};
  std::size_t compared = 0;

private:
  void compare(semantics::interpreter::Executable& executable, const std::string& program,
               const std::vector<int>& inputs, const std::string& text) {
    const std::optional<int> wanted = expected_code(execute(executable, inputs, 20 * longest));
    if (!wanted) return;
    std::string digits;
    for (const int input : inputs) digits += std::to_string(input);
    const process::ProcessResult run = process::run_process(
        {.words = {program}, .wall_limit = std::chrono::seconds(10), .environment = {{"INPUTS", digits}}});
    const int code = run.end == process::ProcessResult::End::Signalled ? 128 + run.code : run.code;
    EXPECT_EQ(code & 255, *wanted & 255) << "inputs " << digits << "\n" << text;
    ++compared;
  }
};

TEST_F(ResidualCompiled, BehavesAsTheInterpreterSays) {
  for (std::uint32_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = RandomProgram(1000 + seed).finish();
    std::vector<Execution> executions = all_executions(program);
    std::vector<std::vector<const Edge*>> traces;
    for (const Execution& execution : executions) traces.push_back(execution.run.trace);
    const exchange::Gia gia = RandomAutomaton(program, traces, seed).finish();
    if (executions.size() > 12) executions.resize(12);
    for (const transform::reduce::ReduceMethod method :
         {transform::reduce::ReduceMethod::Unfold, transform::reduce::ReduceMethod::Fold,
          transform::reduce::ReduceMethod::Monitor})
      check(transform::reduce::reduce(program, gia, {.method = method}).program, executions);
  }
  EXPECT_GT(compared, 60U);
}

} // namespace
} // namespace tandem::analysis::properties
