// tandem vc: verification conditions of a bounded program by several methods, measured and proved. Rows are printed as
// they are known; when a limit strikes, those that are there stay.
#include "cli/commands/all.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "cli/commands/vc_monitor.h"
#include "cli/commands/vc_options.h"
#include "cli/commands/vc_study.h"
#include "cli/common/command_line.h"
#include "cli/common/result_files.h"
#include "program/model/not_understood.h"
#include "task/isolated.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace tandem::cli::commands {
namespace {

using vcgen::AssertionReport;
using vcgen::ClaimVerdict;
using vcgen::Measurement;

std::string count(double value) {
  return std::isfinite(value) && value < 1e12 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string summary(const Measurement& row) {
  if (!row.problem.empty()) return row.problem;
  std::string result;
  for (const ClaimVerdict verdict :
       {ClaimVerdict::Holds, ClaimVerdict::Fails, ClaimVerdict::Unknown, ClaimVerdict::Open}) {
    const auto number = std::count_if(row.assertions.begin(), row.assertions.end(),
                                      [&](const AssertionReport& a) { return a.verdict == verdict; });
    if (number > 0) result += fmt::format("{}{} {}", result.empty() ? "" : ", ", number, vcgen::name(verdict));
  }
  return result.empty() ? "no assertions" : result;
}

// Prints what the actor reports, and keeps it.
class Collector : public VcMonitor {
public:
  explicit Collector(bool several_solvers) : several_solvers_(several_solvers) {}

  std::optional<vcgen::Refusal> refused;
  std::optional<vcgen::UnwoundReport> unwound;
  std::optional<vcgen::ChoiceReport> chosen;
  std::vector<Measurement> rows;

private:
  void receive(const vcgen::Refusal& refusal) override { refused = refusal; }

  void receive(const vcgen::UnwoundReport& report) override {
    unwound = report;
    fmt::print("Unwound in {:.3f} s: {} blocks, {} statements, {} asserts\n", report.seconds, report.blocks,
               report.statements, report.asserts);
    std::fflush(stdout);
  }

  void receive(const vcgen::ChoiceReport& choice) override {
    chosen = choice;
    fmt::print("auto: {} ({})\n", choice.series, choice.reason);
    std::fflush(stdout);
  }

  void receive(const Measurement& row) override {
    const std::string solver = several_solvers_ ? fmt::format("{:<12}", row.solver) : "";
    if (rows.empty())
      fmt::print("{:<14}{}{:>8}{:>14}{:>14}{:>12}{:>12}  {}\n", "method", several_solvers_ ? "solver      " : "", "VCs",
                 "DAG nodes", "tree nodes", "generate s", "solve s", "verdict");
    fmt::print("{:<14}{}{:>8}{:>14}{:>14}{:>12.3f}{:>12.3f}  {}\n", vcgen::series_name(row.method, row.lemmas), solver,
               row.conditions, count(row.dag_nodes), count(row.tree_nodes), row.generate_seconds, row.solve_seconds,
               summary(row));
    std::fflush(stdout);
    rows.push_back(row);
  }

  bool several_solvers_;
};

// Assertions down, methods across.
void print_assertions(const std::vector<Measurement>& rows) {
  std::vector<std::string> positions;
  for (const Measurement& row : rows)
    for (const AssertionReport& assertion : row.assertions)
      if (std::find(positions.begin(), positions.end(), assertion.site) == positions.end())
        positions.push_back(assertion.site);
  for (const std::string& site : positions) {
    std::map<std::string, std::vector<std::string>> by_verdict;
    for (const Measurement& row : rows)
      for (const AssertionReport& assertion : row.assertions) {
        if (assertion.site != site) continue;
        std::string verdict(vcgen::name(assertion.verdict));
        if (!assertion.reason.empty()) verdict += " (" + assertion.reason + ")";
        by_verdict[verdict].push_back(vcgen::series_name(row.method, row.lemmas));
      }
    if (by_verdict.size() == 1) {
      fmt::print("{}: {}\n", site, by_verdict.begin()->first);
      continue;
    }
    for (const auto& [verdict, methods] : by_verdict)
      fmt::print("{}: {} by {}\n", site, verdict, fmt::join(methods, ", "));
  }
}

void write_json(const VcOptions& options, std::uint32_t bound, const Collector& found, const task::Outcome& outcome) {
  if (options.json.empty()) return;
  nlohmann::json json{{"files", options.program.files}, {"bound", bound}, {"theory", options.theory}};
  json["unwound"] = found.unwound ? vcgen::to_json(*found.unwound) : nlohmann::json();
  if (found.chosen) json["auto"] = {{"method", found.chosen->series}, {"reason", found.chosen->reason}};
  json["measurements"] = nlohmann::json::array();
  for (const Measurement& row : found.rows) json["measurements"].push_back(vcgen::to_json(row));
  json["stopped"] = outcome.reason;
  write_text_file(options.json, json.dump(2) + "\n");
}

ExitCode exit_code(const Collector& found, const task::Outcome& outcome) {
  if (std::any_of(found.rows.begin(), found.rows.end(), vcgen::some_fail)) return ExitCode::Reached;
  const bool complete = outcome.reason.empty() && found.unwound && found.unwound->unsupported.empty();
  return complete && std::all_of(found.rows.begin(), found.rows.end(), vcgen::all_hold) ? ExitCode::Done
                                                                                        : ExitCode::Undecided;
}

ExitCode measure(const VcOptions& options) {
  const std::vector<std::uint32_t> bounds = bounds_of(options.unwind);
  if (bounds.size() != 1) throw UsageError("a range of bounds needs --study");
  const Property property = property_of(options);
  const auto actor = vcgen::make_vc_actor(request_of(options, bounds[0]));
  const Program program = load_program(options.program);
  fmt::print("Bound {}, {}\n", bounds[0],
             options.theory == "int" ? "integers without bounds" : "integers as bit-vectors");
  const InterruptGuard guard;
  Collector collector(options.solvers.size() > 1);
  const task::Outcome outcome = task::run_isolated(
      *actor, task::Task{program, understood_property(program, property), options.limits}, collector);
  if (collector.refused) {
    const vcgen::Refusal& what = *collector.refused;
    throw InputError({what.file, what.line, what.column}, what.message);
  }
  print_assertions(collector.rows);
  if (collector.unwound) {
    if (collector.unwound->every_path_is_cut)
      fmt::print(
          "Warning: no execution ends within the bound of {}; what holds is said of their beginnings only, and by cnf "
          "and scnf of nothing. Try a larger --unwind, --unwinding-assertions or --fold-constants\n",
          bounds[0]);
    for (const std::string& assumption : collector.unwound->assumptions) fmt::print("Assumed: {}\n", assumption);
    for (const std::string& construct : collector.unwound->unsupported) fmt::print("Not modelled: {}\n", construct);
    if (collector.unwound->imprecisions > 0)
      fmt::print("Memory was over-approximated in {} places: an assert that fails may be a false alarm\n",
                 collector.unwound->imprecisions);
  }
  if (!outcome.reason.empty()) fmt::print("Stopped: {}\n", outcome.reason);
  write_json(options, bounds[0], collector, outcome);
  return InterruptGuard::interrupted() ? ExitCode::Interrupted : exit_code(collector, outcome);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<VcOptions>();
  add_vc_options(app, *options);
  return [options, &app] {
    options->command = command_line(app);
    return with_output_file(options->json, [&] { return options->study ? vc_study(*options) : measure(*options); });
  };
}

} // namespace

const Command vc_command{
    .name = "vc",
    .summary = "verification conditions of a bounded program, by several methods",
    .details =
        "Unwinds the program to a bound and makes verification conditions from it: se (symbolic execution), sp "
        "(strongest postcondition), cnf (conditional normal form), pcnf (the same with partial contexts), scnf and "
        "pscnf (simplified: assignments are not guarded). With cnf and scnf an assume excuses executions from all "
        "asserts, with the others from those that follow it.\n\n"
        "Counts and sizes are sums over the conditions, the time to solve is the solver's. 'fails' means that a "
        "condition has a counterexample; tandem verify runs it. The verdicts are for executions within the bound.",
    .examples = {{"tandem vc prog.c --method all --unwind 8", "all six methods, side by side"},
                 {"tandem vc prog.c --method sp --lemmas --theory int --emit vcs", "one SMT-LIB file per condition"},
                 {"tandem vc --study a.c b.c --unwind 1..20 --solver z3,sat --out study", "a table and plots"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
