// An answer Sat is accepted only if our own evaluator confirms the model on every formula. Queries on which a solver
// fails are saved, so that the failure can be reproduced.

#include "base/core/text_file.h"
#include "smt/solver/forwarding_solver.h"
#include "smt/solver/smtlib_writer.h"
#include "smt/solver/wrappers.h"
#include "smt/term/evaluate.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::smt {

namespace {

class ModelCheckSolver : public ForwardingSolver {
public:
  ModelCheckSolver(std::unique_ptr<Solver> inner, std::filesystem::path folder)
      : ForwardingSolver(std::move(inner)), folder_(std::move(folder)) {}

  CheckResult check(std::span<const Term> assumptions) override {
    const CheckResult result = inner().check(assumptions);
    if (result.broken) return broken(result.reason, assumptions);
    if (!result.sat()) return result;
    try {
      if (holds(query(assumptions))) return result;
    } catch (const SolverError& error) {
      return broken(error.what(), assumptions);
    }
    return broken("model check failed", assumptions);
  }

private:
  bool holds(const std::vector<Term>& formulas) {
    Evaluator evaluator(terms(), [this](Term variable) { return inner().value(variable); });
    for (const Term formula : formulas)
      if (!evaluator.is_true(formula)) return false;
    return true;
  }

  CheckResult broken(const std::string& problem, std::span<const Term> assumptions) {
    std::string where;
    try {
      where = fmt::format("the query is in {}", save(problem, query(assumptions)));
    } catch (const std::exception& error) { // InputError, filesystem_error
      where = fmt::format("the query could not be saved: {}", error.what());
    }
    return {Answer::Unknown, fmt::format("{}; {}", problem, where), true};
  }

  std::string save(std::string problem, const std::vector<Term>& formulas) {
    std::filesystem::create_directories(folder_);
    std::filesystem::path file;
    for (int i = 1; file.empty() || std::filesystem::exists(file); ++i)
      file = folder_ / fmt::format("{}-{}.smt2", name(), i);
    std::replace(problem.begin(), problem.end(), '\n', ' ');
    write_text_file(file, fmt::format("; {} failed: {}\n{}", name(), problem, smtlib_query(terms(), formulas)));
    return file.string();
  }

  std::filesystem::path folder_;
};

} // namespace

std::unique_ptr<Solver> with_model_check(std::unique_ptr<Solver> solver, const std::filesystem::path& folder) {
  return std::make_unique<ModelCheckSolver>(std::move(solver), folder);
}

} // namespace tandem::smt
