#include "analysis/reach/arg_gia.h"

#include "analysis/reach/arg_for_test.h"
#include "analysis/reach/bounds_domain.h"
#include "analysis/reach/gia_domain.h"
#include "analysis/value/value_domain.h"
#include "exchange/combine/minimise.h"
#include "exchange/gia/gia_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::reach {
namespace {

constexpr std::string_view two_branches = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
one: int one(void)
  O0 -> exit  return 1
main: int main(void)
  var int x
  var int y
  L0 -> L1  x = __VERIFIER_nondet_int()
  L1 -> L2  y = one()
  L2 -> L3  [x > 0]
  L2 -> L6  [!(x > 0)]
  L3 -> L4  [y == 1]
  L3 -> L5  [!(y == 1)]
  L5 -> L4  reach_error()
  L4 -> exit  return 0
  L6 -> L4  [x < 100]
  L6 -> L5  [!(x < 100)]
)";

class ArgGia : public testing::Test {
protected:
  // Transitions and accepting states of the smallest automaton, without the header.
  static std::string text_of(const exchange::Gia& gia) {
    const std::string text = exchange::gia_text(exchange::combine::minimised(gia));
    return text.substr(text.find("state"));
  }
};

TEST_F(ArgGia, ClosedPartsCollapseAndAlarmsAreCandidates) {
  ProgramForTest test(two_branches);
  value::ValueDomain domain(test.program, test.aliases, test.stacks, {});
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  EXPECT_EQ(text_of(gia_of(graph, {})), R"(state q0 initial
state q1
state q2
state q3
state ut ut
state q5
state q6 cand

q0 -> q1 on main@9:1
q1 -> q2 on main@10:1
q2 -> q3 on one@5:1
q3 -> ut on main@11:1+
q3 -> q5 on main@12:1-
q5 -> ut on main@17:1+
q5 -> q6 on main@18:1-
end
)");
}

TEST_F(ArgGia, AClosedGraphIsOneState) {
  ProgramForTest test(two_branches);
  value::ValueDomain domain(test.program, test.aliases, test.stacks, {.precision = value::ValuePrecision::Intervals});
  Arg graph = test.graph(domain, {.order = Order::ReversePostOrder, .at_target = AtTarget::Collect});
  graph.explore({});
  EXPECT_EQ(text_of(gia_of(graph, {})), "state ut initial ut\n\nend\n");
}

TEST_F(ArgGia, AConfirmedErrorIsReached) {
  ProgramForTest test(two_branches);
  LocationDomain domain;
  Arg graph = test.graph(domain);
  ASSERT_EQ(graph.explore({}), Arg::Pause::Target);
  EXPECT_NE(text_of(gia_of(graph, {}, graph.target())).find(" on main@15:1\n"), std::string::npos);
  EXPECT_NE(text_of(gia_of(graph, {}, graph.target())).find("state rt rt\n"), std::string::npos);
}

TEST_F(ArgGia, AConditionStopsTheExploration) {
  ProgramForTest test(two_branches);
  // Intervals prove what explicit values do not.
  const exchange::Gia condition = exchange::read_gia_text(R"(tandem-gia 1
data-model LP64
state a initial
state b
state done ut
a -> a on main@9:1 main@10:1 one@5:1
a -> b on main@12:1-
b -> done on main@18:1- if x >= 100
end
)");
  exchange::RunGia run(test.program, condition);
  GiaDomain known(run);
  value::ValueDomain values(test.program, test.aliases, test.stacks, {});
  Composite both({&known, &values});
  Arg graph = test.graph(both, {.at_target = AtTarget::Collect});
  graph.explore({});
  // The branch implies x >= 100, so that the other side of the split is empty for intervals, but not for values.
  std::size_t closed = 0, targets = 0;
  for (const ArgNode& node : graph.nodes()) {
    closed += node.status == NodeStatus::Verified;
    targets += node.status == NodeStatus::Target;
  }
  EXPECT_EQ(closed, 1u);
  EXPECT_EQ(targets, 1u);
  const std::string text = text_of(gia_of(graph, {}));
  EXPECT_NE(text.find("x >= 100"), std::string::npos) << text;

  value::ValueDomain ranges(test.program, test.aliases, test.stacks, {.precision = value::ValuePrecision::Intervals});
  Composite precise({&known, &ranges});
  Arg all = test.graph(precise, {.order = Order::ReversePostOrder, .at_target = AtTarget::Collect});
  all.explore({});
  EXPECT_TRUE(all.closed_nodes()[Arg::root]);
}

TEST_F(ArgGia, WhatALimitCutsOffIsACandidate) {
  ProgramForTest test(R"(
void reach_error(void)
main: int main(void)
  var int i
  L0 -> L1  i = 0
  L1 -> L2  [i < 50]
  L1 -> L3  [!(i < 50)]
  L2 -> L1  i = i + 1
  L3 -> exit  return 0
)");
  BoundsDomain bounds({.loop_iterations = 2});
  value::ValueDomain values(test.program, test.aliases, test.stacks, {});
  Composite both({&bounds, &values});
  Arg graph = test.graph(both);
  EXPECT_EQ(graph.explore({}), Arg::Pause::Done);
  EXPECT_EQ(text_of(gia_of(graph, {})), R"(state q0 initial
state q1
state q2
state ut ut
state q4
state q5
state q6
state q7
state q8 cand

q0 -> q1 on main@5:1
q1 -> q2 on main@6:1+
q1 -> ut on main@7:1-
q2 -> q4 on main@8:1
q4 -> ut on main@7:1-
q4 -> q5 on main@6:1+
q5 -> q6 on main@8:1
q6 -> ut on main@7:1-
q6 -> q7 on main@6:1+
q7 -> q8 on main@8:1
end
)");
}

// Two successors that no assumption distinguishes: one is closed, the other is not.
TEST_F(ArgGia, SetsOfNodesAreClosedTogether) {
  class Doubling : public Domain {
  public:
    struct Side : DomainState {
      explicit Side(int n) : n(n) {}
      int n;
    };
    static int side(const DomainState& state) { return static_cast<const Side&>(state).n; }
    StatePtr initial(const ControlPoint&) override { return std::make_shared<Side>(0); }
    std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override {
      if (step.edge->name == "main@9:1") return {{std::make_shared<Side>(1), {}}, {std::make_shared<Side>(2), {}}};
      if (step.edge->name == "main@18:1-" && side(*state) == 1) return {};
      return {{state, {}}};
    }
    bool covers(const DomainState& a, const DomainState& b, const ControlPoint&) override { return side(a) == side(b); }
  };
  ProgramForTest test(two_branches);
  Doubling domain;
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  const std::string text = text_of(gia_of(graph, {}));
  EXPECT_EQ(text.find("ut on main@18:1-"), std::string::npos) << text;
  EXPECT_NE(text.find("cand"), std::string::npos);
}

TEST_F(ArgGia, RefutedTargetsAreClosedWhileTheirPathIsTheOnlyOne) {
  ProgramForTest test(R"(
void reach_error(void)
main: int main(int x)
  L0 -> L1  [x > 0]
  L0 -> L2  [!(x > 0)]
  L1 -> L3  x = 0
  L2 -> L3  x = 1
  L3 -> L4  reach_error()
  L4 -> exit  return x
)");
  LocationDomain merging;
  Arg covered = test.graph(merging, {.at_target = AtTarget::Collect});
  covered.explore({});
  for (NodeId id = 0; id < covered.nodes().size(); ++id)
    if (covered.nodes()[id].status == NodeStatus::Target) covered.refute(id);
  EXPECT_FALSE(covered.closed_nodes()[Arg::root]) << "two paths lead there";

  value::ValueDomain values(test.program, test.aliases, test.stacks, {});
  Arg apart = test.graph(values, {.at_target = AtTarget::Collect});
  apart.explore({});
  for (NodeId id = 0; id < apart.nodes().size(); ++id)
    if (apart.nodes()[id].status == NodeStatus::Target) apart.refute(id);
  EXPECT_TRUE(apart.closed_nodes()[Arg::root]);
}

// Thousands of iterations that end open are one candidate; what is closed beside them is exported.
TEST_F(ArgGia, LongOpenPathsAreNotExported) {
  ProgramForTest test(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  var int i
  L0 -> L1  x = __VERIFIER_nondet_int()
  L1 -> L2  i = 0
  L2 -> L3  [x == 0]
  L2 -> L6  [!(x == 0)]
  L3 -> L4  [i < 900]
  L3 -> L5  [!(i < 900)]
  L4 -> L3  i = i + 1
  L5 -> L10  [i < 900]
  L5 -> L11  [!(i < 900)]
  L6 -> L7  [i < 700]
  L6 -> L8  [!(i < 700)]
  L7 -> L6  i = i + 1
  L8 -> L10  [x == 1]
  L8 -> L11  [!(x == 1)]
  L10 -> L11  reach_error()
  L11 -> exit  return 0
)");
  value::ValueDomain domain(test.program, test.aliases, test.stacks, {});
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  const exchange::Gia full = gia_of(graph, {});
  EXPECT_GT(full.states().size(), 1400u);
  const exchange::Gia worthwhile = gia_of(graph, {}, std::nullopt, Detail::Worthwhile);
  EXPECT_LT(worthwhile.states().size(), 200u);
  const auto has = [&](exchange::Accept accept) {
    return std::ranges::any_of(worthwhile.states(), [&](const auto& state) { return state.accept == accept; });
  };
  EXPECT_TRUE(has(exchange::Accept::Candidate));
  const std::string text = exchange::gia_text(worthwhile);
  EXPECT_NE(text.find("-> ut on main@9:1+"), std::string::npos) << text;
}

// Many open nodes with nothing closed beside them, but no control point more than 128 times: combinations of choices
// that another analysis would have to distinguish by itself.
TEST_F(ArgGia, WhatDoesNotRepeatItselfIsExportedInFull) {
  constexpr int choices = 7;
  std::string text =
      "void reach_error(void)\nint __VERIFIER_nondet_int(void)\nmain: int main(void)\n  var int y\n  var int n\n";
  for (int i = 0; i < choices; ++i) text += fmt::format("  var int a{}\n", i);
  text += "  L0 -> P0  y = __VERIFIER_nondet_int()\n";
  for (int i = 0; i < choices; ++i)
    text += fmt::format(
        "  P{0} -> Q{0}  n = __VERIFIER_nondet_int()\n  Q{0} -> R{0}  [n == 0]\n  Q{0} -> S{0}  [!(n == 0)]\n"
        "  R{0} -> P{1}  a{0} = 1\n  S{0} -> P{1}  a{0} = 0\n",
        i, i + 1);
  text += fmt::format("  P{} -> E  [y == a0]\n  P{} -> F  [!(y == a0)]\n  E -> F  reach_error()\n", choices, choices);
  text += "  F -> exit  return a0"; // so that none of them is dead before
  for (int i = 1; i < choices; ++i) text += fmt::format(" + a{}", i);
  ProgramForTest test(text);
  value::ValueDomain domain(test.program, test.aliases, test.stacks, {});
  Arg graph = test.graph(domain, {.at_target = AtTarget::Collect});
  graph.explore({});
  const exchange::Gia full = gia_of(graph, {});
  EXPECT_GT(full.states().size(), 500u);
  EXPECT_EQ(gia_of(graph, {}, std::nullopt, Detail::Worthwhile).states().size(), full.states().size());
}

} // namespace
} // namespace tandem::analysis::reach
