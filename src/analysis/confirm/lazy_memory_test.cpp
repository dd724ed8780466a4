#include "analysis/confirm/lazy_memory.h"

#include "program/model/context.h"
#include "semantics/core/environment_memory.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tandem::analysis::confirm {
namespace {

using semantics::environment_block_at;

constexpr DataModel model = DataModel::LP64;

std::optional<std::uint32_t> block(UInt128 pointer) {
  return environment_block_at(model, static_cast<std::uint64_t>(pointer));
}

TEST(LazyMemoryTest, EveryPointerHasABlockOfItsOwn) {
  LazyMemory memory(model, {});
  EXPECT_FALSE(memory.all().is_used);
  const UInt128 one = memory.new_pointer(), other = memory.new_pointer();
  ASSERT_TRUE(block(one) && block(other));
  EXPECT_NE(*block(one), *block(other));
  EXPECT_TRUE(memory.all().is_used);
}

TEST(LazyMemoryTest, BlocksAreFinite) {
  LazyMemory memory(model, {});
  for (std::uint32_t i = 0; i < semantics::most_environment_blocks; ++i) EXPECT_NE(memory.new_pointer(), UInt128{0});
  EXPECT_EQ(memory.new_pointer(), UInt128{0});
}

// A replay that continues with the memory of an earlier one must not reuse its blocks.
TEST(LazyMemoryTest, GivenBlocksStay) {
  LazyMemory first(model, {});
  const UInt128 old = first.new_pointer();
  LazyMemory second(model, first.all());
  EXPECT_NE(*block(second.new_pointer()), *block(old));
  EXPECT_EQ(second.block_pointer_for(old), old);
}

TEST(LazyMemoryTest, EqualPointersStayEqualAndErrorCodesAreUnchanged) {
  LazyMemory memory(model, {});
  const UInt128 one = memory.block_pointer_for(0x123456789), again = memory.block_pointer_for(0x123456789);
  EXPECT_EQ(one, again);
  EXPECT_NE(memory.block_pointer_for(0x123456790), one);
  EXPECT_EQ(memory.block_pointer_for(0), UInt128{0});
  const UInt128 no_memory = static_cast<std::uint64_t>(-12);
  EXPECT_EQ(memory.block_pointer_for(no_memory), no_memory);
}

TEST(LazyMemoryTest, PointersInBlocksAreRemembered) {
  Context context(model);
  LazyMemory memory(model, {});
  const UInt128 first = memory.new_pointer();
  const semantics::InputRequest request{.reason = semantics::InputReason::Arbitrary,
                                        .type = context.types().integer(IntegerKind::ULong),
                                        .byte = 40,
                                        .block = block(first),
                                        .is_pointer_in_memory = true};
  const UInt128 inner = memory.new_pointer(request);
  ASSERT_EQ(memory.all().pieces.size(), 1u);
  const EnvironmentMemory::Piece& piece = memory.all().pieces[0];
  EXPECT_EQ(piece.block, *block(first));
  EXPECT_EQ(piece.offset, 40u);
  std::uint64_t stored = 0;
  ASSERT_EQ(piece.bytes.size(), sizeof stored);
  std::memcpy(&stored, piece.bytes.data(), sizeof stored);
  EXPECT_EQ(UInt128{stored}, inner);
}

} // namespace
} // namespace tandem::analysis::confirm
