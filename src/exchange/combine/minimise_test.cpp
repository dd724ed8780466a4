#include "exchange/combine/minimise.h"

#include "exchange/combine/bisimilarity.h"
#include "exchange/combine/determinise.h"
#include "exchange/combine/gia_properties_for_test.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_file.h"

#include <gtest/gtest.h>

#include <set>

namespace tandem::exchange::combine {
namespace {

// By the definition: classes whose nodes differ in colour or in the classes of their successors are split.
std::vector<std::uint32_t> plain_classes(const LabelledGraph& graph) {
  std::vector<std::uint32_t> classes = graph.colours;
  for (;;) {
    std::map<std::pair<std::uint32_t, std::set<std::pair<std::uint32_t, std::uint32_t>>>, std::uint32_t> numbers;
    std::vector<std::uint32_t> next;
    for (std::uint32_t node = 0; node < classes.size(); ++node) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> steps;
      for (std::uint32_t i = graph.first_arc[node]; i < graph.first_arc[node + 1]; ++i)
        steps.insert({graph.arcs[i].letter, classes[graph.arcs[i].target]});
      const auto number = static_cast<std::uint32_t>(numbers.size());
      next.push_back(numbers.try_emplace({classes[node], steps}, number).first->second);
    }
    if (std::set(next.begin(), next.end()).size() == std::set(classes.begin(), classes.end()).size()) return next;
    classes = next;
  }
}

LabelledGraph random_graph(Random& random, std::uint32_t nodes, std::uint32_t letters, bool acyclic) {
  LabelledGraph graph;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.colours.push_back(below(random, 2));
    graph.first_arc.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
    for (std::uint32_t i = below(random, 4); i > 0; --i) {
      if (acyclic && node + 1 == nodes) break;
      const std::uint32_t target = acyclic ? node + 1 + below(random, std::min(3u, nodes - node - 1))
                                           : (node + below(random, 4) + nodes - 1) % nodes;
      graph.arcs.push_back({below(random, letters), target});
    }
  }
  graph.first_arc.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
  return graph;
}

TEST(Bisimilarity, AgreesWithTheDefinition) {
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const LabelledGraph graph =
        random_graph(random, 2 + below(random, 60), 1 + below(random, 2), below(random, 3) == 0);
    ASSERT_EQ(bisimilarity_classes(graph), plain_classes(graph)) << "seed " << seed;
  }
}

// A long chain into a loop: all nodes differ, which is found one after the other.
TEST(Bisimilarity, ALongChainIsSplitCompletely) {
  LabelledGraph graph;
  constexpr std::uint32_t size = 20'000;
  for (std::uint32_t node = 0; node < size; ++node) {
    graph.colours.push_back(node + 1 == size);
    graph.first_arc.push_back(node);
    graph.arcs.push_back({0, std::min(node + 1, size - 1)});
  }
  graph.first_arc.push_back(size);
  const std::vector<std::uint32_t> classes = bisimilarity_classes(graph);
  for (std::uint32_t node = 0; node < size; ++node) ASSERT_EQ(classes[node], node);
}

TEST(Minimise, VerifiedSubtreesCollapse) {
  const Gia gia =
      read_gia_text("tandem-gia 1\n"
                    "state a initial\nstate b\nstate c\nstate d ut\nstate e ut\nstate f\nstate g\nstate h cand\n"
                    "a -> b on e1\na -> c on e2\nb -> d on e3\nb -> d on e4\nc -> e on e4 e3\n"
                    "c -> e on e3 if x > 0\n"
                    "a -> f on e3\nf -> g on e1\ng -> f on e1\n" // accepts nothing
                    "a -> h on *\n"
                    "end\n");
  EXPECT_EQ(gia_text(minimised(gia)), "tandem-gia 1\n\n"
                                      "state a initial\nstate b\nstate d ut\nstate h cand\n\n"
                                      "a -> b on e1 e2\na -> h on *\nb -> d on e3 e4\nend\n");
}

TEST(Minimise, InvariantsAndConditionsDistinguishStates) {
  const std::string text = "tandem-gia 1\n\n"
                           "state a initial\nstate b invariant x > 0\nstate c\nstate d\nstate e ut\n\n"
                           "a -> b on e1\na -> c on e1\na -> d on e1\nb -> e on e2\nc -> e on e2\nd -> e on e2 if x\n"
                           "end\n";
  EXPECT_EQ(gia_text(minimised(read_gia_text(text))), text);
}

TEST(Minimise, WithoutAnythingAcceptedTheInitialStateIsLeft) {
  EXPECT_EQ(gia_text(minimised(read_gia_text("tandem-gia 1\nstate a\nstate b initial\nb -> a on *\nend\n"))),
            "tandem-gia 1\n\nstate b initial\n\nend\n");
}

std::vector<Gia> some_gia(World& world) {
  std::vector<Gia> result;
  result.push_back(random_gia(world.program, world.random, {.states = 2 + below(world.random, 8)}));
  return result;
}

TEST(Minimise, PropertyLanguagesArePreserved) {
  std::size_t smaller = 0;
  expect_property(1500, some_gia, [&](const World& world, const std::vector<Gia>& gias) {
    const Gia less = minimised(gias[0]);
    smaller += less.states().size() < gias[0].states().size() ? 1 : 0;
    if (gia_text(minimised(less)) != gia_text(less)) return PropertyResult::Broken;
    const bool same = languages(world.program, less, world.paths) == languages(world.program, gias[0], world.paths);
    return same ? PropertyResult::Holds : PropertyResult::Broken;
  });
  EXPECT_GT(smaller, 500u);
}

TEST(GiaFile, PropertyReadingInvertsWriting) {
  expect_property(500, some_gia, [](const World& world, const std::vector<Gia>& gias) {
    const Gia again = read_gia_text(gia_text(gias[0]));
    if (gia_text(again) != gia_text(gias[0])) return PropertyResult::Broken;
    const bool same = languages(world.program, again, world.paths) == languages(world.program, gias[0], world.paths);
    return same ? PropertyResult::Holds : PropertyResult::Broken;
  });
}

TEST(Trim, FutureAcceptanceIsWhatRunsMayAccept) {
  const Gia gia = read_gia_text("tandem-gia 1\nstate a initial\nstate b cand\nstate c ut\nstate d rt\nstate e\n"
                                "a -> b on *\nb -> c on *\ne -> d on *\nend\n");
  const std::vector<FutureAcceptance> future = future_acceptance(gia);
  EXPECT_TRUE(future[0].ut && future[0].cand && !future[0].rt);
  EXPECT_TRUE(future[2].ut && !future[2].cand && !future[2].rt);
  EXPECT_TRUE(future[4].rt && !future[4].ut && !future[4].cand);
}

} // namespace
} // namespace tandem::exchange::combine
