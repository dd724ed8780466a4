#include "program/graph/weak_order.h"

#include "program/model/program_builder.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem::graph {
namespace {

// A function whose graph has these edges between locations 0 (entry), 1, 2 …; at most two leave each.
Program graph(std::size_t size, const std::vector<std::pair<int, int>>& edges) {
  auto context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder(context);
  TypeTable& types = context->types();
  Function& main = builder.declare_function("main", "main", types.function(types.void_type(), {}, false, true), {});
  builder.begin_body(main, {});
  std::vector<DraftLocation> nodes{builder.entry(main)};
  while (nodes.size() < size) nodes.push_back(builder.add_location(main));
  for (auto [from, to] : edges) {
    Operation op;
    op.kind = OpKind::Assume;
    op.value = &context->integer(types.int_type(), 1);
    builder.add_edge(nodes[static_cast<std::size_t>(from)], nodes[static_cast<std::size_t>(to)], op,
                     {{0, static_cast<std::uint32_t>(from) + 1, 1}, {}});
  }
  return builder.finish(main);
}

void expect_weak_topological(const Program& program) {
  const WeakOrder order(program.entry());
  ASSERT_EQ(order.order().size(), program.entry().locations().size());
  for (const Edge* edge : program.edges()) {
    if (!order.is_back_edge(*edge)) continue;
    bool leads_to_a_head_around_its_source = false;
    for (std::int32_t c = order.component(*edge->from); c >= 0;
         c = order.components()[static_cast<std::size_t>(c)].parent)
      leads_to_a_head_around_its_source |= order.components()[static_cast<std::size_t>(c)].head == edge->to;
    EXPECT_TRUE(leads_to_a_head_around_its_source) << edge->name;
  }
  for (const LoopComponent& component : order.components()) {
    EXPECT_EQ(order.position(*component.head), component.first);
    if (component.parent < 0) continue;
    const LoopComponent& outer = order.components()[static_cast<std::size_t>(component.parent)];
    EXPECT_GT(component.first, outer.first);
    EXPECT_LE(component.last, outer.last);
  }
}

TEST(WeakOrder, NestedLoopsNest) {
  const Program program = graph(5, {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 1}, {1, 4}});
  const WeakOrder order(program.entry());
  expect_weak_topological(program);
  ASSERT_EQ(order.components().size(), 2u);
  EXPECT_EQ(order.components()[0].depth, 1u);
  EXPECT_EQ(order.components()[1].depth, 2u);
  EXPECT_EQ(order.components()[1].parent, 0);
  EXPECT_EQ(order.components()[1].first, order.components()[1].last);
}

TEST(WeakOrder, AnIrreducibleLoopHasOneHead) {
  const Program program = graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}});
  const WeakOrder order(program.entry());
  expect_weak_topological(program);
  EXPECT_EQ(order.components().size(), 1u);
}

TEST(WeakOrder, HoldsOnRandomGraphs) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const int size = 2 + static_cast<int>(random() % 12);
    std::vector<std::pair<int, int>> edges;
    for (int from = 0; from < size; ++from)
      for (unsigned i = 0; i < random() % 3; ++i)
        edges.emplace_back(from, static_cast<int>(random() % static_cast<unsigned>(size)));
    expect_weak_topological(graph(static_cast<std::size_t>(size), edges));
  }
}

} // namespace
} // namespace tandem::graph
