#include "exchange/combine/combine.h"

#include "exchange/combine/contradiction.h"
#include "exchange/combine/gia_properties_for_test.h"
#include "exchange/formats/gia_statistics.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace tandem::exchange::combine {
namespace {

Gia automaton(const std::string& lines) { return read_gia_text("tandem-gia 1\n" + lines + "end\n"); }

Gia combination(const std::vector<const Gia*>& gias) {
  std::vector<CombineInput> inputs;
  for (std::size_t i = 0; i < gias.size(); ++i) inputs.push_back({gias[i], std::string(1, static_cast<char>('A' + i))});
  return combined(inputs);
}

std::string text(const std::vector<const Gia*>& gias) { return gia_text(combination(gias)).substr(14); }

std::string error(const std::vector<const Gia*>& gias) {
  try {
    combination(gias);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Combine, CommonBeginningsAreShared) {
  const Gia a = automaton("state a initial\nstate b\nstate c ut\na -> b on e1 e2\nb -> c on e3\n");
  const Gia b = automaton("state s initial\nstate t\nstate u rt\ns -> t on e2\nt -> u on e4\n");
  EXPECT_EQ(text({&a, &b}), "state (a,s) initial\nstate b\nstate (b,t)\nstate c ut\nstate u rt\n\n"
                            "(a,s) -> b on e1\n(a,s) -> (b,t) on e2\nb -> c on e3\n(b,t) -> c on e3\n(b,t) -> u on e4\n"
                            "end\n");
}

// The reading on which theorem 2 depends: the second run must keep its own invariant.
TEST(Combine, RunsWithDifferentConditionsSeparate) {
  const Gia a = automaton("state a initial\nstate b invariant x > 0\nstate c ut\na -> b on e1\nb -> c on e2\n");
  const Gia b = automaton("state s initial\nstate t\nstate u ut\ns -> t on e1\nt -> u on e3 if x\n");
  EXPECT_EQ(text({&a, &b}), "state (a,s) initial\nstate t\nstate b invariant x > 0\nstate u ut\n\n"
                            "(a,s) -> t on e1\n(a,s) -> b on e1\nt -> u on e3 if x\nb -> u on e2\nend\n");
}

TEST(Combine, ADecidedPathIsNoCandidate) {
  const Gia a = automaton("state a initial\nstate b cand\nstate d cand\na -> b on e1\na -> d on e2\n");
  const Gia b = automaton("state s initial\nstate t ut\ns -> t on e1\n");
  EXPECT_EQ(text({&a, &b}),
            "state (a,s) initial\nstate t ut\nstate d cand\n\n(a,s) -> t on e1\n(a,s) -> d on e2\nend\n");
}

TEST(Combine, AnEmptyAutomatonChangesNothing) {
  const Gia a = automaton("state a initial\nstate b cand\nstate c ut\na -> b on e1 if x\nb -> c on *\n");
  const Gia nothing = automaton("state s initial\n");
  EXPECT_EQ(text({&a, &nothing}),
            "state (a,s) initial\nstate b cand\nstate c ut\n\n(a,s) -> b on e1 if x\nb -> c on *\nend\n");
  const Gia everything = automaton("state s initial ut\n");
  EXPECT_EQ(text({&a, &everything}), "state s initial ut\n\nend\n");
}

TEST(Combine, HeadersMustFitTogether) {
  const std::string file = "program " + std::string(64, '1') + " a.c\n",
                    other = "program " + std::string(64, '2') + " a.c\n";
  const Gia a = automaton(file + "data-model LP64\nproducer x + y\nstate a initial\n");
  const Gia b =
      automaton("program " + std::string(64, '1') + " moved.c\ndata-model LP64\nproducer a\nstate a initial\n");
  const Gia c = automaton(other + "data-model LP64\nstate a initial\n");
  const Gia d = automaton(file + "data-model ILP32\nstate a initial\n");
  const Gia e = automaton(file + "data-model LP64\nproperty p\nstate a initial\n");
  EXPECT_EQ(combination({&a, &b}).header().producer, "a + x + y");
  EXPECT_EQ(error({&a, &c}), "A and B are about different programs; only automata about the same go together");
  EXPECT_EQ(error({&a, &b, &d}), "A and C are about different data models; only automata about the same go together");
  EXPECT_EQ(error({&a, &e}), "A and B are about different properties; only automata about the same go together");
}

TEST(Combine, ContradictionsAreRefusedWithAPath) {
  const Gia a = automaton("state a initial\nstate b\nstate c ut\na -> b on e1\nb -> c on e2 e3\n");
  const Gia b =
      automaton("state s initial\nstate t\nstate u\nstate v rt\ns -> t on e1 if x == 1\nt -> u on *\nu -> v on e4\n");
  EXPECT_EQ(error({&a, &b}),
            "A and B contradict each other on paths that begin with e1 [x == 1], e2, e4: A says that no "
            "target is reached, B says that one is");
  EXPECT_EQ(error({&b, &a}),
            "A and B contradict each other on paths that begin with e1 [x == 1], e2, e4: B says that no "
            "target is reached, A says that one is");
  // Each has a condition of its own; they may never hold together.
  const Gia c = automaton("state s initial\nstate t\nstate u rt\ns -> t on e1\nt -> u on e2 if x == 2\n");
  const Gia d = automaton("state s initial\nstate t\nstate u ut\ns -> t on e1 if x == 1\nt -> u on e2\n");
  EXPECT_EQ(error({&c, &d}), "accepted");
  const Gia e = automaton("state s initial\nstate t rt\nstate u ut\ns -> t on e1\ns -> u on *\n");
  EXPECT_EQ(error({&e}),
            "A contradicts itself: for paths that begin with e1 it says that no target is reached and says "
            "that one is");
}

// Loops of coprime lengths have a product of all pairs; it is not built.
TEST(Combine, TheNumberOfSetsIsLimited) {
  const auto loop = [](int length, const std::string& exit) {
    std::string lines = "state q0 initial\n";
    for (int i = 1; i < length; ++i) lines += "state q" + std::to_string(i) + "\n";
    lines += "state out ut\n";
    for (int i = 0; i < length; ++i)
      lines += "q" + std::to_string(i) + " -> q" + std::to_string((i + 1) % length) + " on e1\n";
    return automaton(lines + "q0 -> out on " + exit + "\n");
  };
  const Gia a = loop(211, "e2"), b = loop(223, "e3"), both = combination({&a, &b});
  EXPECT_LT(both.states().size(), 3000u);
}

std::vector<const Gia*> pointers(const std::vector<Gia>& gias) {
  std::vector<const Gia*> result;
  for (const Gia& gia : gias) result.push_back(&gia);
  return result;
}

// Verifiers, sometimes with a tester among them; some claim both and often contradict each other.
std::vector<Gia> some_gias(World& world, std::uint32_t count) {
  std::vector<Gia> result;
  const bool is_bold = chance(world.random, 30), has_tester = chance(world.random, 50);
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool is_tester = has_tester && i == 1;
    result.push_back(
        random_gia(world.program, world.random,
                   {.states = 2 + below(world.random, 5), .ut = is_bold || !is_tester, .rt = is_bold || is_tester}));
  }
  return result;
}

TEST(Combine, PropertyLanguagesAreThoseOfDefinition7) {
  std::size_t mixed = 0;
  const auto make = [](World& world) { return some_gias(world, 1 + below(world.random, 3)); };
  const std::size_t held = expect_property(2000, make, [&](const World& world, const std::vector<Gia>& gias) {
    std::optional<Gia> result;
    try {
      result = combination(pointers(gias));
    } catch (const InputError&) {
      return PropertyResult::Silent;
    }
    std::vector<Coverage> expected(world.paths.size());
    for (const Gia& gia : gias) {
      const std::vector<Coverage> each = languages(world.program, gia, world.paths);
      for (std::size_t i = 0; i < each.size(); ++i) {
        expected[i].ut |= each[i].ut;
        expected[i].rt |= each[i].rt;
        expected[i].cand |= each[i].cand;
      }
    }
    const std::vector<Coverage> actual = languages(world.program, *result, world.paths);
    bool ut = false, rt = false;
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (actual[i].cand && !expected[i].cand) return PropertyResult::Broken;
      ut |= actual[i].ut;
      rt |= actual[i].rt;
    }
    mixed += ut && rt ? 1 : 0;
    return same_open_languages(expected, actual);
  });
  EXPECT_GT(held, 900u);
  EXPECT_GT(mixed, 25u);
}

TEST(Combine, PropertyOrderDoesNotMatter) {
  const auto make = [](World& world) { return some_gias(world, 3); };
  const std::size_t held = expect_property(800, make, [&](const World& world, const std::vector<Gia>& gias) {
    const Gia &a = gias[0], &b = gias[1], &c = gias[2];
    if (error({&a, &b, &c}) != "accepted") return PropertyResult::Silent;
    const auto of = [&](const Gia& gia) { return languages(world.program, gia, world.paths); };
    const Gia ab = combination({&a, &b}), bc = combination({&b, &c});
    const std::vector<Coverage> all = of(combination({&a, &b, &c}));
    const bool holds = same_open_languages(of(ab), of(combination({&b, &a}))) == PropertyResult::Holds &&
                       same_open_languages(of(combination({&ab, &c})), all) == PropertyResult::Holds &&
                       same_open_languages(of(combination({&a, &bc})), all) == PropertyResult::Holds &&
                       same_open_languages(of(combination({&c, &b, &a})), all) == PropertyResult::Holds &&
                       same_open_languages(of(combination({&a, &a})), of(a)) == PropertyResult::Holds;
    return holds ? PropertyResult::Holds : PropertyResult::Broken;
  });
  EXPECT_GT(held, 250u);
}

// All paths of the program up to a number of edges, whether or not they can be executed.
class SyntacticPaths {
public:
  SyntacticPaths(const Program& program, std::size_t longest) : longest_(longest) {
    walk(&program.entry().entry(), {});
  }
  std::vector<TestPath> all;

private:
  void walk(const Location* at, std::vector<const Location*> returns) {
    at = after_returns(at, returns);
    if (path_.edges.size() >= longest_ || at->out.empty()) {
      all.push_back(path_);
      return;
    }
    for (const Edge* edge : at->out) {
      std::vector<const Location*> stack = returns;
      const bool enters = edge->op.kind == OpKind::Call && edge->op.callee->has_body();
      if (enters) stack.push_back(edge->to);
      path_.edges.push_back(edge);
      walk(enters ? &edge->op.callee->entry() : edge->to, std::move(stack));
      path_.edges.pop_back();
    }
  }

  std::size_t longest_;
  TestPath path_;
};

// Definition 7 is about the program's paths: automata that claim ut and rt of the same path are refused, and no others.
TEST(Combine, PropertyExactlyContradictionsOnPathsOfTheProgramAreRefused) {
  std::size_t refused = 0, refused_without_program = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    World world(seed);
    const Gia a = random_gia(world.program, world.random, {.states = 3, .percent_conditions = 0, .rt = false});
    const Gia b = random_gia(world.program, world.random, {.states = 3, .percent_conditions = 0, .ut = false});
    // Long enough for all pairs of states with all locations on short cycles.
    const std::vector<TestPath> paths = std::move(SyntacticPaths(world.program, 12).all);
    const auto first = languages(world.program, a, paths), second = languages(world.program, b, paths);
    bool both = false;
    for (std::size_t i = 0; i < first.size(); ++i) both |= first[i].ut && second[i].rt;
    const std::optional<Contradiction> found = find_contradiction(a, b, &world.program).found;
    if (both) ASSERT_TRUE(found.has_value()) << "seed " << seed << "\n" << gia_text(a) << gia_text(b);
    if (found && found->path.size() <= 12) ASSERT_TRUE(both) << "seed " << seed << " " << found->text();
    refused += found ? 1 : 0;
    refused_without_program += find_contradiction(a, b, nullptr).found ? 1 : 0;
  }
  EXPECT_GT(refused, 20u);
  EXPECT_GT(refused_without_program, refused + 20);
}

// Two branches of one `if`: one is verified, the error is in the other one.
TEST(Combine, BranchesThatExcludeEachOtherDoNotContradict) {
  const Program program = text::read_cfa("int x = 0\n"
                                         "main: void main(void)\n"
                                         "  L0 -> L1  [x == 0]\n"
                                         "  L0 -> L2  [!(x == 0)]\n"
                                         "  L1 -> exit  x = 1\n"
                                         "  L2 -> exit  x = 2\n",
                                         DataModel::LP64);
  const std::string then = program.edges()[0]->name, other = program.edges()[3]->name;
  const Gia ut = automaton("state q initial\nstate u ut\nq -> q on *\nq -> u on " + then + "\n");
  const Gia rt = automaton("state q initial\nstate r rt\nq -> q on *\nq -> r on " + other + "\n");
  EXPECT_NE(error({&ut, &rt}), "accepted");
  const std::vector<CombineInput> inputs{{&ut, "A"}, {&rt, "B"}};
  const Gia both = combined(inputs, &program);
  EXPECT_EQ(std::ranges::count(both.states(), Accept::Unreachable, &Gia::State::accept), 1);
  EXPECT_EQ(std::ranges::count(both.states(), Accept::Reached, &Gia::State::accept), 1);
}

TEST(Combine, InvariantsAreKept) {
  const Program program = text::read_cfa("int x = 0\nint y = 0\n"
                                         "main: void main(void)\n"
                                         "  L0 -> L1  x = 1\n"
                                         "  L1 -> L1  [y < 10]\n"
                                         "  L1 -> exit  [!(y < 10)]\n",
                                         DataModel::LP64);
  const Location& head = *program.edges()[0]->to;
  const Gia x = automaton("state q initial\nstate s invariant x == 1\nq -> s on *\ns -> s on *\n");
  const Gia y = automaton("state q initial\nstate s invariant y <= 10\nq -> s on *\ns -> s on *\n");
  const Gia nothing = automaton("state q initial\n");
  const Gia ut = automaton("state q initial\nstate u ut\nq -> q on *\nq -> u on " + program.edges()[2]->name + "\n");
  const auto at_head = [&](const Gia& gia) {
    for (const LocationInvariant& each : invariants_of(program, gia))
      if (each.location == &head) return condition_text(program, head, *each.condition).value_or("?");
    return std::string();
  };
  EXPECT_EQ(at_head(combination({&x})), "x == 1");
  EXPECT_EQ(at_head(combination({&x, &nothing})), "x == 1");
  EXPECT_EQ(at_head(combination({&nothing, &x, &ut})), "x == 1");
  const std::string both = at_head(combination({&x, &y}));
  EXPECT_NE(both.find("x == 1"), std::string::npos) << both;
  EXPECT_NE(both.find("y <= 10"), std::string::npos) << both;
}

// The path that find_contradiction returns is in both languages if exactly its conditions are true.
TEST(Contradiction, PropertyExamplesAreInBothLanguages) {
  std::size_t found_some = 0;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    World world(seed);
    const Gia a = random_gia(world.program, world.random, {.rt = false}), b = random_gia(world.program, world.random);
    const std::optional<Contradiction> found = find_contradiction(a, b, nullptr).found;
    if (!found) continue;
    ++found_some;
    TestPath path;
    for (const Contradiction::PathElement& step : found->path)
      path.edges.push_back(step.edge == "*" ? world.program.edges()[0] : world.program.find_edge(step.edge));
    for (const Edge* edge : path.edges) ASSERT_NE(edge, nullptr);
    const auto coverage = [&](const Gia& gia) {
      RunGia run(world.program, gia);
      // A condition holds if the example names it. Texts are compared literally.
      GiaConditions conditions(world.program, gia);
      return covers(run, {path.edges, [&](std::size_t step, const Expr& condition) {
                            for (TextId id = 1; id < gia.text_count(); ++id)
                              if (conditions.find(id, *path.edges[step - 1]) == &condition)
                                return std::ranges::find(found->path[step - 1].conditions, gia.text(id)) !=
                                       found->path[step - 1].conditions.end();
                            return false;
                          }});
    };
    const Coverage first = coverage(a), second = coverage(b);
    ASSERT_TRUE(first.ut && second.rt) << "seed " << seed << " " << found->text() << "\n" << gia_text(a) << gia_text(b);
  }
  EXPECT_GT(found_some, 50u);
}

// Conversely, without conditions every path in both languages is found.
TEST(Contradiction, PropertyNothingIsMissedWithoutConditions) {
  std::size_t contradicting = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    World world(seed);
    const Gia a = random_gia(world.program, world.random, {.percent_conditions = 0, .rt = false});
    const Gia b = random_gia(world.program, world.random, {.percent_conditions = 0, .ut = false});
    const auto first = languages(world.program, a, world.paths), second = languages(world.program, b, world.paths);
    bool both = false;
    for (std::size_t i = 0; i < first.size(); ++i) both |= first[i].ut && second[i].rt;
    contradicting += both ? 1 : 0;
    if (both) ASSERT_TRUE(find_contradiction(a, b, nullptr).found.has_value()) << "seed " << seed;
  }
  EXPECT_GT(contradicting, 50u);
}

} // namespace
} // namespace tandem::exchange::combine
