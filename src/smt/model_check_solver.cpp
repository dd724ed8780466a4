// A solver's Sat is believed only when our own evaluator agrees.

#include "base/text_file.h"
#include "smt/evaluate.h"
#include "smt/forwarding_solver.h"
#include "smt/smtlib_writer.h"
#include "smt/wrappers.h"

#include <fmt/format.h>

namespace tandem::smt {

namespace {

class ModelCheckSolver : public ForwardingSolver {
public:
  ModelCheckSolver(std::unique_ptr<Solver> inner, std::filesystem::path folder)
      : ForwardingSolver(std::move(inner)), folder_(std::move(folder)) {}

  CheckResult check(std::span<const Term> assumptions) override {
    const CheckResult result = inner().check(assumptions);
    if (!result.sat()) return result;
    try {
      if (holds(query(assumptions))) return result;
    } catch (const SolverError& error) {
      return {Answer::Unknown, error.what()};
    }
    return {Answer::Unknown, fmt::format("model check failed: {}", save(query(assumptions)))};
  }

private:
  bool holds(const std::vector<Term>& formulas) {
    Evaluator evaluator(terms(), [this](Term variable) { return inner().value(variable); });
    for (const Term formula : formulas)
      if (!evaluator.is_true(formula)) return false;
    return true;
  }

  std::string save(const std::vector<Term>& formulas) {
    std::filesystem::create_directories(folder_);
    std::filesystem::path file;
    for (int i = 1; file.empty() || std::filesystem::exists(file); ++i)
      file = folder_ / fmt::format("model-check-{}-{}.smt2", name(), i);
    write_text_file(file, fmt::format("; {} says sat, but its model does not satisfy this\n{}", name(),
                                      smtlib_query(terms(), formulas)));
    return file.string();
  }

  std::filesystem::path folder_;
};

} // namespace

std::unique_ptr<Solver> with_model_check(std::unique_ptr<Solver> solver, const std::filesystem::path& folder) {
  return std::make_unique<ModelCheckSolver>(std::move(solver), folder);
}

} // namespace tandem::smt
