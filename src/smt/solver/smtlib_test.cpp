// SMT-LIB out and in: what we print is understood by other programs, with the same verdict, and what they print by us;
// and a solver that misbehaves gives Unknown.

#include "smt/solver/smtlib_solver.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process.h"
#include "smt/backends/backends.h"
#include "smt/solver/smtlib_values.h"
#include "smt/term/random_terms_for_test.h"

#include <gtest/gtest.h>

namespace tandem::smt {
namespace {

using testing::RandomOptions;
using testing::RandomTerms;
using testing::Sample;

TEST(Smtlib, NamesSharedTermsOnce) {
  Terms t;
  Term sum = t.variable("x", Sort::bv(32));
  for (int i = 0; i < 200; ++i) sum = t.bv_mul(t.bv_xor(sum, t.bv(32, 5)), sum);
  const std::string text = smtlib_query(t, std::vector<Term>{t.eq(sum, t.bv(32, 7))});
  EXPECT_LT(text.size(), 200U * 120U);
  EXPECT_TRUE(text.starts_with("(set-logic QF_BV)\n(declare-const x (_ BitVec 32))\n")) << text;
}

TEST(Smtlib, QuotesNames) {
  Terms t;
  const auto p = [&](const char* name) { return t.variable(name, Sort::boolean()); };
  const std::vector<Term> all{p("main::x!1"), p("and"), p("a|b"), p("1st"), p("d?5"), p("plain")};
  SmtlibWriter writer(t);
  writer.definitions(all);
  EXPECT_EQ(writer.symbol(all[0]), "|main::x!1|");
  EXPECT_EQ(writer.symbol(all[3]), "|1st|");
  EXPECT_EQ(writer.symbol(all[5]), "plain");
  for (const std::size_t i : {1, 2, 4}) EXPECT_TRUE(writer.symbol(all[i]).starts_with("d?v")) << writer.symbol(all[i]);
}

TEST(Smtlib, ReadsValues) {
  Terms t;
  const Sort f = Sort::floating(8, 24);
  const Sort m = Sort::array(Sort::bv(8), Sort::bv(4));
  const std::vector<Term> v{t.variable("b", Sort::boolean()), t.variable("x", Sort::bv(8)),
                            t.variable("i", Sort::integer()), t.variable("f", f), t.variable("m", m)};
  const auto values = read_values(t, v,
                                  "((b true) (x (_ bv200 8)) (i (- 12)) (f (_ -oo 8 24))\n"
                                  " (m (let ((a!1 ((as const (Array (_ BitVec 8) (_ BitVec 4))) #xf))) "
                                  "(store a!1 #x01 #b0010))))");
  EXPECT_EQ(values[0], t.true_());
  EXPECT_EQ(values[1], t.bv(8, 200));
  EXPECT_EQ(values[2], t.integer(-12));
  EXPECT_EQ(values[3], t.constant(f, Bits(32, 0xff800000)));
  EXPECT_EQ(values[4], t.store(t.const_array(m, t.bv(4, 15)), t.bv(8, 1), t.bv(4, 2)));
  for (const char* bad : {"", "(", "((b maybe))", "(error \"no\")", "((b true) (c true))", ")"})
    EXPECT_THROW(read_values(t, std::span(v).first(1), bad), SolverError) << bad;
}

// The same verdict from the programs, run on files, as from the solver inside.
TEST(Smtlib, FilesHaveTheSameVerdict) {
  const TempDir folder;
  const std::vector<RandomOptions> kinds{
      {.widths = {1, 3, 8, 33}},
      {.widths = {4, 5}, .arrays = {Sort::array(Sort::bv(4), Sort::bv(5))}},
      {.widths = {8, 32}, .floats = {Sort::floating(8, 24)}, .division = false},
      {.widths = {4}, .integers = true},
  };
  for (const char* program : {"z3", "cvc5"}) {
    if (!process::find_program(program)) GTEST_SKIP() << "no " << program;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const std::size_t kind = seed % kinds.size();
      if (program == std::string_view("cvc5") && kind == 1) continue; // takes constant arrays of constants only
      Terms terms;
      RandomTerms random(terms, 50 + seed, kinds[kind]);
      for (int i = 0; i < (kind == 2 ? 20 : 40); ++i) random.grow();
      std::vector<Term> claims;
      for (const Sample& sample : random.samples())
        if (sample.sort.is_bool() && random.below(2) == 0)
          claims.push_back((random.below(5) == 0) == sample.bits.is_zero() ? sample.term : terms.not_(sample.term));
      const auto solver = backends::make_solver("z3", terms);
      for (const Term claim : claims) solver->add(claim);
      const CheckResult expected = solver->check();
      const auto file = folder.path() / "query.smt2";
      write_text_file(file, smtlib_query(terms, claims));
      const std::string output = process::run_process({.words = {program, file.string()}}).output;
      EXPECT_EQ(output, expected.sat() ? "sat\n" : "unsat\n") << program << " seed " << seed;
    }
  }
}

CheckResult ask_shell(const std::string& script) {
  Terms t;
  const auto solver = make_smtlib(t, {"fake", {"sh", "-c", script}});
  solver->set_limits({.wall = std::chrono::milliseconds(500)});
  solver->add(t.variable("p", Sort::boolean()));
  CheckResult result = solver->check();
  // It stays usable.
  EXPECT_EQ(solver->check().answer, result.answer);
  return result;
}

TEST(Smtlib, MisbehavingSolversGiveUnknown) {
  EXPECT_EQ(ask_shell("exit 3").reason, "fake: the solver ended without an answer");
  EXPECT_EQ(ask_shell("kill -SEGV $$").reason, "fake: the solver ended without an answer");
  EXPECT_EQ(ask_shell("echo '(error \"out of luck\")'; cat >/dev/null").reason, "fake said (error \"out of luck\")");
  EXPECT_EQ(ask_shell("echo garbage; cat >/dev/null").reason, "fake said garbage");
  EXPECT_EQ(ask_shell("sleep 100").reason, "time limit");
  EXPECT_EQ(ask_shell("echo unknown; cat >/dev/null").reason, "fake answered unknown");
  EXPECT_TRUE(ask_shell("while read l; do case $l in *check-sat*) echo unsat;; esac; done").unsat());
  Terms t;
  const auto missing = make_smtlib(t, {"none", {"no-such-solver"}});
  EXPECT_EQ(missing->check().reason, "no-such-solver was not found on the PATH");
}

TEST(Smtlib, GarbageInsteadOfAModelIsAnError) {
  Terms t;
  const auto solver = make_smtlib(t, {"fake", {"sh", "-c", "echo sat; echo '((p perhaps))'; cat >/dev/null"}});
  const Term p = t.variable("p", Sort::boolean());
  solver->add(p);
  ASSERT_TRUE(solver->check().sat());
  EXPECT_THROW(solver->value(p), SolverError);
}

} // namespace
} // namespace tandem::smt
