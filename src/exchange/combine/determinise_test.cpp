#include "exchange/combine/determinise.h"

#include "exchange/combine/contradiction.h"
#include "exchange/combine/gia_properties_for_test.h"
#include "exchange/gia/gia_file.h"

#include <gtest/gtest.h>

namespace tandem::exchange::combine {
namespace {

constexpr std::string_view program_text = "int x = 0\nint y = 0\nmain: int main(void)\n"
                                          "  main@1:1  L0 -> L1  x = 1\n  main@2:1  L1 -> L2  x = 2\n"
                                          "  main@3:1  L2 -> L3  x = 3\n  main@4:1  L3 -> exit  return x\n";

class DeterminiseTest : public testing::Test {
protected:
  std::string result(const std::string& lines) {
    return gia_text(determinised(program, read_gia_text("tandem-gia 1\n" + lines + "end\n"))).substr(14);
  }
  const Program program = text::read_cfa(program_text, DataModel::LP64);
};

TEST_F(DeterminiseTest, RunsBecomeSets) {
  EXPECT_EQ(result("state a initial\nstate b\nstate c cand\nstate d ut\n"
                   "a -> b on main@1:1\na -> c on main@1:1 main@2:1\nb -> d on main@3:1\nc -> d on main@4:1\n"),
            "state a initial\nstate b|c cand\nstate c cand\nstate d ut\n\n"
            "a -> b|c on main@1:1\na -> c on main@2:1\nb|c -> d on main@3:1\nb|c -> d on main@4:1\nc -> d on main@4:1\n"
            "end\n");
}

TEST_F(DeterminiseTest, AnyEdgeIsEnumeratedBesideNamedEdges) {
  EXPECT_EQ(result("state a initial\nstate b\nstate d ut\n"
                   "a -> a on *\na -> b on main@1:1\nb -> d on main@2:1\n"),
            "state a initial\nstate a|b\nstate d ut\n\n"
            "a -> a|b on main@1:1\na -> a on main@2:1 main@3:1 main@4:1\n"
            "a|b -> a|b on main@1:1\na|b -> d on main@2:1\na|b -> a on main@3:1 main@4:1\nend\n");
}

TEST_F(DeterminiseTest, ConditionsBecomeCases) {
  EXPECT_EQ(result("state a initial\nstate b cand invariant y\nstate c ut\nstate d cand\n"
                   "a -> b on main@1:1 if x > 0\na -> c on main@1:1 if !x || y\na -> d on main@1:1\n"),
            "state a initial\nstate c ut\nstate b|d cand\nstate d cand\n\n"
            "a -> c on main@1:1 if ((x > 0) && (y)) && (!x || y)\n"
            "a -> b|d on main@1:1 if ((x > 0) && (y)) && !(!x || y)\n"
            "a -> c on main@1:1 if !((x > 0) && (y)) && (!x || y)\n"
            "a -> d on main@1:1 if !((x > 0) && (y)) && !(!x || y)\n"
            "end\n");
}

TEST_F(DeterminiseTest, ValuesOfOneLvalueAreMutuallyExclusive) {
  std::string lines = "state a initial\nstate b cand\nstate c ut\n";
  for (int value = 0; value < 50; ++value) lines += "a -> c on main@1:1 if x == " + std::to_string(value) + "\n";
  const Gia gia = determinised(program, read_gia_text("tandem-gia 1\n" + lines + "end\n"));
  EXPECT_EQ(gia.transitions().size(), 50u);
  EXPECT_EQ(gia.text(gia.transitions()[7].assumption), "x == 7");
  EXPECT_EQ(result("state a initial\nstate b cand\nstate c ut\n"
                   "a -> b on main@1:1\na -> c on main@1:1 if x == 8\na -> c on main@1:1 if 010 == x\n"),
            "state a initial\nstate c ut\nstate b cand\n\n"
            "a -> c on main@1:1 if x == 8\na -> b on main@1:1 if !(x == 8)\nend\n");
}

TEST_F(DeterminiseTest, ContradictionsAreRefused) {
  try {
    result("state a initial\nstate b\nstate c ut\nstate d\nstate e rt\n"
           "a -> b on main@1:1\na -> d on *\nb -> c on main@2:1 if x\nd -> d on main@2:1\nd -> e on main@3:1\n");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("paths that begin with main@1:1, main@2:1 are claimed to be both"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(DeterminiseTest, PlainDeterminism) {
  const auto plain = [](const std::string& lines) {
    return is_plainly_deterministic(read_gia_text("tandem-gia 1\nstate a initial\nstate b\n" + lines + "end\n"));
  };
  EXPECT_TRUE(plain("a -> b on e1\na -> a on e2\nb -> b on *\n"));
  EXPECT_FALSE(plain("a -> b on e1\na -> a on e2 e1\n"));
  EXPECT_FALSE(plain("a -> b on e1\na -> a on *\n"));
}

// At most one transition can be taken for any edge.
bool has_one_run(const World& world, const Gia& gia) {
  RunGia run(world.program, gia);
  for (const TestPath& path : world.paths) {
    StateId state = run.initial();
    for (std::size_t i = 0; i < path.edges.size(); ++i) {
      std::size_t possible = 0;
      StateId next = state;
      for (const RunGia::BoundTransition& step : run.transitions(state, *path.edges[i])) {
        if (step.invariant != nullptr) return false;
        if (step.assumption != nullptr && evaluate(*step.assumption, path.values[i + 1]) == 0) continue;
        ++possible;
        next = step.target;
      }
      if (possible > 1) return false;
      if (possible == 0) break;
      state = next;
    }
  }
  return true;
}

TEST(Determinise, PropertyLanguagesArePreserved) {
  std::size_t nondeterministic = 0;
  const auto make = [](World& world) {
    RandomGiaOptions options{.states = 2 + below(world.random, 6)};
    if (chance(world.random, 70)) options.rt = false; // with both ut and rt, many contradict themselves
    std::vector<Gia> result;
    result.push_back(random_gia(world.program, world.random, options));
    return result;
  };
  const std::size_t held = expect_property(1500, make, [&](const World& world, const std::vector<Gia>& gias) {
    std::optional<Gia> one;
    try {
      one = determinised(world.program, gias[0]);
    } catch (const InputError&) {
      return PropertyResult::Silent;
    }
    nondeterministic += is_plainly_deterministic(gias[0]) ? 0 : 1;
    if (!has_one_run(world, *one)) return PropertyResult::Broken;
    const auto before = languages(world.program, gias[0], world.paths);
    const auto after = languages(world.program, *one, world.paths);
    for (std::size_t i = 0; i < before.size(); ++i)
      if (after[i].cand && !before[i].cand) return PropertyResult::Broken;
    return same_open_languages(before, after);
  });
  EXPECT_GT(held, 800u);
  EXPECT_GT(nondeterministic, 500u);
}

// Only automata with two runs that end differently are refused.
TEST(Determinise, PropertyOnlyContradictionsAreRefused) {
  const auto make = [](World& world) {
    std::vector<Gia> result;
    result.push_back(random_gia(world.program, world.random, {.percent_conditions = 0}));
    return result;
  };
  const std::size_t held = expect_property(500, make, [&](const World& world, const std::vector<Gia>& gias) {
    try {
      determinised(world.program, gias[0]);
      return PropertyResult::Silent;
    } catch (const InputError&) {
      return find_contradiction(gias[0], gias[0], nullptr).found ? PropertyResult::Holds : PropertyResult::Broken;
    }
  });
  EXPECT_GT(held, 30u);
}

} // namespace
} // namespace tandem::exchange::combine
