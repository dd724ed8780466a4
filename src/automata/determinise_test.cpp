#include "automata/determinise.h"

#include "automata/contradiction.h"
#include "automata/gia_file.h"
#include "automata/gia_laws_for_test.h"

#include <gtest/gtest.h>

namespace tandem::automata {
namespace {

constexpr std::string_view program_text = "int x = 0\nint y = 0\nmain: int main(void)\n"
                                          "  main@1:1  L0 -> L1  x = 1\n  main@2:1  L1 -> L2  x = 2\n"
                                          "  main@3:1  L2 -> L3  x = 3\n  main@4:1  L3 -> exit  return x\n";

class DeterminiseTest : public testing::Test {
protected:
  std::string result(const std::string& lines) {
    return gia_text(determinised(program, read_gia_text("tandem-gia 1\n" + lines + "end\n"))).substr(14);
  }
  const Program program = read_cfa(program_text, DataModel::LP64);
};

TEST_F(DeterminiseTest, RunsBecomeSets) {
  EXPECT_EQ(result("state a initial\nstate b\nstate c cand\nstate d ut\n"
                   "a -> b on main@1:1\na -> c on main@1:1 main@2:1\nb -> d on main@3:1\nc -> d on main@4:1\n"),
            "state a initial\nstate b|c cand\nstate c cand\nstate d ut\n\n"
            "a -> b|c on main@1:1\na -> c on main@2:1\nb|c -> d on main@3:1\nb|c -> d on main@4:1\nc -> d on main@4:1\n"
            "end\n");
}

TEST_F(DeterminiseTest, AnyEdgeIsWrittenOutBesideOthers) {
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

TEST_F(DeterminiseTest, ValuesOfOnePlaceExcludeEachOther) {
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
    EXPECT_NE(std::string(error.what()).find("paths that begin with main@1:1, main@2:1 are settled as both"),
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

// At most one step can be taken after any edge, and what is settled stays so.
void expect_one_run(const Program& program, const Gia& gia, const std::vector<TestPath>& paths) {
  RunGia run(program, gia);
  for (const TestPath& path : paths) {
    StateId state = run.initial();
    for (std::size_t i = 0; i < path.edges.size(); ++i) {
      std::size_t possible = 0;
      for (const RunGia::Step& step : run.steps(state, *path.edges[i])) {
        EXPECT_EQ(step.invariant, nullptr);
        if (step.assumption != nullptr && evaluate(*step.assumption, path.values[i + 1]) == 0) continue;
        ++possible;
        state = step.target;
      }
      ASSERT_LE(possible, 1u);
      if (possible == 0) break;
    }
  }
}

TEST(Determinise, LawLanguagesStay) {
  std::size_t refused = 0, nondeterministic = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    World world(seed);
    RandomGiaOptions options{.states = 2 + below(world.random, 6)};
    if (chance(world.random, 50)) options.rt = false; // half of the random ones contradict themselves
    const Gia gia = random_gia(world.program, world.random, options);
    std::optional<Gia> one;
    try {
      one = determinised(world.program, gia);
    } catch (const InputError&) {
      ++refused;
      continue;
    }
    nondeterministic += is_plainly_deterministic(gia) ? 0 : 1;
    expect_one_run(world.program, *one, world.paths);
    const auto before = languages(world.program, gia, world.paths), after = languages(world.program, *one, world.paths);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(before[i].ut, after[i].ut) << "seed " << seed << "\n" << gia_text(gia) << gia_text(*one);
      ASSERT_EQ(before[i].rt, after[i].rt) << "seed " << seed << "\n" << gia_text(gia) << gia_text(*one);
      if (!before[i].ut && !before[i].rt) ASSERT_EQ(before[i].cand, after[i].cand) << "seed " << seed;
      ASSERT_LE(after[i].cand, before[i].cand) << "seed " << seed;
    }
  }
  EXPECT_LT(refused, 200u);
  EXPECT_GT(nondeterministic, 100u);
}

} // namespace
} // namespace tandem::automata
