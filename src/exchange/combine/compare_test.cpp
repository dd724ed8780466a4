#include "exchange/combine/compare.h"

#include "exchange/combine/combine.h"
#include "exchange/combine/gia_properties_for_test.h"
#include "exchange/combine/minimise.h"

#include <gtest/gtest.h>

namespace tandem::exchange::combine {
namespace {

Gia automaton(const std::string& lines) { return read_gia_text("tandem-gia 1\n" + lines + "end\n"); }

std::string ut(const Gia& first, const Gia& second) {
  const Inclusion result = is_included(first, second, Accept::Unreachable);
  return result.answer == Inclusion::Answer::Included ? "included" : path_text(result.example);
}

TEST(Compare, ExamplesAreShortest) {
  const Gia a = automaton("state a initial\nstate b\nstate c ut\na -> b on e1\nb -> b on e2\nb -> c on e3 e4\n");
  const Gia b = automaton("state s initial\nstate t\nstate u ut\ns -> t on e1\nt -> u on e3\nt -> t on *\n");
  EXPECT_EQ(ut(a, b), "e1, e4");
  EXPECT_EQ(ut(b, a), "e1, *, e3"); // e1 is followed by what a does not know
  EXPECT_EQ(ut(a, a), "included");
  EXPECT_EQ(is_included(a, b, Accept::Candidate).answer, Inclusion::Answer::Included);
}

TEST(Compare, BeginningsCoverAllThatFollows) {
  const Gia early = automaton("state a initial\nstate b ut\na -> b on e1\n");
  const Gia late = automaton("state a initial\nstate b\nstate c ut\na -> b on e1\nb -> c on e2\n");
  EXPECT_EQ(ut(late, early), "included");
  EXPECT_EQ(ut(early, late), "e1");
}

TEST(Compare, FewerConditionsCoverMore) {
  const Gia free = automaton("state a initial\nstate b ut\na -> b on e1\n");
  const Gia bound = automaton("state a initial\nstate b ut invariant y\na -> b on e1 if x\n");
  EXPECT_EQ(ut(bound, free), "included");
  EXPECT_EQ(ut(free, bound), "e1");
  EXPECT_EQ(ut(bound, bound), "included");
}

// Where the answer is "included", it is true of every path.
TEST(Compare, PropertyInclusionsHold) {
  const auto make = [](World& world) {
    std::vector<Gia> result;
    for (int i = 0; i < 2; ++i)
      result.push_back(random_gia(world.program, world.random, {.percent_conditions = 15, .rt = false}));
    return result;
  };
  const std::size_t held = expect_property(1000, make, [](const World& world, const std::vector<Gia>& gias) {
    const bool included = is_included(gias[0], gias[1], Accept::Unreachable).answer == Inclusion::Answer::Included;
    const auto first = languages(world.program, gias[0], world.paths);
    const auto second = languages(world.program, gias[1], world.paths);
    bool some = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
      some |= first[i].ut;
      if (included && first[i].ut && !second[i].ut) return PropertyResult::Broken;
    }
    return included && some ? PropertyResult::Holds : PropertyResult::Silent;
  });
  EXPECT_GT(held, 20u);
}

// A combination includes its inputs, and a minimised automaton is equivalent to the original.
TEST(Compare, PropertyInputsAreIncludedInTheirCombination) {
  const auto make = [](World& world) {
    std::vector<Gia> result;
    for (int i = 0; i < 2; ++i) result.push_back(random_gia(world.program, world.random, {.rt = false}));
    return result;
  };
  expect_property(500, make, [](const World&, const std::vector<Gia>& gias) {
    const std::array inputs{CombineInput{&gias[0], "a"}, CombineInput{&gias[1], "b"}};
    const Gia both = combined(inputs), less = minimised(gias[0]);
    const auto included = [](const Gia& first, const Gia& second, Accept accept) {
      return is_included(first, second, accept).answer == Inclusion::Answer::Included;
    };
    if (!included(gias[0], both, Accept::Unreachable) || !included(gias[1], both, Accept::Unreachable))
      return PropertyResult::Broken;
    for (const Accept accept : {Accept::Unreachable, Accept::Candidate})
      if (!included(gias[0], less, accept) || !included(less, gias[0], accept)) return PropertyResult::Broken;
    return PropertyResult::Holds;
  });
}

} // namespace
} // namespace tandem::exchange::combine
