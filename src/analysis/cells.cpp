#include "analysis/cells.h"

#include "analysis/bmc.h"
#include "analysis/cell_program.h"
#include "analysis/sample_inputs.h"
#include "analysis/without_checkpoints.h"

#include <fmt/format.h>

namespace tandem::analysis {

namespace {

class Cells : public task::Actor {
public:
  explicit Cells(CellsOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "cells"; }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    task::Outcome outcome;
    const std::optional<CellProgram> cells = make_cell_program(task.program, task.property);
    if (!cells) {
      outcome.reason = "no array is used by its elements only";
      return outcome;
    }
    monitor.progress(fmt::format("{} arrays as single cells", cells->arrays));
    // What is not inductive after a few rounds needs another idea, not more rounds.
    constexpr std::uint32_t most_rounds = 3;
    BmcOptions options;
    options.proof = Proof::ByInduction;
    options.last_bound = most_rounds;
    options.forced_rounds = 0; // arrays are long
    options.long_runs = SampleInputs::kinds;
    options.solver = options_.solver;
    WithoutCheckpoints quiet(monitor);
    const task::Outcome found = make_bmc(options, {})->run({cells->program, task.property, task.limits}, quiet);
    outcome.statistics["arrays"] = static_cast<double>(cells->arrays);
    outcome.assumptions = found.assumptions;
    outcome.verdict = found.verdict;
    if (found.verdict == task::Verdict::True)
      outcome.assumptions.push_back("indices of arrays stay inside them");
    else
      outcome.reason = "no proof from single cells of arrays";
    return outcome;
  }

private:
  CellsOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_cells(CellsOptions options) { return std::make_unique<Cells>(std::move(options)); }

} // namespace tandem::analysis
