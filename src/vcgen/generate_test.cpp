#include "vcgen/generate.h"

#include "base/core/input_error.h"
#include "smt/backends/backends.h"
#include "smt/term/traverse.h"

#include <gtest/gtest.h>

namespace tandem::vcgen {
namespace {

class GenerateTest : public testing::Test {
protected:
  smt::Term symbol(const std::string& name) { return terms.variable(name, smt::Sort::bv(32)); }
  smt::Term number(std::uint64_t value) { return terms.bv(32, value); }
  smt::Term positive(smt::Term x) { return terms.bv_slt(number(0), x); }

  bool all_valid(const std::vector<Condition>& conditions) {
    const auto solver = smt::backends::make_solver("z3", terms);
    for (const Condition& condition : conditions) {
      const smt::Term refuted = terms.not_(condition.formula);
      if (!solver->check(std::span(&refuted, 1)).unsat()) return false;
    }
    return true;
  }

  bool holds(const symex::SingleAssignment& program, Method method, Lemmas lemmas = Lemmas::Off) {
    return all_valid(generate(program, {.method = method, .lemmas = lemmas}));
  }

  // n branches one after the other, then an assert.
  symex::SingleAssignment branches(int n) {
    symex::SingleAssignment program(terms);
    symex::BlockId at = 0;
    smt::Term x = number(1);
    for (int i = 0; i < n; ++i) {
      const smt::Term c = terms.variable("c" + std::to_string(i), smt::Sort::boolean());
      const symex::BlockId then = program.add_block({{at, c}}, c);
      const symex::BlockId otherwise = program.add_block({{at, terms.not_(c)}}, terms.not_(c));
      program.set_current(then);
      const smt::Term a = program.assign(terms.bv_add(terms.bv_and(x, number(7)), symbol("i" + std::to_string(i))));
      at = program.add_block({{then, terms.true_()}, {otherwise, terms.true_()}}, terms.true_());
      program.set_current(at);
      x = program.assign(terms.ite(c, a, x));
    }
    program.check(positive(x), &edge);
    return program;
  }

  // Figure 4 of the paper: n assignments, with an assert after the first (left) or after each (right).
  symex::SingleAssignment assignments(int n, bool assert_each) {
    symex::SingleAssignment program(terms);
    for (int i = 0; i < n; ++i) {
      const smt::Term x = program.assign(terms.bv_mul(symbol("y" + std::to_string(i)), symbol("z")));
      if (i == 0 || assert_each) program.check(positive(x), &edge);
    }
    return program;
  }

  double tree_size(const symex::SingleAssignment& program, Method method) {
    double total = 0;
    for (const Condition& condition : generate(program, {.method = method}))
      total += smt::tree_size(terms, std::span(&condition.formula, 1));
    return total;
  }

  smt::Terms terms;
  Edge edge;
};

TEST_F(GenerateTest, AllMethodsAgreeOnASafeAndAnUnsafeProgram) {
  for (const bool safe : {true, false}) {
    symex::SingleAssignment program(terms);
    const smt::Term x = symbol("x");
    const smt::Term c = positive(x);
    const symex::BlockId then = program.add_block({{0, c}}, c);
    const symex::BlockId otherwise = program.add_block({{0, terms.not_(c)}}, terms.not_(c));
    program.set_current(then);
    const smt::Term a = program.assign(terms.bv_lshr(x, number(1)));
    program.set_current(otherwise);
    const smt::Term b = program.assign(terms.bv_and(x, number(5)));
    const symex::BlockId join = program.add_block({{then, terms.true_()}, {otherwise, terms.true_()}}, terms.true_());
    program.set_current(join);
    const smt::Term y = program.assign(terms.ite(c, a, b));
    program.check(safe ? terms.bv_sle(number(0), y) : positive(y), &edge);
    for (Method method : all_methods()) EXPECT_EQ(holds(program, method), safe) << name(method);
  }
}

TEST_F(GenerateTest, AnAssumeAfterTheAssertExcusesOnlyInAGlobalContext) {
  symex::SingleAssignment program(terms);
  program.check(positive(symbol("x")), &edge);
  program.assume(positive(symbol("x")));
  for (Method method : all_methods()) EXPECT_EQ(holds(program, method), has_global_context(method)) << name(method);
}

TEST_F(GenerateTest, AnAssumeBeforeTheAssertExcusesAlways) {
  symex::SingleAssignment program(terms);
  program.assume(positive(symbol("x")));
  program.check(positive(symbol("x")), &edge);
  for (Method method : all_methods()) EXPECT_TRUE(holds(program, method)) << name(method);
}

TEST_F(GenerateTest, LemmasReachTheAssertsThatFollow) {
  symex::SingleAssignment program(terms);
  const smt::Term x = symbol("x");
  program.check(positive(x), &edge); // fails
  program.check(terms.distinct(x, number(0)), &edge);
  for (Method method : {Method::SE, Method::SP, Method::PCondNF, Method::PSCondNF}) {
    const auto plain = generate(program, {.method = method});
    const auto with_lemmas = generate(program, {.method = method, .lemmas = Lemmas::On});
    ASSERT_EQ(plain.size(), 2u);
    ASSERT_EQ(with_lemmas.size(), 2u);
    EXPECT_FALSE(all_valid({plain[1]})) << name(method);
    EXPECT_TRUE(all_valid({with_lemmas[1]})) << name(method);
    EXPECT_FALSE(all_valid({with_lemmas[0]})) << name(method);
  }
}

TEST_F(GenerateTest, BeyondTheBoundIsAssumedAwayOrAsserted) {
  symex::SingleAssignment program(terms);
  const smt::Term c = positive(symbol("x"));
  program.set_current(program.add_block({{0, c}}, c));
  program.check(terms.false_(), nullptr);
  for (Method method : all_methods()) {
    EXPECT_TRUE(all_valid(generate(program, {.method = method, .beyond = UnwindingPolicy::Assume}))) << name(method);
    EXPECT_FALSE(all_valid(generate(program, {.method = method, .beyond = UnwindingPolicy::Assert}))) << name(method);
  }
}

TEST_F(GenerateTest, TheNumberOfPathsIsExponentialAndRefusedBeyondALimit) {
  EXPECT_EQ(generate(branches(6), {.method = Method::SE}).size(), 64u);
  EXPECT_EQ(generate(branches(6), {.method = Method::SP}).size(), 1u);
  EXPECT_THROW(generate(branches(6), {.method = Method::SE, .condition_limit = 50}), InputError);
}

TEST_F(GenerateTest, SizesGrowAsThePaperSays) {
  for (Method method : {Method::SP, Method::CondNF, Method::PCondNF, Method::SCondNF, Method::PSCondNF}) {
    const double small = tree_size(branches(20), method), large = tree_size(branches(40), method);
    EXPECT_LE(large, 4 * small + 100) << name(method) << " is at most quadratic in sequential branches";
  }
  EXPECT_EQ(tree_size(assignments(50, false), Method::SP), tree_size(assignments(100, false), Method::SP));
  const auto ratio = [&](Method method, bool each) {
    return tree_size(assignments(200, each), method) / tree_size(assignments(100, each), method);
  };
  EXPECT_NEAR(ratio(Method::CondNF, false), 2, 0.1);
  EXPECT_NEAR(ratio(Method::CondNF, true), 2, 0.1);
  EXPECT_NEAR(ratio(Method::SP, true), 4, 0.3);
}

TEST_F(GenerateTest, UnknownMethodsAreRefusedWithTheNames) {
  try {
    method_from("wp");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "'wp' is not a method; the methods are se, sp, cnf, pcnf, scnf, pscnf");
  }
}

} // namespace
} // namespace tandem::vcgen
