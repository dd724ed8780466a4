// Properties of conversions, decided by running all executions of small random programs:
//   - The automaton of a test suite is true: rt paths reach an error, ut paths terminate without one; and no test that
//     reaches an error is lost.
//   - A violation witness, written for an execution and read again, has this execution among its candidates, and claims
//     nothing.
//   - A condition automaton, written for an automaton and read again, covers no path that the automaton does not cover.
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "exchange/formats/condition_gia.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/run_gia.h"
#include "exchange/witness/graphml_violation.h"
#include "exchange/witness/violation_witness.h"
#include "frontend/load/load.h"
#include "random_program.h"
#include "semantics/interpreter/run.h"
#include "testing/runs/suite_gia.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

namespace tandem {
namespace {

using exchange::Accept;
using exchange::Coverage;
using exchange::Gia;
using exchange::RunGia;
using exchange::StateId;
using semantics::interpreter::RunResult;

constexpr std::uint64_t programs = 300;

struct Sample {
  explicit Sample(std::uint64_t seed)
      : text(RandomProgram({.seed = seed}).text()), program(load(folder.path() / "program.c", text)) {
    for (int first = RandomProgram::least; first <= RandomProgram::most; ++first)
      for (int second = RandomProgram::least; second <= RandomProgram::most; ++second) {
        const std::vector<std::string> inputs{std::to_string(first), std::to_string(second)};
        semantics::interpreter::Executable executable(program,
                                                      {.values = semantics::interpreter::ValueRecording::Record});
        semantics::TextInputs source(inputs, semantics::Exhaustion::Stop);
        RunResult result = executable.run(source, {.step_limit = 100'000, .trace_limit = 100'000});
        runs.push_back(std::move(result));
        suite.cases.push_back({fmt::format("{}_{}.xml", first, second), inputs});
      }
  }

  static Program load(const std::filesystem::path& file, const std::string& text) {
    write_text_file(file, text);
    return frontend::load({.files = {file}});
  }

  static bool reaches_error(const RunResult& run) { return run.end == semantics::interpreter::End::ErrorCall; }

  // Conditions that conversions generate: "variable == constant", and conjunctions of them.
  static bool holds(const RunResult& run, std::size_t step, const Expr& condition) {
    if (condition.kind() != ExprKind::Binary) return false;
    const Expr &left = condition.operand(0), &right = condition.operand(1);
    if (condition.binary_op() == BinaryOp::LogicalAnd) return holds(run, step, left) && holds(run, step, right);
    if (condition.binary_op() != BinaryOp::Eq || left.kind() != ExprKind::Variable) return false;
    std::optional<UInt128> value;
    for (const WrittenValue& written : run.written) {
      if (written.step >= step) break;
      const Expr* lvalue = written.edge->op.lvalue;
      if (lvalue != nullptr && lvalue->kind() == ExprKind::Variable && &lvalue->variable() == &left.variable())
        value = written.bits;
    }
    return value && right.kind() == ExprKind::Integer && *value == right.bits();
  }

  Coverage coverage(const Gia& gia, const RunResult& run) const {
    RunGia running(program, gia);
    return exchange::covers(
        running, {run.trace, [&](std::size_t step, const Expr& condition) { return holds(run, step, condition); }});
  }

  exchange::GiaHeader header() const { return exchange::gia_header(program, default_property(), "a law"); }

  TempDir folder{"conversion-law"};
  std::string text;
  Program program;
  std::vector<RunResult> runs;
  exchange::formats::TestSuite suite; // a case for each run
};

// Prefixes of some executions, verified or candidates.
Gia random_gia(const Sample& sample, std::mt19937_64& random) {
  exchange::GiaBuilder builder(sample.header());
  builder.add_state(Accept::Nothing);
  std::vector<Accept> accepts{Accept::Nothing};
  std::map<std::pair<StateId, const Edge*>, StateId> known;
  std::vector<std::vector<const Edge*>> paths;
  for (int i = 0; i < 4; ++i) {
    const RunResult& run = sample.runs[random() % sample.runs.size()];
    const std::size_t length = 1 + random() % run.trace.size();
    const Accept end = random() % 3 == 0 ? Accept::Candidate : Accept::Unreachable;
    StateId at = 0;
    for (std::size_t step = 0; step < length && accepts[at] != Accept::Unreachable; ++step) {
      const auto [found, is_new] = known.try_emplace({at, run.trace[step]}, static_cast<StateId>(accepts.size()));
      if (is_new) {
        accepts.push_back(step + 1 == length ? end : Accept::Nothing);
        builder.add_state(accepts.back());
        builder.add_transition(at, builder.label(run.trace[step]->name), found->second);
      }
      at = found->second;
    }
  }
  return std::move(builder).finish();
}

TEST(ConversionProperty, SuitesBecomeTrueClaims) {
  std::size_t errors = 0, ends = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Sample sample(seed);
    std::mt19937_64 random(seed);
    exchange::formats::TestSuite some;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < sample.runs.size(); ++i)
      if (random() % 4 == 0) {
        some.cases.push_back(sample.suite.cases[i]);
        chosen.push_back(i);
      }
    const exchange::witness::ConvertedGia made =
        testing::gia_of_suite(some, sample.program, default_property(), sample.header());
    const Gia gia = exchange::read_gia_text(exchange::gia_text(made.gia), &sample.program);
    for (const RunResult& run : sample.runs) {
      const Coverage covered = sample.coverage(gia, run);
      ASSERT_FALSE(covered.rt && !Sample::reaches_error(run)) << "seed " << seed << "\n" << sample.text;
      ASSERT_FALSE(covered.ut && Sample::reaches_error(run)) << "seed " << seed << "\n" << sample.text;
      ends += covered.ut ? 1 : 0;
    }
    for (const std::size_t i : chosen) {
      if (!Sample::reaches_error(sample.runs[i])) continue;
      ++errors;
      ASSERT_TRUE(sample.coverage(gia, sample.runs[i]).rt) << "seed " << seed << "\n" << sample.text;
    }
  }
  EXPECT_GT(errors, 100u);
  EXPECT_GT(ends, 500u);
}

TEST(ConversionProperty, WitnessesKeepTheirExecution) {
  std::size_t witnesses = 0;
  const Property property = default_property();
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Sample sample(seed);
    int left = 3;
    for (const RunResult& run : sample.runs) {
      if (!Sample::reaches_error(run) || left-- == 0) continue;
      ++witnesses;
      const exchange::witness::Execution execution{run.trace, run.written, run.trace.back()};
      const std::string yaml = exchange::witness::violation_witness(sample.program, property, execution, {});
      const Gia first = exchange::witness::gia_of_violation(exchange::witness::read_witness_text(yaml, "w.yml"),
                                                            sample.program, property, sample.header())
                            .gia;
      EXPECT_EQ(sample.coverage(first, run), (Coverage{.cand = true})) << "seed " << seed << "\n"
                                                                       << yaml << sample.text;
      const std::string graph = exchange::witness::graphml_text(
          exchange::witness::graphml_of_execution(sample.program, property, execution, "a law", {}));
      const Gia second = exchange::witness::gia_of_violation(exchange::witness::read_graphml_text(graph, "w.graphml"),
                                                             sample.program, sample.header())
                             .gia;
      EXPECT_EQ(sample.coverage(second, run), (Coverage{.cand = true})) << "seed " << seed << "\n"
                                                                        << graph << sample.text;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(witnesses, 100u);
}

TEST(ConversionProperty, ConditionAutomataCoverNothingNew) {
  std::size_t kept = 0, before = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Sample sample(seed);
    std::mt19937_64 random(seed);
    const Gia gia = random_gia(sample, random);
    const std::string text =
        exchange::formats::condition_automaton_text(exchange::formats::condition_of_gia(gia, sample.program).automaton);
    const Gia again =
        exchange::formats::gia_of_condition(exchange::formats::read_condition_automaton_text(text, "c.txt"),
                                            sample.program, sample.header())
            .gia;
    for (const RunResult& run : sample.runs) {
      const bool was = sample.coverage(gia, run).ut, is = sample.coverage(again, run).ut;
      ASSERT_FALSE(is && !was) << "seed " << seed << "\n"
                               << sample.text << exchange::gia_text(gia) << text << exchange::gia_text(again);
      before += was ? 1 : 0;
      kept += is ? 1 : 0;
    }
  }
  EXPECT_GT(before, 500u);
  EXPECT_GT(kept * 4, before) << kept << " of " << before << " executions are still covered";
}

} // namespace
} // namespace tandem
