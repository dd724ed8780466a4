#include "cli/commands/vc_study.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "base/core/timestamp.h"
#include "bench/results/campaign.h"
#include "cli/commands/vc_monitor.h"
#include "cli/common/version.h"
#include "program/model/not_understood.h"
#include "report/page/vc_page.h"
#include "report/plot/plot.h"
#include "task/isolated.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>

namespace tandem::cli::commands {
namespace {

using vcgen::Experiment;
using vcgen::Measurement;

struct Row {
  std::string program; // without folder and ending
  std::uint32_t bound = 0;
  std::string series, solver;
  double unwind_seconds = 0;
  Measurement measured;
  double least_seconds = 0, most_seconds = 0; // to solve, over the repetitions
  bool every_path_is_cut = false;
  std::string stopped; // not empty: a limit, or a method that gave up
  bool solved() const { return stopped.empty(); }
};

// Keeps the one measurement of a run.
class Recorder : public VcMonitor {
public:
  double unwind_seconds = 0;
  bool every_path_is_cut = false;
  std::optional<Measurement> measured;

private:
  void receive(const vcgen::Refusal& refusal) override {
    throw InputError({refusal.file, refusal.line, refusal.column}, refusal.message);
  }
  void receive(const vcgen::UnwoundReport& report) override {
    unwind_seconds = report.seconds;
    every_path_is_cut = report.every_path_is_cut;
  }
  void receive(const Measurement& row) override { measured = row; }
};

std::string verdict(const Row& row) {
  if (!row.solved()) return row.stopped;
  if (vcgen::some_fail(row.measured)) return "fails";
  if (!vcgen::all_hold(row.measured)) return "unknown";
  return row.every_path_is_cut ? "holds; no execution ends within the bound" : "holds";
}

std::string csv(const std::vector<Row>& rows, const std::string& theory) {
  std::string text = "program,bound,theory,method,lemmas,solver,conditions,dag_nodes,tree_nodes,unwind_s,generate_s,"
                     "solve_s,verdict,least_s,most_s\n";
  for (const Row& row : rows) {
    std::string outcome = verdict(row);
    std::replace(outcome.begin(), outcome.end(), ',', ';');
    const Measurement& m = row.measured;
    text += fmt::format("{},{},{},{},{},{},{},{:.0f},{:.0f},{:.4f},{:.4f},{:.4f},{},{:.4f},{:.4f}\n", row.program,
                        row.bound, theory, vcgen::name(m.method), m.lemmas == vcgen::Lemmas::On ? 1 : 0, row.solver,
                        m.conditions, m.dag_nodes, m.tree_nodes, row.unwind_seconds, m.generate_seconds,
                        m.solve_seconds, outcome, row.least_seconds, row.most_seconds);
  }
  return text;
}

Row run_one(const Program& program, const Property& property, const task::Limits& limits, vcgen::VcRequest request) {
  const Experiment experiment = request.experiments.front();
  Recorder recorder;
  const auto actor = vcgen::make_vc_actor(std::move(request));
  const task::Outcome outcome =
      task::run_isolated(*actor, task::Task{program, understood_property(program, property), limits}, recorder);
  Row row;
  row.series = vcgen::series_name(experiment.method, experiment.lemmas);
  row.solver = experiment.solver;
  row.unwind_seconds = recorder.unwind_seconds;
  row.every_path_is_cut = recorder.every_path_is_cut;
  row.measured.method = experiment.method;
  row.measured.lemmas = experiment.lemmas;
  if (recorder.measured) row.measured = *recorder.measured;
  row.stopped = recorder.measured ? recorder.measured->problem : outcome.reason;
  row.least_seconds = row.most_seconds = row.measured.solve_seconds;
  return row;
}

// The one with the median time; where one of them is given up, that is the answer.
Row median_of(std::vector<Row> rows) {
  for (const Row& row : rows)
    if (!row.solved()) return row;
  std::ranges::sort(rows, {}, [](const Row& row) { return row.measured.solve_seconds; });
  Row result = rows[rows.size() / 2];
  result.least_seconds = rows.front().measured.solve_seconds;
  result.most_seconds = rows.back().measured.solve_seconds;
  return result;
}

// Distinct values in order of appearance.
template <typename Get> std::vector<std::string> distinct(const std::vector<Row>& rows, const Get& get) {
  std::vector<std::string> result;
  for (const Row& row : rows)
    if (std::find(result.begin(), result.end(), get(row)) == result.end()) result.push_back(get(row));
  return result;
}

double time_of(const Row& row) { return std::max(row.measured.solve_seconds, 1e-4); }

struct Quantity {
  std::string file, label;
  report::Scale scale;
  double (*value)(const Row& row);
};

const Quantity time_quantity{"time", "time to solve (s)", report::Scale::Logarithmic, time_of};
const Quantity tree_quantity{"tree", "size (tree nodes)", report::Scale::Logarithmic,
                             [](const Row& row) { return row.measured.tree_nodes; }};
const Quantity dag_quantity{"dag", "size (DAG nodes)", report::Scale::Logarithmic,
                            [](const Row& row) { return row.measured.dag_nodes; }};

// One line for each method: the paper's Figures 5 and 7.
report::LinePlot over_bounds(const std::vector<Row>& rows, const std::string& program, const std::string& solver,
                             const Quantity& quantity) {
  report::LinePlot plot{.title = fmt::format("{}, {}", program, solver),
                        .x = {"unwinding bound"},
                        .y = {quantity.label, quantity.scale},
                        .series = {}};
  for (const std::string& series : distinct(rows, [](const Row& row) { return row.series; })) {
    report::Series line{series, {}};
    for (const Row& row : rows)
      if (row.program == program && row.solver == solver && row.series == series && row.solved())
        line.points.push_back({static_cast<double>(row.bound), quantity.value(row)});
    plot.series.push_back(std::move(line));
  }
  return plot;
}

// The paper's Figures 6 and 8, and their counterpart for solvers: groups of bars at the largest bound.
report::BarPlot bars(const std::vector<Row>& rows, const std::string& title,
                     const std::function<bool(const Row&)>& included,
                     const std::function<std::string(const Row&)>& group,
                     const std::function<std::string(const Row&)>& bar) {
  std::vector<Row> kept;
  for (const Row& row : rows)
    if (included(row)) kept.push_back(row);
  report::BarPlot plot{
      .title = title, .y = {time_quantity.label, time_quantity.scale}, .bars = distinct(kept, bar), .groups = {}};
  for (const std::string& name : distinct(kept, group)) {
    report::BarGroup made{name, std::vector<std::optional<double>>(plot.bars.size())};
    for (const Row& row : kept)
      for (std::size_t i = 0; i < plot.bars.size(); ++i)
        if (group(row) == name && bar(row) == plot.bars[i] && row.solved()) made.values[i] = time_of(row);
    plot.groups.push_back(std::move(made));
  }
  return plot;
}

class Study {
public:
  explicit Study(const VcOptions& options)
      : options_(options), bounds_(bounds_of(options.unwind)), limits_(options.limits), property_(property_of(options)),
        folder_(options.out) {
    if (!options_.emit.empty() || !options_.json.empty())
      throw UsageError("--emit and --json do not go with --study, which writes a table to --out");
    if (options_.methods == std::vector<std::string>{"auto"}) options_.methods = {"all"};
    if (request_of(options_, 1).automatic) throw UsageError("--study compares methods; auto is none of its own");
    if (options_.program.files.empty()) throw UsageError("FILE is required");
  }

  void run() {
    std::filesystem::create_directories(folder_);
    for (const std::string& file : options_.program.files) {
      sweep(file);
      write_text_file(folder_ / "study.csv", csv(rows_, options_.theory)); // what is known outlives what follows
    }
    draw();
    write_page();
  }

private:
  void sweep(const std::string& file) {
    ProgramOptions one = options_.program;
    one.files = {file};
    const Program program = load_program(one);
    std::set<std::string> given_up;
    for (const std::uint32_t bound : bounds_) {
      const vcgen::VcRequest all = request_of(options_, bound);
      for (const Experiment& experiment : all.experiments) {
        const std::string key = vcgen::series_name(experiment.method, experiment.lemmas) + " " + experiment.solver;
        if (InterruptGuard::interrupted()) return; // with a table of what there is
        if (given_up.contains(key)) continue;      // a larger bound will not be easier
        const vcgen::VcRequest single{.bounded = all.bounded, .experiments = {experiment}, .automatic = {}};
        std::vector<Row> repeated;
        while (repeated.size() < options_.repeat && (repeated.empty() || repeated.back().solved()))
          repeated.push_back(run_one(program, property_, limits_, single));
        Row row = median_of(std::move(repeated));
        row.program = std::filesystem::path(file).stem().string();
        row.bound = bound;
        fmt::print(stderr, "{} bound {} {}: {:.3f} s, {}\n", row.program, bound, key, row.measured.solve_seconds,
                   verdict(row));
        if (!row.solved()) given_up.insert(key);
        rows_.push_back(std::move(row));
      }
    }
  }

  void draw() {
    const auto programs = distinct(rows_, [](const Row& row) { return row.program; });
    const auto solvers = distinct(rows_, [](const Row& row) { return row.solver; });
    for (const std::string& program : programs) {
      for (const std::string& solver : solvers)
        write(fmt::format("{}-{}-{}", program, time_quantity.file, solver),
              report::svg(over_bounds(rows_, program, solver, time_quantity)));
      for (const Quantity& quantity : {tree_quantity, dag_quantity})
        write(fmt::format("{}-{}", program, quantity.file),
              report::svg(over_bounds(rows_, program, solvers[0], quantity)));
      if (solvers.size() > 1)
        write(program + "-solvers",
              report::svg(bars(
                  rows_, fmt::format("{} at bound {}", program, bounds_.back()),
                  [&](const Row& row) { return row.program == program && row.bound == bounds_.back(); },
                  [](const Row& row) { return row.series; }, [](const Row& row) { return row.solver; })));
    }
    for (const std::string& solver : solvers)
      write("programs-" + solver,
            report::svg(bars(
                rows_, fmt::format("all programs at bound {}, {}", bounds_.back(), solver),
                [&](const Row& row) { return row.solver == solver && row.bound == bounds_.back(); },
                [](const Row& row) { return row.program; }, [](const Row& row) { return row.series; })));
  }

  void write_page() {
    report::page::VcStudyReport page{.theory = options_.theory,
                                     .command = options_.command,
                                     .version = version_with_commit(),
                                     .machine = bench::text(bench::this_machine()),
                                     .date = timestamp(std::chrono::system_clock::now()),
                                     .repeat = options_.repeat};
    for (const Row& row : rows_)
      page.rows.push_back({.program = row.program,
                           .method = row.series,
                           .solver = row.solver,
                           .verdict = verdict(row),
                           .bound = row.bound,
                           .conditions = static_cast<double>(row.measured.conditions),
                           .dag_nodes = row.measured.dag_nodes,
                           .tree_nodes = row.measured.tree_nodes,
                           .generate_seconds = row.measured.generate_seconds,
                           .solve_seconds = row.measured.solve_seconds,
                           .least_seconds = row.least_seconds,
                           .most_seconds = row.most_seconds,
                           .is_solved = row.solved()});
    write_text_file(folder_ / "index.html", report::page::html(report::page::vc_page(page)));
  }

  void write(const std::string& stem, const std::string& text) { write_text_file(folder_ / (stem + ".svg"), text); }

  VcOptions options_;
  std::vector<std::uint32_t> bounds_;
  task::Limits limits_;
  Property property_;
  std::filesystem::path folder_;
  std::vector<Row> rows_;
};

} // namespace

ExitCode vc_study(const VcOptions& options) {
  const InterruptGuard guard;
  Study(options).run();
  if (InterruptGuard::interrupted()) return ExitCode::Interrupted;
  fmt::print("{}: study.csv, plots, and index.html for a browser\n", options.out);
  return ExitCode::Done;
}

} // namespace tandem::cli::commands
