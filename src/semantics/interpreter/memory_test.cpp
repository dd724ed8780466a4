#include "semantics/interpreter/memory.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tandem::semantics::interpreter {
namespace {

class MemoryTest : public testing::TestWithParam<DataModel> {
protected:
  FaultKind fault_of(std::uint64_t address, std::uint64_t size, AccessKind access) const {
    return memory.diagnose(address, size, access).kind();
  }
  bool can_load(std::uint64_t address) const {
    std::uint32_t value = 0;
    return memory.load(address, value);
  }

  Memory memory{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Models, MemoryTest, testing::Values(DataModel::ILP32, DataModel::LP64),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST_P(MemoryTest, WhatIsStoredIsLoadedAndNothingElse) {
  const std::uint64_t block = memory.allocate(ObjectKind::Heap, 12, 4, NewBytes::Indeterminate);
  EXPECT_TRUE(memory.store<std::uint32_t>(block + 4, 0x01020304));
  std::uint32_t value = 0;
  EXPECT_TRUE(memory.load(block + 4, value));
  EXPECT_EQ(value, 0x01020304u);
  std::uint8_t low = 0;
  EXPECT_TRUE(memory.load(block + 4, low)) << "little-endian";
  EXPECT_EQ(low, 4);
  EXPECT_FALSE(can_load(block)) << "never written";
  EXPECT_FALSE(can_load(block + 6)) << "half written";
  EXPECT_EQ(fault_of(block + 6, 4, AccessKind::Read), FaultKind::UninitialisedRead);
}

TEST_P(MemoryTest, EveryByteAroundAnObjectIsOutOfBounds) {
  for (const std::uint64_t size : {1u, 3u, 8u, 100u, 5000u, 40'000u, 200'000u}) {
    const std::uint64_t block = memory.allocate(ObjectKind::Heap, size, 1, NewBytes::Zero);
    memory.allocate(ObjectKind::Heap, size, 1, NewBytes::Zero); // a neighbour
    std::uint8_t byte = 0;
    EXPECT_TRUE(memory.load(block, byte));
    EXPECT_TRUE(memory.load(block + size - 1, byte));
    EXPECT_FALSE(memory.load(block + size, byte));
    EXPECT_FALSE(memory.load(block - 1, byte));
    EXPECT_FALSE(memory.store<std::uint16_t>(block + size - 1, 1)) << "half inside";
    EXPECT_FALSE(memory.store<std::uint64_t>(block - 4, 1));
    EXPECT_EQ(fault_of(block + size, 1, AccessKind::Read), FaultKind::OutOfBounds);
  }
}

TEST_P(MemoryTest, FreedMemoryStaysUnusable) {
  const std::uint64_t block = memory.allocate(ObjectKind::Heap, 16, 4, NewBytes::Zero);
  memory.release(block);
  for (int i = 0; i < 5000; ++i) memory.release(memory.allocate(ObjectKind::Heap, 16, 4, NewBytes::Zero));
  if (GetParam() == DataModel::LP64) EXPECT_FALSE(can_load(block)) << "a later block has another address";
  memory.clear();
  const std::uint64_t again = memory.allocate(ObjectKind::Heap, 16, 4, NewBytes::Zero);
  EXPECT_EQ(again, block) << "runs are reproducible";
  memory.release(again);
  EXPECT_FALSE(can_load(again));
  EXPECT_EQ(fault_of(again, 4, AccessKind::Read), FaultKind::UseAfterFree);
}

TEST_P(MemoryTest, OnlyWholeLiveBlocksCanBeFreed) {
  const std::uint64_t block = memory.allocate(ObjectKind::Heap, 16, 4, NewBytes::Zero);
  const std::uint64_t global = memory.allocate(ObjectKind::Global, 16, 4, NewBytes::Zero);
  EXPECT_THROW(memory.release(block + 4), Fault);
  EXPECT_THROW(memory.release(global), Fault);
  EXPECT_THROW(memory.release(0), Fault);
  EXPECT_THROW(memory.release(12345678), Fault);
  memory.release(block);
  EXPECT_THROW(memory.release(block), Fault) << "freed twice";
}

TEST_P(MemoryTest, LocalsDieWithTheirFrame) {
  const std::uint64_t outer = memory.push_local(ObjectKind::Local, 4, 4, nullptr);
  memory.store<std::uint32_t>(outer, 1);
  const std::size_t mark = memory.local_mark();
  const std::uint64_t inner = memory.push_local(ObjectKind::Local, 4, 4, nullptr);
  memory.store<std::uint32_t>(inner, 2);
  memory.pop_locals(mark);
  EXPECT_TRUE(can_load(outer));
  EXPECT_FALSE(can_load(inner));
  EXPECT_EQ(fault_of(inner, 4, AccessKind::Write), FaultKind::DeadStackObject);
  const std::uint64_t next = memory.push_local(ObjectKind::Local, 4, 4, nullptr);
  EXPECT_FALSE(can_load(next)) << "the old value must not shine through";
}

TEST_P(MemoryTest, NullAndSmallNumbersAreNoAddresses) {
  EXPECT_EQ(fault_of(0, 4, AccessKind::Read), FaultKind::NullDereference);
  EXPECT_EQ(fault_of(8, 4, AccessKind::Write), FaultKind::NullDereference);
  EXPECT_FALSE(can_load(0));
  EXPECT_FALSE(can_load(0xfffffffc));
}

TEST_P(MemoryTest, LiteralsCannotBeWritten) {
  const std::uint64_t literal = memory.allocate(ObjectKind::Global, 4, 1, NewBytes::Zero);
  memory.make_read_only(literal);
  EXPECT_TRUE(can_load(literal));
  EXPECT_FALSE(memory.store<std::uint8_t>(literal, 'x'));
  EXPECT_EQ(fault_of(literal, 1, AccessKind::Write), FaultKind::ReadOnlyWrite);
}

TEST_P(MemoryTest, CopiesTakeTheFlagsAlong) {
  const std::uint64_t from = memory.allocate(ObjectKind::Heap, 8, 4, NewBytes::Indeterminate);
  const std::uint64_t to = memory.allocate(ObjectKind::Heap, 8, 4, NewBytes::Zero);
  memory.store<std::uint32_t>(from + 4, 7);
  memory.copy(to, from, 8);
  EXPECT_FALSE(can_load(to));
  EXPECT_TRUE(can_load(to + 4));
  EXPECT_THROW(memory.copy(to, from, 9), Fault);
  memory.fill(from, 0x11, 8);
  memory.store<std::uint8_t>(from, 0x22);
  memory.copy(from + 1, from, 7); // overlapping
  std::uint8_t second = 0;
  memory.load(from + 1, second);
  EXPECT_EQ(second, 0x22);
}

TEST_P(MemoryTest, StringsEndAtTheirTerminator) {
  const std::uint64_t text = memory.allocate(ObjectKind::Heap, 4, 1, NewBytes::Indeterminate);
  memory.write(text, "abc");
  EXPECT_THROW(memory.c_string(text), Fault) << "the terminator was never written";
  memory.store<std::uint8_t>(text + 3, 0);
  EXPECT_EQ(memory.c_string(text), "abc");
  EXPECT_EQ(memory.c_string(text + 3), "");
  memory.fill(text, 'x', 4);
  EXPECT_THROW(memory.c_string(text), Fault) << "no terminator";
}

TEST_P(MemoryTest, LiveObjectsNeverOverlap) {
  std::mt19937_64 random(7);
  std::set<std::pair<std::uint64_t, std::uint64_t>> live; // start, end
  for (int i = 0; i < 3000; ++i) {
    if (!live.empty() && random() % 3 == 0) {
      const auto victim = std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
      memory.release(victim->first);
      live.erase(victim);
      continue;
    }
    const std::uint64_t size = random() % 7 == 0 ? random() % 100'000 : random() % 64;
    const std::uint64_t start = memory.allocate(ObjectKind::Heap, size, 16, NewBytes::Indeterminate);
    EXPECT_EQ(start % 16, 0u);
    const auto next = live.lower_bound({start, 0});
    if (next != live.end()) ASSERT_LT(start + size, next->first);
    if (next != live.begin()) ASSERT_LT(std::prev(next)->second, start);
    live.insert({start, start + size});
  }
}

TEST_P(MemoryTest, TheLimitEndsTheRunNotTheProgram) {
  memory.set_limit(1 << 20);
  EXPECT_THROW(memory.allocate(ObjectKind::Heap, 2 << 20, 16, NewBytes::Zero), MemoryExhausted);
  const std::uint64_t block = memory.allocate(ObjectKind::Heap, 1000, 16, NewBytes::Zero);
  memory.release(block);
  for (int i = 0; i < 5000; ++i) memory.release(memory.allocate(ObjectKind::Heap, 1000, 16, NewBytes::Zero));
}

} // namespace
} // namespace tandem::semantics::interpreter
