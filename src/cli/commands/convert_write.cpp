#include "cli/commands/convert_write.h"

#include "analysis/confirm/replay.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "cli/common/command.h"
#include "cli/common/drawing.h"
#include "exchange/formats/condition_gia.h"
#include "exchange/formats/gia_views.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "exchange/witness/correctness_witness.h"
#include "exchange/witness/graphml_invariants.h"
#include "exchange/witness/graphml_violation.h"
#include "exchange/witness/violation_witness.h"
#include "task/testcase.h"
#include "testing/runs/gia_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace tandem::cli::commands {
namespace {

using exchange::Accept;
using exchange::Gia;

// What the format has no room for.
std::vector<std::string> lost_claims(const Gia& gia, std::initializer_list<Accept> lost, std::string_view where) {
  std::vector<std::string> result;
  for (const Accept accept : lost) {
    const auto count = std::ranges::count(gia.states(), accept, &Gia::State::accept);
    if (count > 0)
      result.push_back(fmt::format("{} has no place for {}: {} states are not carried over", where,
                                   exchange::formats::name(accept), count));
  }
  return result;
}

Written write_tests(const Gia& gia, const ConvertOutput& output) {
  const auto aim = output.about_goals ? testing::TestAim::FollowPath : testing::TestAim::ReachTarget;
  testing::GiaTests found = testing::find_tests(*output.program, gia, output.property, output.query, {.aim = aim});
  Written result{true, lost_claims(gia, {Accept::Unreachable}, "a test suite")};
  result.dropped.insert(result.dropped.end(), found.dropped.begin(), found.dropped.end());
  std::vector<std::string> cases;
  for (testing::GiaTest& test : found.tests) {
    task::Counterexample inputs;
    inputs.inputs = std::move(test.inputs);
    cases.push_back(task::test_case_xml(*output.program, inputs,
                                        test.reaches_target ? task::CoversError::Yes : task::CoversError::No));
  }
  result.anything = !cases.empty();
  if (!result.anything) return result;
  const std::string specification =
      output.about_goals ? gia.header().property : task::error_call_specification(output.property);
  task::write_suite(
      output.path, *output.program,
      {.producer = "tandem " TANDEM_VERSION, .specification = specification, .time = std::chrono::system_clock::now()},
      cases);
  return result;
}

struct FoundExecution {
  std::optional<task::Counterexample> execution;
  std::vector<std::string> dropped;
};

// An execution along a path of the automaton that the interpreter has seen reach the error.
FoundExecution find_execution(const Gia& gia, const ConvertOutput& output) {
  testing::GiaTests found = testing::find_tests(*output.program, gia, output.property, output.query, {});
  FoundExecution result{std::nullopt, std::move(found.dropped)};
  if (found.tests.empty()) return result;
  const auto best = std::ranges::find(found.tests, Accept::Reached, &testing::GiaTest::claim);
  const testing::GiaTest& test = best != found.tests.end() ? *best : found.tests.front();
  if (found.tests.size() > 1)
    result.dropped.push_back(fmt::format(
        "a violation witness has room for one execution: {} others are not carried over", found.tests.size() - 1));
  std::vector<task::GivenInput> given;
  for (const std::string& text : test.texts) given.push_back({text, task::Notation::Value});
  task::Counterexample replayed = analysis::confirm::replay(
      *output.program, nullptr, given,
      {.property = output.property, .compiled_check = analysis::confirm::CompiledCheck::Skip});
  if (replayed.confirmed != task::Confirmation::None && replayed.target != nullptr)
    result.execution = std::move(replayed);
  return result;
}

Written write_violation(const Gia& gia, const ConvertOutput& output) {
  Written result{true, lost_claims(gia, {Accept::Unreachable}, "a violation witness")};
  const FoundExecution found = find_execution(gia, output);
  result.dropped.insert(result.dropped.end(), found.dropped.begin(), found.dropped.end());
  result.anything = found.execution.has_value();
  if (!result.anything) return result;
  const exchange::witness::Execution execution{found.execution->path, found.execution->written,
                                               found.execution->target};
  const std::string producer = "tandem " TANDEM_VERSION;
  write_text_file(output.path,
                  output.format == Format::Yaml
                      ? exchange::witness::violation_witness(*output.program, output.property, execution,
                                                             exchange::witness::new_witness_metadata(TANDEM_VERSION))
                      : exchange::witness::graphml_text(exchange::witness::graphml_of_execution(
                            *output.program, output.property, execution, producer, std::chrono::system_clock::now())));
  return result;
}

// Of a program that is said to be correct as a whole, or of invariants.
Written write_correctness(const Gia& gia, const ConvertOutput& output) {
  const bool all_verified = gia.states()[gia.initial()].accept == Accept::Unreachable;
  const auto verified = std::ranges::count(gia.states(), Accept::Unreachable, &Gia::State::accept);
  Written result;
  if (!all_verified) result.dropped = lost_claims(gia, {Accept::Unreachable}, "a correctness witness");
  // On the way to ut an invariant says when the claim holds, not that it always does.
  const bool are_claims = verified == 0;
  if (!are_claims && std::ranges::any_of(gia.states(), [](const Gia::State& s) { return s.invariant != Gia::no_text; }))
    result.dropped.push_back("invariants of an automaton with ut states are conditions of these, no claims");
  const std::vector<exchange::LocationInvariant> known =
      are_claims ? exchange::invariants_of(*output.program, gia) : std::vector<exchange::LocationInvariant>();
  const std::vector<exchange::witness::WitnessInvariant> invariants =
      exchange::witness::witness_invariants(*output.program, known);
  std::set<std::pair<std::uint32_t, std::uint32_t>> positions;
  for (const exchange::witness::WitnessInvariant& each : invariants)
    positions.emplace(each.location.line, each.location.column);
  if (positions.size() < known.size())
    result.dropped.push_back(
        fmt::format("of {} locations with invariants, {} have a place in the source", known.size(), positions.size()));
  result.anything = all_verified || !invariants.empty();
  if (!result.anything) return result;
  if (output.format == Format::Yaml) {
    write_text_file(output.path,
                    exchange::witness::correctness_witness(*output.program, output.property, invariants,
                                                           exchange::witness::new_witness_metadata(TANDEM_VERSION)));
    return result;
  }
  const exchange::witness::GraphmlInvariants made = exchange::witness::graphml_of_invariants(
      *output.program, output.property, invariants, "tandem " TANDEM_VERSION, std::chrono::system_clock::now());
  result.dropped.insert(result.dropped.end(), made.dropped.begin(), made.dropped.end());
  write_text_file(output.path, exchange::witness::graphml_text(made.witness));
  return result;
}

// A witness is about a violation if there are paths that may be one.
Written write_witness(const Gia& gia, const ConvertOutput& output) {
  const bool is_violation = std::ranges::any_of(gia.states(), [](const Gia::State& state) {
    return state.accept == Accept::Reached || state.accept == Accept::Candidate;
  });
  return is_violation ? write_violation(gia, output) : write_correctness(gia, output);
}

Written write_condition(const Gia& gia, const ConvertOutput& output) {
  exchange::formats::WrittenCondition made = exchange::formats::condition_of_gia(gia, *output.program);
  Written result{true, lost_claims(gia, {Accept::Reached, Accept::Candidate}, "a condition automaton")};
  result.dropped.insert(result.dropped.end(), made.dropped.begin(), made.dropped.end());
  write_text_file(output.path, exchange::formats::condition_automaton_text(made.automaton));
  return result;
}

Written write_plain(const std::string& path, const std::string& text) {
  write_text_file(path, text);
  return {};
}

Written write_automaton(const std::string& path, const Gia& gia) {
  exchange::write_gia(path, gia);
  return {};
}

} // namespace

Written write_converted(const Gia& gia, const ConvertOutput& output) {
  const bool needs_program = output.format == Format::Yaml || output.format == Format::Graphml ||
                             output.format == Format::Condition || output.format == Format::Suite;
  if (needs_program && output.program == nullptr)
    throw UsageError(fmt::format("--program is needed to write the format '{}'", name(output.format)));
  switch (output.format) {
  case Format::Gia: return write_automaton(output.path, gia);
  case Format::Yaml:
  case Format::Graphml: return write_witness(gia, output);
  case Format::Condition: return write_condition(gia, output);
  case Format::Suite: return write_tests(gia, output);
  case Format::Dot: return write_plain(output.path, exchange::formats::gia_dot(gia));
  case Format::Svg: return write_plain(output.path, svg_of(gia));
  case Format::Json: return write_plain(output.path, exchange::formats::gia_json(gia));
  }
  unreachable();
}

} // namespace tandem::cli::commands
