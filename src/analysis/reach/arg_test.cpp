#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::reach {
namespace {

constexpr std::string_view branches = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
twice: int twice(int a)
  L0 -> exit  return a + a
main: int main(void)
  var int x
  L0 -> L1  x = __VERIFIER_nondet_int()
  L1 -> L2  [x < 3]
  L1 -> L3  [!(x < 3)]
  L2 -> L4  x = twice(x)
  L3 -> L4  x = twice(3)
  L4 -> L5  [x == 7]
  L4 -> L6  [!(x == 7)]
  L5 -> L6  reach_error()
  L6 -> exit  return x
)";

std::size_t count(const Arg& graph, NodeStatus status) {
  return static_cast<std::size_t>(std::count_if(graph.nodes().begin(), graph.nodes().end(),
                                                [&](const ArgNode& node) { return node.status == status; }));
}

TEST(Arg, CallsAreEnteredAndLeftOnceForEachStack) {
  ProgramForTest test(branches);
  LocationDomain domain;
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  EXPECT_EQ(graph.explore({}), Arg::Pause::Done);
  const Function& twice = *test.program.find_function("twice");
  std::size_t entries = 0, ends = 0;
  for (const ArgNode& node : graph.nodes()) {
    entries += node.at.location == &twice.entry();
    ends += node.at.location == &twice.exit();
  }
  EXPECT_EQ(entries, 2u);
  EXPECT_EQ(ends, 2u);
  EXPECT_EQ(count(graph, NodeStatus::Target), 1u);
}

TEST(Arg, EveryOrderFindsTheSameControlPoints) {
  std::vector<std::size_t> sizes;
  for (const Order order : {Order::DepthFirst, Order::BreadthFirst, Order::ReversePostOrder}) {
    ProgramForTest test(branches);
    LocationDomain domain;
    Arg graph = test.graph(domain, {.order = order, .at_target = AtTarget::Collect});
    EXPECT_EQ(graph.explore({}), Arg::Pause::Done);
    sizes.push_back(graph.nodes().size());
  }
  EXPECT_EQ(sizes[0], sizes[1]);
  EXPECT_EQ(sizes[0], sizes[2]);
}

TEST(Arg, APausedTargetHasAPathThatEndsWithTheErrorCall) {
  ProgramForTest test(branches);
  LocationDomain domain;
  Arg graph = test.graph(domain);
  ASSERT_EQ(graph.explore({}), Arg::Pause::Target);
  const std::vector<const Edge*> path = graph.program_path_to(graph.target());
  ASSERT_GE(path.size(), 6u);
  EXPECT_EQ(path.front()->from, &test.program.entry().entry());
  EXPECT_EQ(path.back()->op.callee->name(), "reach_error");
  EXPECT_TRUE(std::any_of(path.begin(), path.end(), [](const Edge* edge) { return edge->op.kind == OpKind::Return; }));
}

TEST(Arg, ClosedIsWhatLeadsToNothingOpen) {
  ProgramForTest test(R"(
void reach_error(void)
main: int main(int x)
  L0 -> L1  [x > 0]
  L0 -> L2  [!(x > 0)]
  L1 -> L1  x = x + 1
  L2 -> L3  reach_error()
  L3 -> exit  return 0
)");
  LocationDomain domain;
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  const std::vector<bool> closed = graph.closed_nodes();
  EXPECT_FALSE(closed[Arg::root]);
  for (NodeId id = 0; id < closed.size(); ++id) {
    const Location& at = *graph.nodes()[id].at.location;
    const bool is_loop = at.out.size() == 1 && at.out[0]->to == &at;
    EXPECT_EQ(closed[id], is_loop) << id;
  }
}

constexpr std::string_view recursive = R"(
void reach_error(void)
down: int down(int n)
  var int r
  L0 -> L1  [n > 0]
  L0 -> L2  [!(n > 0)]
  L1 -> L3  r = down(n - 1)
  L3 -> exit  return r
  L2 -> exit  return 0
main: int main(int n)
  var int r
  L0 -> L1  r = down(n)
  L1 -> exit  return r
)";

TEST(Arg, RecursionBeyondTheBoundStaysOpen) {
  ProgramForTest test(recursive);
  LocationDomain domain;
  Arg graph = test.graph(domain, {.recursion_bound = 3});
  EXPECT_EQ(graph.explore({}), Arg::Pause::Done);
  EXPECT_EQ(count(graph, NodeStatus::CutOff), 1u);
  EXPECT_FALSE(graph.closed_nodes()[Arg::root]);
  const auto cut = std::find_if(graph.nodes().begin(), graph.nodes().end(),
                                [](const ArgNode& node) { return node.status == NodeStatus::CutOff; });
  EXPECT_EQ(graph.reasons()[cut->reason], "recursion of 'down' deeper than 3");
}

TEST(Arg, CallsThroughPointersEnterAllPossibleCallees) {
  ProgramForTest test(R"(
void reach_error(void)
good: void good(void)
  L0 -> exit  return
bad: void bad(void)
  L0 -> L1  reach_error()
  L1 -> exit  return
main: int main(int n)
  var void (*f)(void)
  L0 -> L1  f = n ? &good : &bad
  L1 -> L2  f()
  L2 -> exit  return 0
)");
  LocationDomain domain;
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  EXPECT_EQ(count(graph, NodeStatus::Target), 1u);
  const auto call = std::find_if(graph.nodes().begin(), graph.nodes().end(), [](const ArgNode& node) {
    return !node.out.empty() && node.out[0].kind == TransferKind::Call;
  });
  EXPECT_EQ(call->out.size(), 2u);
}

TEST(Arg, RemovedPartsAreExploredAgain) {
  ProgramForTest test(branches);
  LocationDomain domain;
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  const std::size_t before = graph.nodes().size();
  graph.remove(static_cast<NodeId>(before / 2));
  EXPECT_GT(count(graph, NodeStatus::Waiting), 0u);
  EXPECT_FALSE(graph.closed_nodes()[Arg::root]);
  EXPECT_EQ(graph.explore({}), Arg::Pause::Done);
  EXPECT_EQ(graph.nodes().size() - count(graph, NodeStatus::Removed), before);
}

// Counts iterations up to a limit and may merge: exercises the graph as a domain with joins does.
class CountingDomain : public Domain {
public:
  struct Count : DomainState {
    explicit Count(int n) : n(n) {}
    int n;
  };
  static int number(const DomainState& state) { return static_cast<const Count&>(state).n; }

  StatePtr initial(const ControlPoint&) override { return std::make_shared<Count>(0); }
  std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override {
    if (step.edge->op.kind != OpKind::Assign) return {{state, {}}};
    return {{std::make_shared<Count>(std::min(number(*state) + 1, 100)), {}}};
  }
  bool covers(const DomainState& a, const DomainState& b, const ControlPoint&) override {
    return number(a) >= number(b);
  }
  StatePtr join(const StatePtr& a, const StatePtr& b, const MergePoint& at) override {
    if (at.is_loop_head) heads.push_back(at.merges);
    return std::make_shared<Count>(at.is_loop_head && at.merges > 2 ? 100 : std::max(number(*a), number(*b)));
  }
  std::uint64_t hash(const DomainState& state) override { return static_cast<std::uint64_t>(number(state)); }
  std::vector<std::uint32_t> heads;
};

TEST(Arg, MergingDomainsHaveOneNodeForEachControlPoint) {
  ProgramForTest test(R"(
main: int main(int x)
  L0 -> L1  [x > 0]
  L0 -> L2  [!(x > 0)]
  L1 -> L0  x = x - 1
  L2 -> exit  return 0
)");
  CountingDomain domain;
  Arg graph = test.graph(domain, {.order = Order::ReversePostOrder});
  EXPECT_EQ(graph.explore({}), Arg::Pause::Done);
  EXPECT_EQ(graph.nodes().size(), 4u);
  EXPECT_EQ(domain.heads, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(CountingDomain::number(*graph.nodes()[Arg::root].state), 100);
  EXPECT_TRUE(graph.closed_nodes()[Arg::root]);
}

// One domain splits by an assumption; the next one receives it.
TEST(Arg, CompositesPassAssumptionsOn) {
  ProgramForTest test(branches);
  class Splitter : public LocationDomain {
  public:
    explicit Splitter(const Expr& condition) : condition(condition) {}
    std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override {
      if (step.edge->op.kind != OpKind::Nondet && step.edge->op.kind != OpKind::Call) return {{state, {}}};
      return {{state, {&condition}}, {state, {}}};
    }
    const Expr& condition;
  };
  class Listener : public LocationDomain {
  public:
    std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override {
      heard += step.assumptions.size();
      return {{state, {}}};
    }
    std::size_t heard = 0;
  };
  Splitter splitter(*test.program.entry().edges()[1]->op.value);
  Listener listener;
  Composite both({&splitter, &listener});
  Arg graph = test.graph(both, {.at_target = AtTarget::Collect});
  graph.explore({});
  EXPECT_GE(listener.heard, 1u);
  EXPECT_EQ(graph.nodes()[Arg::root].out.size(), 2u);
  EXPECT_EQ(graph.nodes()[Arg::root].out[0].assumptions.size(), 1u);
}

} // namespace
} // namespace tandem::analysis::reach
