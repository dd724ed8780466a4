// The wrappers, around a solver that counts its queries and gives wrong models on request.

#include "smt/solver/wrappers.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process.h"
#include "smt/backends/backends.h"
#include "smt/solver/forwarding_solver.h"
#include "smt/solver/smtlib_solver.h"

#include <gtest/gtest.h>

namespace tandem::smt {
namespace {

// Counts queries; answers Sat with zeros for everything when it is asked to give wrong models.
class Probe : public ForwardingSolver {
public:
  Probe(Terms& terms, int& checks, bool lies)
      : ForwardingSolver(backends::make_solver("sat", terms)), checks_(checks), lies_(lies) {}
  CheckResult check(std::span<const Term> assumptions) override {
    ++checks_;
    return lies_ ? CheckResult{Answer::Sat, ""} : inner().check(assumptions);
  }
  Term value(Term t) override {
    return lies_ ? terms().constant(terms().sort(t), Bits::zeros(terms().width(t))) : inner().value(t);
  }

private:
  int& checks_;
  bool lies_;
};

class Wrappers : public ::testing::Test {
protected:
  Terms t;
  int checks = 0;
  TempDir folder;
  Term x = t.variable("x", Sort::bv(8));
  Term y = t.variable("odd name", Sort::bv(8));
  std::unique_ptr<Solver> probe(bool lies = false) { return std::make_unique<Probe>(t, checks, lies); }
};

TEST_F(Wrappers, CacheAsksOnce) {
  const auto solver = with_cache(probe());
  const Term less = t.bv_ult(x, y);
  const Term more = t.bv_ult(y, x);
  EXPECT_TRUE(solver->check(std::vector<Term>{less, more}).unsat());
  EXPECT_EQ(solver->core().size(), 2U);
  EXPECT_TRUE(solver->check(std::vector<Term>{more, less}).unsat());
  EXPECT_EQ(solver->core(), (std::vector<Term>{less, more}));
  EXPECT_EQ(checks, 1);
  EXPECT_TRUE(solver->check(std::vector<Term>{less}).sat());
  EXPECT_TRUE(t.is_true(solver->value(less)));
  EXPECT_EQ(checks, 2);
  // The model of the last query satisfies this one too.
  EXPECT_TRUE(solver->check(std::vector<Term>{t.distinct(x, y)}).sat());
  EXPECT_TRUE(t.is_true(solver->value(less)));
  EXPECT_EQ(checks, 2);
  solver->push();
  solver->add(t.eq(x, y));
  EXPECT_TRUE(solver->check(std::vector<Term>{less}).unsat());
  EXPECT_EQ(solver->core(), std::vector<Term>{less});
  solver->pop();
  EXPECT_TRUE(solver->check(std::vector<Term>{less}).sat());
}

TEST_F(Wrappers, ModelCheckFindsWrongModels) {
  const auto solver = with_model_check(probe(true), folder.path());
  EXPECT_TRUE(solver->check().sat());
  solver->add(t.eq(x, y));
  EXPECT_TRUE(solver->check().sat());
  const CheckResult result = solver->check(std::vector<Term>{t.bv_ult(x, y)});
  EXPECT_TRUE(result.unknown());
  EXPECT_TRUE(result.broken);
  const std::string before = "model check failed; the query is in ";
  ASSERT_TRUE(result.reason.starts_with(before)) << result.reason;
  const std::string text = read_text_file(result.reason.substr(before.size()));
  EXPECT_NE(text.find("(declare-const |odd name| (_ BitVec 8))"), std::string::npos) << text;
}

TEST_F(Wrappers, ModelCheckSavesFailingQueries) {
  const auto folder_of_queries = folder.path() / "made" / "when needed";
  const auto solver = with_model_check(make_smtlib(t, {"fake", {"sh", "-c", "exit 3"}}), folder_of_queries);
  const CheckResult result = solver->check(std::vector<Term>{t.bv_ult(x, y)});
  EXPECT_TRUE(result.unknown());
  const auto at = result.reason.find("; the query is in ");
  ASSERT_NE(at, std::string::npos) << result.reason;
  EXPECT_NE(read_text_file(result.reason.substr(at + 18)).find("bvult"), std::string::npos);
  write_text_file(folder.path() / "file", "");
  const auto homeless = with_model_check(make_smtlib(t, {"fake", {"sh", "-c", "exit 3"}}), folder.path() / "file");
  EXPECT_NE(homeless->check().reason.find("could not be saved"), std::string::npos);
}

TEST_F(Wrappers, LogCanBeRunAgain) {
  const auto file = folder.path() / "queries.smt2";
  const auto solver = with_log(probe(), file);
  solver->add(t.bv_ult(x, y));
  solver->check();
  solver->check(std::vector<Term>{t.bv_ult(y, x)});
  if (!process::find_program("z3")) GTEST_SKIP() << "no z3 to run the log";
  const process::ProcessResult result = process::run_process({.words = {"z3", file.string()}});
  EXPECT_EQ(result.output, "sat\nunsat\n");
  const auto split = with_log(probe(), folder.path());
  split->check(std::vector<Term>{t.bv_ult(x, y), t.bv_ult(y, x)});
  EXPECT_EQ(process::run_process({.words = {"z3", (folder.path() / "query-00001.smt2").string()}}).output, "unsat\n");
}

} // namespace
} // namespace tandem::smt
