// Each candidate path is one exact query (abstraction/chain.h), without any abstraction.

#include "analysis/cegar/cegar_feasible.h"

#include "analysis/cegar/candidate_paths.h"
#include "exchange/gia/gia_file.h"
#include "task/error_path.h"

#include <fmt/format.h>

namespace tandem::analysis::cegar {

using task::Outcome;
using task::Verdict;

namespace {

class Run : public CandidatePaths {
public:
  Run(const task::Task& task, task::Monitor& monitor, const CegarOptions& options, const confirm::Confirm& confirm)
      : CandidatePaths(task, monitor, options, abstraction::ConstantTracking::Kept), confirm_(confirm) {}

  Outcome run() {
    std::optional<Outcome> ended = exploration().run(*this);
    if (ended && ended->verdict == Verdict::False) return std::move(*ended);
    Outcome outcome;
    outcome.reason = fmt::format("{} paths are infeasible", infeasible_.size());
    if (!undecided_.empty()) outcome.reason += "; " + undecided_;
    if (ended) outcome.reason += "; " + ended->reason;
    outcome.gia = predicate::gia_of_paths(exploration().graph(), infeasible_, header("tandem cegar-feasible"), {});
    return outcome;
  }

protected:
  std::optional<Outcome> examine(const predicate::PathEnd& end, const abstraction::Chain& chain) override {
    abstraction::Feasibility answer = exploration().check_feasible(chain);
    switch (answer.kind) {
    case abstraction::Feasibility::Kind::Infeasible: infeasible_.push_back(end); return std::nullopt;
    case abstraction::Feasibility::Kind::Unknown: undecided_ = answer.reason; return std::nullopt;
    case abstraction::Feasibility::Kind::Feasible: break;
    }
    const abstraction::BlockExit& exit = *chain.back().exit;
    if (exit.kind != abstraction::ExitKind::Error) {
      undecided_ = fmt::format("{} at {} is not supported",
                               exit.kind == abstraction::ExitKind::Unsupported ? exit.text : "deep recursion",
                               task().program.text(exit.edge->range.begin));
      return std::nullopt;
    }
    task::Counterexample found = std::move(answer.counterexample);
    if (confirm_) found = confirm_(task().program, std::move(found));
    if (found.confirmed == task::Confirmation::None) {
      undecided_ = "a possible error path was not confirmed: " + found.remark;
      return std::nullopt;
    }
    Outcome outcome{.verdict = Verdict::False};
    outcome.gia = exchange::gia_of_error(task::error_path(task().program, found), header("tandem cegar-feasible"));
    outcome.counterexample = std::move(found);
    return outcome;
  }

private:
  const confirm::Confirm& confirm_;
  std::vector<predicate::PathEnd> infeasible_;
  std::string undecided_; // the reason, for the last such path
};

class Actor : public task::Actor {
public:
  Actor(CegarOptions options, confirm::Confirm confirm) : options_(options), confirm_(std::move(confirm)) {}
  std::string name() const override { return "cegar-feasible"; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    if (task.condition == nullptr) return {.reason = "there are no candidates to check"};
    return Run(task, monitor, options_, confirm_).run();
  }

private:
  CegarOptions options_;
  confirm::Confirm confirm_;
};

} // namespace

std::unique_ptr<task::Actor> make_cegar_feasible(CegarOptions options, confirm::Confirm confirm) {
  return std::make_unique<Actor>(options, std::move(confirm));
}

} // namespace tandem::analysis::cegar
