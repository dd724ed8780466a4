// Cell morphing (Monniaux, Gonnord, SAS 2016) as a source-to-source step in front of k-induction, where the paper
// generates Horn clauses: the transformed program has scalars only, so all of the k-induction engine, invariants from
// samples included, applies to it. Long sampling runs are allowed, since loops over arrays are long.

#include "analysis/arrays/cell_morphing.h"

#include "analysis/arrays/cell_program.h"
#include "analysis/bounded/bmc.h"
#include "analysis/invariants/sample_inputs.h"
#include "task/monitors.h"

#include <fmt/format.h>

namespace tandem::analysis::arrays {

namespace {

class CellMorphing : public task::Actor {
public:
  explicit CellMorphing(CellMorphingOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "cell-morphing"; }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    task::Outcome outcome;
    const std::optional<CellProgram> morphed = make_cell_program(task.program, task.property);
    if (!morphed) {
      outcome.reason = "no array is accessed element by element only";
      return outcome;
    }
    monitor.progress(fmt::format("cell morphing of {} arrays", morphed->arrays));
    // What is not k-inductive for small k needs another invariant, not a larger k.
    constexpr std::uint32_t largest_k = 3;
    bounded::BmcOptions options;
    options.proof = bounded::ProofMethod::ByInduction;
    options.last_bound = largest_k;
    options.deterministic_iterations = 0; // arrays are long
    options.long_runs = invariants::SampleInputs::kinds;
    options.solver = options_.solver;
    task::ForwardingMonitor quiet(monitor);
    const task::Outcome found =
        bounded::make_bmc(options, {})->run({morphed->program, task.property, task.limits}, quiet);
    outcome.statistics["arrays"] = static_cast<double>(morphed->arrays);
    outcome.verdict = found.verdict;
    if (found.verdict != task::Verdict::True) outcome.reason = "cell morphing found no proof";
    return outcome;
  }

private:
  CellMorphingOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_cell_morphing(CellMorphingOptions options) {
  return std::make_unique<CellMorphing>(std::move(options));
}

} // namespace tandem::analysis::arrays
