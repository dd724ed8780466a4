#include "semantics/symbolic/symbolic_memory.h"

#include "smt/term/evaluate.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem::semantics::symbolic {
namespace {

class SymbolicMemoryTest : public testing::Test {
protected:
  SymbolicObjectId allocate(std::uint64_t size, const Type* layout, Fill fill) {
    return memory.allocate({next++}, size, layout, fill);
  }
  SymbolicObjectId block(std::uint64_t size, Fill fill) { return memory.allocate_block({next++}, size, fill); }
  smt::Term number(std::uint64_t value) { return terms.bv(32, value); }
  smt::Term at(SymbolicObjectId id, std::uint64_t offset) {
    return terms.bv_add(memory.address(id), terms.bv(64, offset));
  }
  smt::Term at(SymbolicObjectId id, smt::Term offset) { return terms.bv_add(memory.address(id), offset); }
  smt::Term load(smt::Term address) { return memory.load(state, address, 32, &int_type); }
  void store(smt::Term address, smt::Term value) { memory.store(state, address, value, &int_type); }
  std::uint64_t value(smt::Term term, const smt::Assignment& assignment = {}) {
    return terms.bits(smt::evaluate(terms, term, assignment)).low();
  }

  smt::Terms terms;
  Context context{DataModel::LP64};
  const Type& int_type = context.types().int_type();
  Identities identities{terms, DataModel::LP64};
  SymbolicMemory memory{terms, context.types(), identities, {.case_limit = 16}};
  std::uint32_t next = 100;
  SymbolicState state;
  smt::Term index = terms.variable("i", smt::Sort::bv(64));
  smt::Term choice = terms.variable("c", smt::Sort::boolean());
};

TEST_F(SymbolicMemoryTest, ConstantsPropagateThroughCells) {
  const auto id = allocate(40, &context.types().array_of(int_type, 10), Fill::Zero);
  store(at(id, 8), number(7));
  EXPECT_EQ(load(at(id, 8)), number(7));
  EXPECT_EQ(load(at(id, 4)), number(0));
}

TEST_F(SymbolicMemoryTest, AccessesThatMatchNoCellAreComposed) {
  const auto id = allocate(8, &context.types().array_of(int_type, 2), Fill::Zero);
  store(at(id, 0), number(0x44332211));
  memory.store(state, at(id, 3), terms.bv(16, 0xBBAA), nullptr);
  EXPECT_EQ(value(load(at(id, 0))), 0xAA332211u);
  EXPECT_EQ(value(load(at(id, 4))), 0xBBu);
  EXPECT_EQ(value(memory.load(state, at(id, 2), 32, nullptr)), 0x00BBAA33u);
}

TEST_F(SymbolicMemoryTest, APointerThatDependsOnThePathIsSplit) {
  const auto x = allocate(4, &int_type, Fill::Zero), y = allocate(4, &int_type, Fill::Zero);
  const smt::Term pointer = terms.ite(choice, memory.address(x), memory.address(y));
  store(pointer, number(5));
  for (const bool chosen : {false, true}) {
    const smt::Assignment assignment{{choice, terms.boolean(chosen)}};
    EXPECT_EQ(value(load(memory.address(x)), assignment), chosen ? 5u : 0u);
    EXPECT_EQ(value(load(memory.address(y)), assignment), chosen ? 0u : 5u);
    EXPECT_EQ(value(load(pointer), assignment), 5u);
  }
}

// if (c0) p++; if (c1) p++; ... as a tree has 2^24 leaves.
TEST_F(SymbolicMemoryTest, APointerThatIsMovedOnSomePathsLeadsToFewPlaces) {
  constexpr std::uint64_t steps = 24;
  const auto id = allocate(4 * (steps + 1), &context.types().array_of(int_type, steps + 1), Fill::Zero);
  const auto other = allocate(4, &int_type, Fill::Zero);
  for (std::uint64_t i = 0; i <= steps; ++i) store(at(id, 4 * i), number(100 + i));
  smt::Term pointer = terms.ite(choice, memory.address(id), memory.address(other));
  std::vector<smt::Term> moved;
  for (std::uint64_t i = 0; i < steps; ++i) {
    moved.push_back(terms.variable("m" + std::to_string(i), smt::Sort::boolean()));
    pointer = terms.ite(moved.back(), terms.bv_add(pointer, terms.bv(64, 4)), pointer);
  }
  const smt::Term before = load(pointer);
  store(pointer, number(7));
  const smt::Term after = load(pointer);
  for (std::uint64_t count : {0, 1, 5, 24}) {
    smt::Assignment assignment{{choice, terms.true_()}};
    for (std::uint64_t i = 0; i < steps; ++i) assignment[moved[i]] = terms.boolean(i < count);
    EXPECT_EQ(value(before, assignment), 100 + count);
    EXPECT_EQ(value(after, assignment), 7u);
    for (std::uint64_t i = 0; i <= steps; ++i)
      EXPECT_EQ(value(load(at(id, 4 * i)), assignment), i == count ? 7 : 100 + i);
  }
  EXPECT_LT(terms.size(), 100'000u);
}

// Writes at constant and symbolic indices, in an object small enough for cases and one that needs an array, against an
// array of numbers; and joins of two such histories.
TEST_F(SymbolicMemoryTest, BehavesLikeAnArrayUnderRandomAccess) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint64_t length = trial % 2 == 0 ? 8 : 100;
    const auto id = allocate(4 * length, &context.types().array_of(int_type, length), Fill::Zero);
    const std::uint64_t i = random() % length;
    const bool chosen = random() % 2 == 0;
    const smt::Assignment assignment{{index, terms.bv(64, i)}, {choice, terms.boolean(chosen)}};
    const auto write = [&](SymbolicState& into, std::vector<std::uint32_t>& expected) {
      const std::uint32_t number_written = random() % 1000;
      const bool symbolic = random() % 2 == 0;
      const std::uint64_t where = symbolic ? i : random() % length;
      const smt::Term offset = symbolic ? terms.bv_mul(index, terms.bv(64, 4)) : terms.bv(64, 4 * where);
      memory.store(into, at(id, offset), number(number_written), &int_type);
      expected[where] = number_written;
    };
    std::vector<std::uint32_t> expected(length, 0);
    for (int step = 0; step < 5; ++step) write(state, expected);
    SymbolicState left = state, right = state;
    std::vector<std::uint32_t> in_left = expected, in_right = expected;
    for (int step = 0; step < 4; ++step) {
      write(left, in_left);
      write(right, in_right);
    }
    state = memory.merge(choice, left, right);
    const auto& result = chosen ? in_left : in_right;
    for (std::uint64_t k = 0; k < length; ++k) ASSERT_EQ(value(load(at(id, 4 * k)), assignment), result[k]);
    ASSERT_EQ(value(load(at(id, terms.bv_mul(index, terms.bv(64, 4)))), assignment), result[i]);
  }
  EXPECT_EQ(memory.imprecisions(), 0u);
}

TEST_F(SymbolicMemoryTest, ABlockTakesTheTypeOfItsFirstAccess) {
  const auto id = block(12, Fill::Arbitrary);
  store(at(id, 4), number(9));
  EXPECT_EQ(memory.object(id).layout.type, &int_type);
  EXPECT_EQ(load(at(id, 4)), number(9));
  const smt::Term unknown = load(at(id, 8));
  EXPECT_EQ(load(at(id, 8)), unknown) << "an arbitrary value does not change by itself";
}

TEST_F(SymbolicMemoryTest, WhatIsUnsetOnOnePathIsArbitraryThere) {
  const auto id = block(4, Fill::Arbitrary);
  const std::uint64_t variable = SymbolicMemory::register_key(0), temporary = SymbolicMemory::temporary_key(1);
  SymbolicState set = state;
  memory.store(set, at(id, 0), number(5), &int_type);
  memory.set_register(set, variable, number(5));
  memory.set_register(set, temporary, number(5));
  state = memory.merge(choice, set, state);
  const smt::Term values[] = {load(at(id, 0)), *state.cells.find(variable)};
  for (const smt::Term merged : values) {
    EXPECT_EQ(value(merged, {{choice, terms.true_()}}), 5u);
    EXPECT_EQ(value(merged, {{choice, terms.false_()}}), 0u) << "a variable of its own, which evaluates to 0 here";
  }
  EXPECT_EQ(*state.cells.find(temporary), number(5));
}

TEST_F(SymbolicMemoryTest, ZeroingABlockIsOneStep) {
  const auto id = block(400, Fill::Arbitrary);
  memory.set_bytes(state, memory.address(id), terms.bv(8, 0), 400);
  EXPECT_EQ(load(at(id, 396)), number(0));
  SymbolicState other;
  state = memory.merge(choice, state, other);
  EXPECT_FALSE(terms.is_constant(load(at(id, 396)))) << "zero on one path only";
}

TEST_F(SymbolicMemoryTest, ArithmeticMayTemporarilyLeaveTheObject) {
  allocate(40, &context.types().array_of(int_type, 10), Fill::Zero);
  const auto id = allocate(400, &context.types().array_of(int_type, 100), Fill::Zero);
  const smt::Term before = terms.bv_sub(memory.address(id), terms.bv(64, 8));
  store(terms.bv_add(before, terms.bv_mul(index, terms.bv(64, 4))), number(3));
  EXPECT_EQ(value(load(at(id, 4)), {{index, terms.bv(64, 3)}}), 3u);
  EXPECT_EQ(value(load(at(id, 8)), {{index, terms.bv(64, 3)}}), 0u);
}

TEST_F(SymbolicMemoryTest, AccessesOutsideAllObjectsReadArbitraryValuesAndChangeNothing) {
  const auto id = allocate(4, &int_type, Fill::Zero);
  store(terms.bv(64, 0), number(1));
  store(at(id, 4), number(1));
  EXPECT_EQ(load(at(id, 0)), number(0));
  EXPECT_TRUE(terms.is_variable(load(terms.bv(64, 0))));
}

TEST_F(SymbolicMemoryTest, MemoryCopiesWholeCells) {
  const auto from = allocate(8, &context.types().array_of(int_type, 2), Fill::Arbitrary);
  const auto to = block(8, Fill::Arbitrary);
  const smt::Term x = terms.variable("x", smt::Sort::bv(32));
  store(at(from, 4), x);
  memory.copy_bytes(state, memory.address(to), memory.address(from), 8);
  EXPECT_EQ(load(at(to, 4)), x);
}

TEST_F(SymbolicMemoryTest, PointersAreFollowedOnlyWhereTheyMayLead) {
  const SymbolicObjectId x = allocate(4, &int_type, Fill::Arbitrary), y = allocate(4, &int_type, Fill::Arbitrary);
  store(memory.address(x), number(7));
  store(memory.address(y), number(8));
  const smt::Term pointer = terms.ite(choice, memory.address(x), memory.address(y));
  EXPECT_FALSE(terms.is_constant(load(pointer)));
  KnownConditions known;
  known.assume(terms, choice);
  {
    const SymbolicMemory::Knowing knowing(memory, known);
    EXPECT_EQ(load(pointer), number(7));
    store(pointer, number(9));
  }
  EXPECT_FALSE(terms.is_constant(load(pointer)));
  EXPECT_EQ(load(memory.address(x)), number(9));
  EXPECT_EQ(load(memory.address(y)), number(8));
}

TEST_F(SymbolicMemoryTest, WhereABlockDoesNotExistItsContentDoesNotMatter) {
  const SymbolicState before = state;
  const SymbolicObjectId id =
      memory.allocate_block({static_cast<std::uint32_t>(IdentityKind::Block), next++}, 8, Fill::Arbitrary);
  memory.begin_lifetime(state, id);
  store(at(id, 0), number(7));
  SymbolicState changed = state;
  memory.set_bytes(changed, memory.address(id), terms.bv(8, 0), 8);
  state = memory.merge(choice, before, state);
  EXPECT_EQ(load(at(id, 0)), number(7));
  // Where it exists on both, it does.
  const smt::Term other = terms.variable("d", smt::Sort::boolean());
  const SymbolicState first = state;
  state = memory.merge(other, state, changed);
  EXPECT_EQ(value(load(at(id, 0)), {{other, terms.false_()}}), 0u);
  // Whether it exists may be known by a condition.
  KnownConditions absent;
  absent.assume(terms, choice);
  state = memory.merge(other, first, absent, changed, {});
  EXPECT_EQ(load(at(id, 0)), number(0));
}

} // namespace
} // namespace tandem::semantics::symbolic
