// A query is logged after its answer is known, together with the time it took; a query that never terminates is
// therefore missing unless a time limit is set.

#include "base/core/text_file.h"
#include "smt/solver/forwarding_solver.h"
#include "smt/solver/smtlib_writer.h"
#include "smt/solver/wrappers.h"

#include <chrono>
#include <fmt/format.h>
#include <fstream>

namespace tandem::smt {

namespace {

std::string_view word(Answer answer) {
  switch (answer) {
  case Answer::Sat: return "sat";
  case Answer::Unsat: return "unsat";
  case Answer::Unknown: return "unknown";
  }
  unreachable();
}

class LogSolver : public ForwardingSolver {
public:
  LogSolver(std::unique_ptr<Solver> inner, std::filesystem::path path)
      : ForwardingSolver(std::move(inner)), path_(std::move(path)), one_file_(!std::filesystem::is_directory(path_)) {
    if (one_file_) std::ofstream(path_, std::ios::trunc);
  }

  CheckResult check(std::span<const Term> assumptions) override {
    const auto start = std::chrono::steady_clock::now();
    const CheckResult result = inner().check(assumptions);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const std::string text = fmt::format("; query {}, {}: {}{}{} in {:.3f} s\n(set-info :status {})\n{}", ++count_,
                                         name(), word(result.answer), result.reason.empty() ? "" : ", ", result.reason,
                                         time.count(), word(result.answer), smtlib_query(terms(), query(assumptions)));
    if (one_file_)
      std::ofstream(path_, std::ios::app) << text << "(reset)\n";
    else
      write_text_file(path_ / fmt::format("query-{:05}.smt2", count_), text);
    return result;
  }

private:
  std::filesystem::path path_;
  bool one_file_;
  std::uint64_t count_ = 0;
};

} // namespace

std::unique_ptr<Solver> with_log(std::unique_ptr<Solver> solver, const std::filesystem::path& path) {
  return std::make_unique<LogSolver>(std::move(solver), path);
}

} // namespace tandem::smt
