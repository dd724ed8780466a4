#include "exchange/combine/restrict.h"

#include "exchange/combine/gia_properties_for_test.h"
#include "exchange/gia/gia_file.h"

#include <gtest/gtest.h>

namespace tandem::exchange::combine {
namespace {

Gia automaton(const std::string& lines) { return read_gia_text("tandem-gia 1\n" + lines + "end\n"); }

std::string text(const Gia& claims, const Gia& part) { return gia_text(restricted(claims, part)).substr(14); }

// The claim about everything is one about the part, and no more.
TEST(Restrict, AClaimIsCutToThePart) {
  const Gia everything = automaton("state a initial ut\n");
  const Gia part = automaton("state s initial\nstate t ut\ns -> s on *\ns -> t on e1\n");
  EXPECT_EQ(text(everything, part), "state q0 initial\nstate q1 ut\n\nq0 -> q0 on *\nq0 -> q1 on e1\nend\n");
}

TEST(Restrict, OutsideOfThePartNothingIsClaimed) {
  const Gia claims = automaton("state a initial\nstate b ut\na -> b on e2\n");
  const Gia part = automaton("state s initial\nstate t ut\ns -> t on e1\n");
  EXPECT_EQ(text(claims, part), "state q0 initial\n\nend\n");
}

TEST(Restrict, InvariantsAndErrorsAreNotKept) {
  const Gia claims = automaton("state a initial\nstate b invariant x > 0\nstate c ut\nstate r rt\na -> b on e1\nb -> c "
                               "on e2 if y\na -> r on e3\n");
  const Gia part = automaton("state s initial\nstate t ut\ns -> t on e1 if z\n");
  EXPECT_EQ(text(claims, part), "state q0 initial\nstate q1\nstate q2 ut\n\nq0 -> q1 on e1 if (x > 0) && (z)\n"
                                "q1 -> q2 on e2 if y\nend\n");
}

TEST(Restrict, TheLanguageIsTheIntersection) {
  const auto two = [](World& world) {
    return std::vector<Gia>{random_gia(world.program, world.random), random_gia(world.program, world.random)};
  };
  const std::size_t held = expect_property(300, two, [](World& world, const std::vector<Gia>& gias) {
    const auto first = languages(world.program, gias[0], world.paths),
               second = languages(world.program, gias[1], world.paths);
    const auto both = languages(world.program, restricted(gias[0], gias[1]), world.paths);
    bool any = false;
    for (std::size_t i = 0; i < both.size(); ++i) {
      if (both[i] != Coverage{.ut = first[i].ut && second[i].ut}) return PropertyResult::Broken;
      any |= both[i].ut;
    }
    return any ? PropertyResult::Holds : PropertyResult::Silent;
  });
  EXPECT_GT(held, 30u);
}

} // namespace
} // namespace tandem::exchange::combine
