#include "analysis/shape/lists.h"

#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

namespace tandem::analysis::shape {
namespace {

constexpr std::uint64_t node_size = 24;
constexpr std::uint64_t next = 0, previous = 8, number = 16;

class ListsTest : public testing::Test {
protected:
  ListsTest() { memory.know_all_blocks(state); }

  AbstractObjectId block() {
    const AbstractObjectId id = memory.unused_block(state, node_size);
    memory.begin_lifetime(state, id);
    return id;
  }
  void set(AbstractObjectId id, std::uint64_t offset, const AbstractValue& value) {
    state.set(AbstractMemory::key(id, offset), {value, 8});
  }
  static AbstractValue to(AbstractObjectId id) { return AbstractValue::address(id, 0, 0); }
  static AbstractValue constant(std::uint64_t value) { return AbstractValue::constant(64, value); }

  // From a global variable, each node linked to the next; the last one's link is null.
  std::vector<AbstractObjectId> chain(std::size_t count, bool doubly) {
    std::vector<AbstractObjectId> nodes;
    for (std::size_t i = 0; i < count; ++i) nodes.push_back(block());
    for (std::size_t i = 0; i < count; ++i) {
      set(nodes[i], next, i + 1 < count ? to(nodes[i + 1]) : constant(0));
      if (doubly) set(nodes[i], previous, i > 0 ? to(nodes[i - 1]) : constant(0));
      set(nodes[i], number, constant(7));
    }
    set(global, 0, to(nodes.front()));
    return nodes;
  }

  reach::ProgramForTest test{"int *head\nmain: int main(void)\n  L0 -> exit  return 0\n"};
  AbstractMemory memory{test.aliases, {.names = value::BlockNames::BySize, .tracks = {}}};
  AbstractObjectId global = memory.variable(*test.program.globals().front(), 0);
  AbstractState state;
  Lists lists{memory, 8};
};

TEST_F(ListsTest, NeighboursBecomeAList) {
  const auto nodes = chain(3, false);
  lists.summarise(state);
  EXPECT_TRUE(memory.is_list(state, nodes[0]));
  EXPECT_FALSE(memory.certainly_exists(state, nodes[1]));
  EXPECT_FALSE(memory.certainly_exists(state, nodes[2]));
}

TEST_F(ListsTest, AListOfTwoHasTwoNodesBeforeItMayBeEmpty) {
  chain(2, false);
  lists.summarise(state);
  std::vector<AbstractState> states{state};
  for (const std::size_t count : {1u, 1u, 2u}) {
    const AbstractValue link = [&] {
      AbstractValue at = states[0].find(AbstractMemory::key(global, 0))->value;
      while (!lists.is_to_list(states[0], at)) at = states[0].find(AbstractMemory::key(at.object(), next))->value;
      return at;
    }();
    states = lists.materialise(states[0], link);
    EXPECT_EQ(states.size(), count);
  }
}

TEST_F(ListsTest, AnEmptyListIsWhatFollowsIt) {
  const auto nodes = chain(2, false);
  lists.summarise(state);
  state.set(AbstractMemory::key(nodes[0], AbstractMemory::length_mark), {constant(0), 1});
  const auto states = lists.materialise(state, to(nodes[0]));
  ASSERT_EQ(states.size(), 2u);
  EXPECT_EQ(states[1].find(AbstractMemory::key(global, 0))->value, constant(0));
}

TEST_F(ListsTest, PointersIntoTheMiddleKeepNodesApart) {
  const auto nodes = chain(3, false);
  set(nodes[0], number, to(nodes[1]));
  lists.summarise(state);
  EXPECT_TRUE(memory.certainly_exists(state, nodes[0]));
}

TEST_F(ListsTest, DifferentContentsKeepNodesApartAsLongAsThereAreFew) {
  const auto nodes = chain(3, false);
  for (std::size_t i = 0; i < nodes.size(); ++i) set(nodes[i], number, constant(i));
  lists.summarise(state);
  for (const AbstractObjectId node : nodes) EXPECT_TRUE(memory.certainly_exists(state, node));
  const auto many = chain(9, false);
  for (std::size_t i = 0; i < many.size(); ++i) set(many[i], number, constant(i));
  lists.summarise(state);
  EXPECT_TRUE(memory.is_list(state, many[0]));
}

TEST_F(ListsTest, BothEndsOfADoublyLinkedListBecomeBlocks) {
  const auto nodes = chain(4, true);
  set(block(), next, to(nodes[3])); // another block's pointer to the last
  lists.summarise(state);
  ASSERT_TRUE(memory.is_list(state, nodes[0]));
  const auto states = lists.materialise(state, to(memory.last_node(nodes[0])));
  ASSERT_EQ(states.size(), 1u);
  AbstractObjectId last = 0;
  states[0].cells().for_each([&](std::uint64_t at, const value::AbstractCell& cell) {
    if (cell.value == to(memory.last_node(nodes[0]))) last = AbstractMemory::object_of(at);
  });
  EXPECT_TRUE(memory.certainly_exists(states[0], last)); // whose pointer to the previous node leads into the list
}

TEST_F(ListsTest, LostBlocksAreNotForgotten) {
  chain(1, false);
  EXPECT_TRUE(memory.knows_all_blocks(canonical(memory, state)));
  set(global, 0, constant(0));
  EXPECT_FALSE(memory.knows_all_blocks(canonical(memory, state)));
}

} // namespace
} // namespace tandem::analysis::shape
