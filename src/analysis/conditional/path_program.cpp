// The reducer unfolds the program along the condition and keeps what leads to candidates (a path program: Beyer,
// Henzinger, Majumdar, Rybalchenko, PLDI 2007); for single paths it has no loops, and any bounded tool decides it.

#include "analysis/conditional/path_program.h"

#include "analysis/confirm/residual_alarm.h"

#include "exchange/gia/gia_file.h"
#include "task/error_path.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::analysis::conditional {

using task::Outcome;
using task::Verdict;
using transform::reduce::Residual;

namespace {

class PathCheckActor : public task::Actor {
public:
  PathCheckActor(std::function<std::unique_ptr<task::Actor>()> make_verifier, confirm::Confirm confirm)
      : make_verifier_(std::move(make_verifier)), confirm_(std::move(confirm)) {}

  std::string name() const override { return "path-check"; }

  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    const auto is_candidate = [](const auto& state) { return state.accept == exchange::Accept::Candidate; };
    if (task.condition == nullptr || std::ranges::none_of(task.condition->states(), is_candidate))
      return {.reason = "there are no candidates to check"};
    transform::reduce::ReduceOptions options;
    options.method = transform::reduce::ReduceMethod::Unfold;
    options.keep = transform::reduce::Keep::Candidates;
    options.intact.add(task.property.error_functions);
    const Residual paths = transform::reduce::reduce(task.program, *task.condition, options);
    monitor.progress(fmt::format("path program: {} edges", paths.statistics.edges));
    const auto verifier = make_verifier_();
    Outcome outcome = verifier->run({paths.program, task.property, task.limits}, monitor);
    if (outcome.verdict == Verdict::False && outcome.counterexample)
      outcome = confirmed(task, paths, std::move(outcome));
    else if (outcome.verdict == Verdict::True)
      outcome.reason = fmt::format("no candidate path is feasible according to {}", verifier->name());
    if (outcome.verdict != Verdict::False) {
      outcome.verdict = Verdict::Unknown;
      outcome.counterexample.reset();
      outcome.gia = *task.condition;
    }
    for (task::Contribution& partner : outcome.partners) {
      partner.partner = fmt::format("{} with {}", name(), partner.partner);
      partner.verdict = outcome.verdict;
      if (outcome.verdict == Verdict::Unknown) partner.what = outcome.reason;
    }
    outcome.statistics["edges of the path program"] = static_cast<double>(paths.statistics.edges);
    return outcome;
  }

private:
  Outcome confirmed(const task::Task& task, const Residual& paths, Outcome outcome) const {
    task::Counterexample found = confirm::original(paths, std::move(*outcome.counterexample));
    found.confirmed = task::Confirmation::None;
    if (confirm_) found = confirm_(task.program, std::move(found));
    if (found.confirmed == task::Confirmation::None) {
      outcome.verdict = Verdict::Unknown;
      outcome.reason = "a possible error path was not confirmed: " + found.remark;
      return outcome;
    }
    outcome.gia = exchange::gia_of_error(task::error_path(task.program, found),
                                         exchange::gia_header(task.program, task.property, "tandem path-check"));
    outcome.counterexample = std::move(found);
    return outcome;
  }

  std::function<std::unique_ptr<task::Actor>()> make_verifier_;
  confirm::Confirm confirm_;
};

} // namespace

std::unique_ptr<task::Actor> make_path_check(std::function<std::unique_ptr<task::Actor>()> make_verifier,
                                             confirm::Confirm confirm) {
  return std::make_unique<PathCheckActor>(std::move(make_verifier), std::move(confirm));
}

} // namespace tandem::analysis::conditional
