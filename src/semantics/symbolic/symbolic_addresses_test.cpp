#include "semantics/symbolic/symbolic_memory.h"
#include "smt/term/evaluate.h"

#include <gtest/gtest.h>

namespace tandem::semantics::symbolic {
namespace {

class SymbolicAddressesTest : public testing::Test {
protected:
  SymbolicObjectId variable(const Type& type) {
    return memory.allocate({static_cast<std::uint32_t>(IdentityKind::Global), next++}, type.size(), &type, Fill::Zero);
  }
  SymbolicObjectId block(std::uint64_t size) {
    return memory.allocate_block({static_cast<std::uint32_t>(IdentityKind::Block), next++}, size, Fill::Zero);
  }
  smt::Term integer(SymbolicObjectId id) { return memory.integer_from(memory.address(id)); }
  smt::Term number(std::uint64_t value) { return terms.bv(64, value); }
  smt::Term load(SymbolicObjectId id) { return memory.load(state, memory.address(id), 32, &int_type); }
  void store(smt::Term pointer, std::uint64_t value) { memory.store(state, pointer, terms.bv(32, value), &int_type); }

  smt::Terms terms;
  Context context{DataModel::LP64};
  const Type& int_type = context.types().int_type();
  Identities identities{terms, DataModel::LP64};
  SymbolicMemory memory{terms, context.types(), identities};
  std::uint32_t next = 100;
  SymbolicState state;
  smt::Term input = terms.variable("n", smt::Sort::bv(64));
  smt::Term choice = terms.variable("c", smt::Sort::boolean());
};

TEST_F(SymbolicAddressesTest, TheNumberIsNotKnownButAligned) {
  const smt::Term x = integer(variable(int_type));
  EXPECT_FALSE(terms.is_constant(x));
  EXPECT_EQ(terms.bv_extract(x, 1, 0), terms.bv(2, 0));
  EXPECT_FALSE(terms.is_constant(terms.bv_extract(x, 2, 2)));
}

TEST_F(SymbolicAddressesTest, ConversionsAreInverse) {
  const auto x = variable(int_type), y = variable(int_type);
  EXPECT_EQ(memory.pointer_from(integer(x)), memory.address(x));
  const smt::Term moved = terms.bv_add(memory.address(x), number(4));
  EXPECT_EQ(memory.pointer_from(memory.integer_from(moved)), moved);
  const smt::Term either = terms.ite(choice, memory.address(x), memory.address(y));
  EXPECT_EQ(memory.pointer_from(memory.integer_from(either)), either);
  EXPECT_EQ(memory.pointer_from(number(0)), number(0));
}

TEST_F(SymbolicAddressesTest, ComparisonsKnowWhatCPromises) {
  const auto x = variable(int_type), y = variable(int_type);
  EXPECT_TRUE(terms.is_false(memory.compare(BvCompare::Eq, integer(x), integer(y))));
  EXPECT_TRUE(terms.is_false(memory.compare(BvCompare::Eq, integer(x), number(0))));
  const smt::Term next_byte = terms.bv_add(integer(x), number(1));
  EXPECT_TRUE(terms.is_true(memory.compare(BvCompare::ULt, integer(x), next_byte)));
  EXPECT_FALSE(terms.is_constant(memory.compare(BvCompare::ULt, integer(x), integer(y))));
  EXPECT_FALSE(terms.is_constant(memory.compare(BvCompare::Eq, integer(x), number(0x7FFC12345670))));
  // A block may lie where one was freed.
  EXPECT_FALSE(terms.is_constant(memory.compare(BvCompare::Eq, integer(block(8)), integer(block(8)))));
}

TEST_F(SymbolicAddressesTest, APointerMayEqualAnAddressWrittenAsANumber) {
  const auto x = variable(int_type), y = variable(int_type);
  const smt::Term literal = number(0x7FFC12345670);
  EXPECT_FALSE(terms.is_constant(memory.compare(BvCompare::Eq, memory.address(x), literal)));
  EXPECT_FALSE(terms.is_constant(memory.compare(BvCompare::Eq, literal, memory.address(x))));
  const smt::Term either = terms.ite(choice, literal, memory.address(y));
  EXPECT_NE(memory.compare(BvCompare::Eq, memory.address(x), either), terms.false_());
  // Null, error numbers, and what is not aligned.
  EXPECT_TRUE(terms.is_false(memory.compare(BvCompare::Eq, memory.address(x), number(0))));
  EXPECT_TRUE(terms.is_false(memory.compare(BvCompare::Eq, memory.address(x), number(~std::uint64_t{0}))));
}

TEST_F(SymbolicAddressesTest, AnAddressWrittenAsANumberMayLeadToWhatWasComparedWithIt) {
  const auto x = variable(int_type), y = variable(int_type);
  const smt::Term literal = number(0x7FFC12345670);
  store(literal, 7);
  EXPECT_EQ(load(x), terms.bv(32, 0)) << "nothing says where x lies";
  memory.compare(BvCompare::Eq, memory.address(x), literal);
  store(literal, 5);
  EXPECT_FALSE(terms.is_constant(load(x)));
  EXPECT_EQ(load(y), terms.bv(32, 0)) << "it was not compared";
  const smt::Term either = terms.ite(choice, literal, memory.address(y));
  store(either, 6);
  EXPECT_FALSE(terms.is_constant(load(y)));
}

TEST_F(SymbolicAddressesTest, AnIntegerMayLeadToWhatWasConverted) {
  const auto x = variable(int_type), y = variable(int_type);
  const smt::Term address = integer(x);
  store(memory.pointer_from(input), 5);
  const smt::Assignment there{{input, number(0)}, {terms.arg(address, 0), terms.bv(62, 0)}};
  const smt::Assignment elsewhere{{input, number(64)}, {terms.arg(address, 0), terms.bv(62, 0)}};
  EXPECT_EQ(terms.bits(smt::evaluate(terms, load(x), there)).low(), 5u);
  EXPECT_EQ(terms.bits(smt::evaluate(terms, load(x), elsewhere)).low(), 0u);
  EXPECT_EQ(load(y), terms.bv(32, 0)) << "its address was never converted";
}

// Bytes of pointers are bytes of the integer, and together they are the pointer again.
TEST_F(SymbolicAddressesTest, PointersAreCopiedByteByByte) {
  const Type& pointer = context.types().pointer_to(int_type);
  const auto x = variable(int_type), from = variable(pointer), to = variable(pointer);
  memory.store(state, memory.address(from), memory.address(x), &pointer);
  for (std::uint64_t i = 0; i < 8; ++i) {
    const smt::Term byte = memory.load(state, terms.bv_add(memory.address(from), number(i)), 8, nullptr);
    EXPECT_EQ(terms.is_constant(byte), false) << i;
    memory.store(state, terms.bv_add(memory.address(to), number(i)), byte, nullptr);
  }
  EXPECT_EQ(memory.as_pointer(memory.load(state, memory.address(to), 64, &pointer)), memory.address(x));
}

TEST_F(SymbolicAddressesTest, HavocBehindAnIntegerEnds) {
  const auto x = variable(int_type);
  integer(x);
  memory.havoc_behind(state, memory.pointer_from(input));
  EXPECT_FALSE(terms.is_constant(load(x)));
}

} // namespace
} // namespace tandem::semantics::symbolic
