#include "cli/commands/test_report.h"

#include "base/core/text_file.h"
#include "cli/common/version.h"
#include "exchange/gia/gia_file.h"
#include "program/model/not_understood.h"
#include "report/page/test_page.h"
#include "testing/automata/goals_gia.h"
#include "testing/suite/table_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace tandem::cli::commands {
namespace {

using testing::goals::GoalId;
using testing::goals::GoalState;

void print_goals(const testing::suite::TestGeneration& generation, GoalState state, std::string_view title,
                 std::size_t most) {
  std::size_t count = 0;
  for (GoalId id = 0; id < generation.table().goals().size(); ++id) {
    const testing::goals::GoalStatus& status = generation.table().status(id);
    if (status.state != state) continue;
    if (count++ == 0) fmt::print("{}:\n", title);
    if (count > most) continue;
    const testing::goals::Goal& goal = generation.table().goal(id);
    const std::string why = state == GoalState::Covered ? fmt::format(" (test-{}, {})", status.test, status.by)
                            : !status.by.empty()        ? fmt::format(" ({})", status.by)
                            : !status.reason.empty()    ? fmt::format(" ({})", status.reason)
                                                        : "";
    fmt::print("  {}: {}{}\n", generation.program().text(goal.place), goal.text, why);
  }
  if (count > most) fmt::print("  … and {} more; goals.json has all\n", count - most);
}

void write_json(const TestOptions& options, const testing::goals::Selection& selection,
                const testing::suite::TestGeneration& generation, const testing::loop::GenerationResult& result) {
  auto json = nlohmann::ordered_json::parse(testing::suite::table_json(generation, selection));
  json["cpu_seconds"] = result.cpu_seconds;
  json["end"] = result.end;
  json["is_minimum"] = result.is_minimum;
  json["partners"] = nlohmann::ordered_json::array();
  for (const testing::loop::PartnerRecord& partner : result.partners)
    json["partners"].push_back({{"name", partner.name},
                                {"covered", partner.covered},
                                {"unreachable", partner.unreachable},
                                {"cpu_seconds", partner.seconds},
                                {"remark", partner.remark}});
  write_text_file(options.json, json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void write_page(const TestOptions& options, const testing::goals::Selection& selection,
                testing::suite::TestGeneration& generation, const testing::loop::GenerationResult& result) {
  const Resources used = options.meter.measured();
  write_text_file(options.report,
                  report::page::html(report::page::test_page({.generation = generation,
                                                              .selection = selection,
                                                              .result = result,
                                                              .suite = options.out,
                                                              .command = options.command,
                                                              .version = version_with_commit(),
                                                              .wall_seconds = used.wall_seconds,
                                                              .cpu_seconds = used.cpu_seconds,
                                                              .peak_memory = static_cast<double>(used.peak_memory)})));
}

void print_partners(const testing::loop::GenerationResult& result) {
  fmt::print("  partner      covered  unreachable  CPU time\n");
  for (const testing::loop::PartnerRecord& partner : result.partners)
    fmt::print("  {:<12} {:>7}  {:>11}  {:>6.2f} s{}{}\n", partner.name, partner.covered, partner.unreachable,
               partner.seconds, partner.remark.empty() ? "" : "  ", partner.remark);
}

void print_assumptions(const testing::suite::TestGeneration& generation) {
  std::set<std::string> all;
  for (GoalId id = 0; id < generation.table().goals().size(); ++id)
    all.insert(generation.table().status(id).assumptions.begin(), generation.table().status(id).assumptions.end());
  for (const std::string& assumption : all) fmt::print("assumed by the proofs: {}\n", assumption);
}

// Where paths end because what is called there has no meaning for tandem: what follows was not looked at.
std::vector<std::string> ends_of_understanding(const Program& program) {
  std::vector<std::string> result;
  for (const Edge* edge : program.edges())
    if (edge->op.kind == OpKind::Call && edge->op.callee != nullptr && is_not_understood(*edge->op.callee))
      result.push_back(not_understood_text(program, *edge));
  return result;
}

} // namespace

ExitCode report_tests(const TestOptions& options, const testing::goals::Selection& selection,
                      testing::suite::TestGeneration& generation, const testing::loop::GenerationResult& result) {
  const testing::goals::GoalCounts counts = generation.table().counts();
  const std::size_t all = generation.table().goals().size();
  const std::vector<std::string> ends = ends_of_understanding(generation.program());
  if (!options.json.empty()) write_json(options, selection, generation, result);
  if (!options.report.empty()) write_page(options, selection, generation, result);
  if (options.verbosity.chosen() != Verbosity::Quiet) {
    const bool is_verbose = options.verbosity.chosen() == Verbosity::Verbose;
    if (is_verbose) print_goals(generation, GoalState::Covered, "covered", all);
    print_goals(generation, GoalState::Unreachable, "proved unreachable", is_verbose ? all : 20);
    print_goals(generation, GoalState::Open, "open", is_verbose ? all : 20);
    print_assumptions(generation);
    for (const std::string& text : ends) fmt::print("{}; what follows was not looked at\n", text);
    for (const std::string& text : generation.table().contradictions()) fmt::print("contradiction: {}\n", text);
    print_partners(result);
    fmt::print("ended after {:.2f} s of CPU time: {}\n", result.cpu_seconds, result.end);
    fmt::print("{} tests in {}{}\n", generation.tests().size(), options.out,
               options.keep_all          ? " (not minimised)"
               : result.is_minimum       ? " (no suite with fewer covers the same)"
               : generation.is_minimum() ? " (no fewer of those that were found suffice)"
                                         : "");
  }
  fmt::print("Coverage: {:.1f} % ({} of {} {}, {} proved unreachable, {} open)\n",
             all == 0 ? 100.0 : 100.0 * static_cast<double>(counts.covered) / static_cast<double>(all), counts.covered,
             all, testing::goals::name(selection.criterion), counts.unreachable, counts.open);
  if (result.end == "interrupted") return ExitCode::Interrupted;
  if (selection.criterion == testing::goals::Criterion::Error && counts.covered > 0) return ExitCode::Reached;
  return counts.open == 0 && ends.empty() ? ExitCode::Done : ExitCode::Undecided;
}

void write_test_condition(const TestOptions& options, const testing::goals::Selection& selection,
                          const Property& property, const testing::suite::TestGeneration& generation) {
  const Program program = load_program(options.program);
  const testing::automata::GoalsGia made = testing::automata::gia_of_goals(generation, program, selection, property);
  exchange::write_gia(options.condition_out, made.gia);
  if (options.verbosity.chosen() == Verbosity::Quiet) return;
  for (const std::string& text : made.dropped) fmt::print("{}: {}\n", options.condition_out, text);
}

} // namespace tandem::cli::commands
