// Property-based test: whatever the factories simplify, a term has the value that its operators define.

#include "smt/term/terms.h"

#include "smt/term/random_terms_for_test.h"

#include <gtest/gtest.h>

namespace tandem::smt {
namespace {

using testing::RandomOptions;
using testing::RandomTerms;
using testing::Sample;

void expect_meaning_kept(std::uint64_t seed, const RandomOptions& options, int count) {
  Terms terms;
  RandomTerms random(terms, seed, options);
  for (int i = 0; i < count; ++i) random.grow();
  Evaluator evaluator(terms, random.assignment());
  for (const Sample& sample : random.samples()) {
    ASSERT_EQ(terms.sort(sample.term), sample.sort) << "seed " << seed;
    if (sample.sort.is_array()) {
      for (std::uint64_t i = 0; i < 16; ++i) {
        const Bits index(sample.sort.index().width(), i);
        const auto found = sample.array.entries.find(index.binary());
        const Bits expected = found == sample.array.entries.end() ? sample.array.otherwise : found->second;
        const Term read = terms.select(sample.term, terms.constant(sample.sort.index(), index));
        ASSERT_EQ(evaluator.bits(read), expected) << "seed " << seed << " term " << sample.term.id();
      }
    } else {
      ASSERT_EQ(evaluator.bits(sample.term), sample.bits)
          << "seed " << seed << " term " << sample.term.id() << " kind " << name(terms.kind(sample.term));
    }
  }
}

TEST(Terms, KeepTheMeaningOfSmallBitVectors) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) expect_meaning_kept(seed, {.widths = {1, 2, 3, 4}}, 120);
}

TEST(Terms, KeepTheMeaningOfWideBitVectors) {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    expect_meaning_kept(seed, {.widths = {1, 8, 16, 31, 32, 33, 64, 65, 80, 128, 256}}, 200);
}

TEST(Terms, KeepTheMeaningOfArrays) {
  const RandomOptions options{
      .widths = {2, 3, 4},
      .arrays = {Sort::array(Sort::bv(4), Sort::bv(3)), Sort::array(Sort::bv(3), Sort::boolean())}};
  for (std::uint64_t seed = 0; seed < 200; ++seed) expect_meaning_kept(seed, options, 150);
}

TEST(Terms, KeepTheMeaningOfFloats) {
  const RandomOptions options{.widths = {3, 8, 32, 64},
                              .floats = {Sort::floating(3, 4), Sort::floating(5, 11), Sort::floating(8, 24),
                                         Sort::floating(11, 53), Sort::floating(15, 64)}};
  for (std::uint64_t seed = 0; seed < 60; ++seed) expect_meaning_kept(seed, options, 200);
}

TEST(Terms, KeepTheMeaningOfIntegers) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) expect_meaning_kept(seed, {.widths = {4}, .integers = true}, 150);
}

class Rules : public ::testing::Test {
protected:
  Terms t;
  Term x = t.variable("x", Sort::bv(32));
  Term y = t.variable("y", Sort::bv(32));
  Term b = t.variable("b", Sort::bv(8));
  Term p = t.variable("p", Sort::boolean());
  Term q = t.variable("q", Sort::boolean());
  Term m = t.variable("m", Sort::array(Sort::bv(32), Sort::bv(8)));
  Term c(std::uint64_t value) { return t.bv(32, value); }
};

TEST_F(Rules, EqualTermsAreOne) {
  EXPECT_EQ(t.bv_add(x, y), t.bv_add(y, x));
  EXPECT_EQ(t.variable("x", Sort::bv(32)), x);
  EXPECT_NE(t.fresh("x", Sort::bv(32)), t.fresh("x", Sort::bv(32)));
  EXPECT_EQ(t.bv(Bits::ones(200)), t.bv_not(t.bv(200, 0)));
  EXPECT_THROW(t.variable("x", Sort::bv(8)), std::logic_error);
}

TEST_F(Rules, TruthValuesOfC) {
  const Term flag = t.ite(t.bv_ult(x, y), c(1), c(0));
  EXPECT_EQ(t.distinct(flag, c(0)), t.bv_ult(x, y));
  EXPECT_EQ(t.eq(flag, c(0)), t.not_(t.bv_ult(x, y)));
  EXPECT_EQ(t.eq(flag, c(7)), t.false_());
  EXPECT_EQ(t.bv_to_bool(t.bool_to_bv(p, 32)), p);
}

TEST_F(Rules, PromotedValues) {
  const Term wide = t.bv_zero_extend(b, 32);
  EXPECT_EQ(t.eq(wide, c(65)), t.eq(b, t.bv(8, 65)));
  EXPECT_EQ(t.eq(wide, c(300)), t.false_());
  EXPECT_EQ(t.bv_slt(wide, c(300)), t.true_());
  EXPECT_EQ(t.bv_slt(wide, c(10)), t.bv_ult(b, t.bv(8, 10)));
  EXPECT_EQ(t.bv_extract(t.bv_sign_extend(b, 32), 7, 0), b);
}

TEST_F(Rules, BytesReassemble) {
  Term word = t.bv_extract(x, 31, 24);
  for (const std::uint32_t low : {16U, 8U, 0U}) word = t.bv_concat(word, t.bv_extract(x, low + 7, low));
  EXPECT_EQ(word, x);
}

TEST_F(Rules, Addresses) {
  const Term i4 = t.bv_mul(x, c(4));
  const Term next = t.bv_mul(t.bv_add(x, c(1)), c(4));
  EXPECT_EQ(t.bv_add(i4, c(4)), next);
  EXPECT_EQ(t.eq(t.bv_add(y, i4), t.bv_add(y, next)), t.false_());
  EXPECT_EQ(t.bv_sub(t.bv_add(y, next), t.bv_add(y, i4)), c(4));
}

TEST_F(Rules, Connectives) {
  EXPECT_EQ(t.and_(p, t.not_(p)), t.false_());
  EXPECT_EQ(t.and_(p, t.or_(p, q)), p);
  EXPECT_EQ(t.and_(p, t.or_(t.not_(p), q)), t.and_(p, q));
  EXPECT_EQ(t.or_(t.not_(t.and_(p, q)), p), t.true_());
  EXPECT_EQ(t.ite(p, t.true_(), q), t.or_(p, q));
  EXPECT_EQ(t.xor_(p, p), t.false_());
  EXPECT_EQ(t.ite(p, t.ite(p, x, y), c(0)), t.ite(p, x, c(0)));
  EXPECT_EQ(t.ite(p, x, t.ite(q, x, y)), t.ite(t.or_(p, q), x, y));
}

TEST_F(Rules, ReadsOverWrites) {
  const Term written = t.store(t.store(m, c(4), t.bv(8, 1)), c(8), b);
  EXPECT_EQ(t.select(written, c(4)), t.bv(8, 1));
  EXPECT_EQ(t.select(written, c(8)), b);
  EXPECT_EQ(t.select(written, c(12)), t.select(m, c(12)));
  EXPECT_EQ(t.kind(t.select(written, x)), Kind::Select);
  const Term at_x = t.store(t.store(m, x, b), t.bv_add(x, c(1)), t.bv(8, 0));
  EXPECT_EQ(t.select(at_x, x), b);
  EXPECT_EQ(t.select(t.ite(p, t.store(m, c(4), b), m), c(8)), t.select(m, c(8)));
  EXPECT_EQ(t.select(t.ite(p, t.store(m, c(4), b), m), c(4)), t.ite(p, b, t.select(m, c(4))));
  EXPECT_EQ(t.store(t.store(m, x, b), x, t.bv(8, 9)), t.store(m, x, t.bv(8, 9)));
  EXPECT_EQ(t.store(m, x, t.select(m, x)), m);
  EXPECT_EQ(t.select(t.const_array(t.sort(m), b), x), b);
}

TEST_F(Rules, SharedBranchesAreWalkedOnce) {
  Term memory = m;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const Term guard = t.fresh("g", Sort::boolean());
    memory = t.ite(guard, t.store(memory, c(4 * i), b), memory);
  }
  EXPECT_EQ(t.select(memory, c(3)), t.select(m, c(3)));
  EXPECT_LT(t.size(), 5000U);
}

TEST(Terms, DeepTermsDoNotOverflowTheStack) {
  Terms t;
  Term sum = t.variable("x", Sort::bv(32));
  for (std::uint32_t i = 0; i < 200000; ++i) sum = t.bv_xor(t.bv_mul(sum, t.bv(32, 3)), t.variable("y", Sort::bv(32)));
  EXPECT_EQ(evaluate(t, sum, {}), t.bv(32, 0));
  Assignment assignment{{t.variable("x", Sort::bv(32)), t.bv(32, 1)}};
  std::uint32_t expected = 1;
  for (std::uint32_t i = 0; i < 200000; ++i) expected *= 3;
  EXPECT_EQ(evaluate(t, sum, assignment), t.bv(32, expected));
}

TEST(Terms, LongStoreChainsEvaluateInLinearTime) {
  Terms t;
  const Sort sort = Sort::array(Sort::bv(32), Sort::bv(32));
  Term memory = t.variable("m", sort);
  const Term x = t.variable("x", Sort::bv(32));
  for (std::uint32_t i = 0; i < 100000; ++i) memory = t.store(memory, t.bv_mul(x, t.bv(32, 2 * i + 1)), t.bv(32, i));
  const Assignment assignment{{x, t.bv(32, 3)}};
  Evaluator evaluator(t, assignment);
  EXPECT_EQ(evaluator.bits(t.select(memory, t.bv_mul(x, t.variable("z", Sort::bv(32))))).low(), 0U);
  EXPECT_EQ(evaluator.bits(t.select(memory, t.bv_add(x, t.variable("z", Sort::bv(32))))).low(), 0U);
}

} // namespace
} // namespace tandem::smt
