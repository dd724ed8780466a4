// Extracted regions: what they can prove, and what they must not.

#include "region/extract.h"

#include "program/cwriter/c_writer.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"
#include "region/exhaustive_for_test.h"

#include <gtest/gtest.h>

namespace tandem::region {
namespace {

enum class Answered { Proved, Fails, Refused, Unclear };

class Regions {
public:
  explicit Regions(std::string_view text) : program(text::read_cfa(text, DataModel::LP64)) {}

  // Asks about the n-th check of a function alone, in the innermost region or further outwards.
  Answered ask(std::string_view function, std::size_t check = 0, std::size_t outwards = 0) {
    const Edge& edge = *verification_context.checks_in(*program.find_function(function)).at(check);
    const Node* node = verification_context.tree().innermost(*edge.from);
    for (std::size_t i = 0; i < outwards; ++i) node = node->parent;
    const ExtractionResult result =
        extract(verification_context,
                {.node = node, .enabled = {&edge}, .verified = std::vector<bool>(program.edges().size(), false)});
    if (!result.extraction) return Answered::Refused;
    shown = text::cfa_text(result.extraction->program);
    for (const Edge* made : result.extraction->program.edges())
      if (const Edge* original = result.extraction->original[made->id]; original != nullptr)
        EXPECT_EQ(made->range, original->range);
    EXPECT_FALSE(cwriter::write_c(result.extraction->program).text.empty());
    const Exploration found = explore(result.extraction->program);
    if (found.target != nullptr) {
      EXPECT_EQ(result.extraction->check[found.target->id], &edge);
      return Answered::Fails;
    }
    return found.is_complete ? Answered::Proved : Answered::Unclear;
  }

  const Program program;
  const VerificationContext verification_context{program, default_property()};
  std::string shown;
};

constexpr std::string_view check_function = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
check: void check(int c)
  C0 -> C1  [c]
  C0 -> C2  [!c]
  C1 -> exit  return
  C2 -> C3  reach_error()
)";

std::string with_check(std::string_view text) { return std::string(check_function) + std::string(text); }

TEST(Extract, AnIterationKnowsWhatItAssignsItself) {
  Regions regions(with_check(R"(
main: int main(void)
  var int i
  var int x
  var int y
  L0 -> L1  y = 1
  L1 -> L2  [i != 3]
  L1 -> L9  [!(i != 3)]
  L2 -> L3  x = 1
  L3 -> L4  check(x == 1)
  L4 -> L5  check(i != 3)
  L5 -> L1  check(y == 1)
  L9 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("main", 0), Answered::Proved) << regions.shown;
  EXPECT_EQ(regions.ask("main", 1), Answered::Proved) << regions.shown;
  EXPECT_EQ(regions.ask("main", 2), Answered::Fails) << regions.shown; // y is an input
  EXPECT_EQ(regions.ask("check"), Answered::Fails);
}

TEST(Extract, CalledFunctionsAreExtractedToo) {
  Regions regions(with_check(R"(
int g = 0
set: void set(int v)
  L0 -> L1  g = v
  L1 -> exit  return
main: int main(void)
  var int i
  L0 -> L1  [i != 3]
  L0 -> L9  [!(i != 3)]
  L1 -> L2  set(2)
  L2 -> L3  check(g == 2)
  L3 -> L4  set(i)
  L4 -> L0  check(g == 2)
  L9 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("main", 0), Answered::Proved) << regions.shown;
  EXPECT_EQ(regions.ask("main", 1), Answered::Fails) << regions.shown; // modified by the callee
}

TEST(Extract, GlobalsAndStaticLocalsMayHaveChangedBefore) {
  Regions regions(with_check(R"(
int calls = 0
int constant = 2
f: void f(void)
  L0 -> L1  check(calls == 0)
  L1 -> L2  check(constant == 2)
  L2 -> L3  calls = calls + 1 & 3
  L3 -> L4  [calls == 7]
  L3 -> L5  [!(calls == 7)]
  L4 -> L3  skip
  L5 -> exit  return
main: int main(void)
  L0 -> L1  f()
  L1 -> L2  f()
  L2 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Proved) << regions.shown; // it is never written
}

TEST(Extract, EnvironmentPointersMayAliasEachOther) {
  Regions regions(with_check(R"(
f: void f(int *p, int *q)
  var int i
  L0 -> L1  *p = 1
  L1 -> L2  *q = 2
  L2 -> L3  check(*p == 1)
  L3 -> L4  [i != 3]
  L3 -> L5  [!(i != 3)]
  L4 -> L3  i = i + 1 & 3
  L5 -> exit  return
main: int main(void)
  var int x
  L0 -> L1  f(&x, &x)
  L1 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f"), Answered::Fails) << regions.shown;
}

TEST(Extract, EnvironmentPointersMayPointToNamedVariables) {
  Regions regions(with_check(R"(
int g
int *shared
f: void f(int *p)
  var int i
  var int x
  L0 -> L1  g = 1
  L1 -> L2  *p = 2
  L2 -> L3  check(g == 1)
  L3 -> L4  x = 1
  L4 -> L5  *shared = 3
  L5 -> L6  check(x == 1)
  L6 -> L7  [i != 3]
  L6 -> L8  [!(i != 3)]
  L7 -> L6  i = i + 1 & 3
  L8 -> L9  shared = &x
  L9 -> exit  return
main: int main(void)
  L0 -> L1  f(&g)
  L1 -> L2  f(&g)
  L2 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Fails) << regions.shown;
}

TEST(Extract, EnvironmentIntegersMayHoldAddresses) {
  Regions regions(with_check(R"(
struct box { int tag; unsigned long cookie; }
int g
struct box kept
f: void f(unsigned long h)
  var int i
  var struct box box
  L0 -> L1  g = 1
  L1 -> L2  *(int *)h = 2
  L2 -> L3  check(g == 1)
  L3 -> L4  box = kept
  L4 -> L5  g = 1
  L5 -> L6  *(int *)box.cookie = 3
  L6 -> L7  check(g == 1)
  L7 -> L8  [i != 3]
  L7 -> L9  [!(i != 3)]
  L8 -> L7  i = i + 1 & 3
  L9 -> exit  return
main: int main(void)
  L0 -> L1  kept.cookie = (unsigned long)&g
  L1 -> L2  f((unsigned long)&g)
  L2 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Fails) << regions.shown;
}

TEST(Extract, PointersMadeInsideAreExact) {
  Regions regions(with_check(R"(
set: void set(int *p, int v)
  L0 -> L1  *p = v
  L1 -> exit  return
main: int main(void)
  var int i
  var int x
  var int a[2]
  L0 -> L1  [i != 3]
  L0 -> L9  [!(i != 3)]
  L1 -> L2  set(&x, 2)
  L2 -> L3  check(x == 2)
  L3 -> L4  a[1] = 3
  L4 -> L5  set(&a[0], 1)
  L5 -> L0  check(a[1] == 3 && a[0] == 1)
  L9 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("main", 0), Answered::Proved) << regions.shown;
  EXPECT_EQ(regions.ask("main", 1), Answered::Proved) << regions.shown;
}

TEST(Extract, ReadsThroughEnvironmentPointersAreArbitrary) {
  Regions regions(with_check(R"(
struct node { int value; struct node *next; }
f: void f(struct node *n)
  var int i
  L0 -> L1  n->next->value = 1
  L1 -> L2  check(n->next->value == 1)
  L2 -> L3  i = n->next->next->value
  L3 -> L4  check(i == i)
  L4 -> L5  [i != 3]
  L4 -> L6  [!(i != 3)]
  L5 -> L4  i = 3
  L6 -> exit  return
main: int main(void)
  var struct node n
  L0 -> L1  n.next = &n
  L1 -> L2  f(&n)
  L2 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Proved) << regions.shown; // one read, one value
}

TEST(Extract, PointersKeptInUnknownMemoryAreUnknown) {
  Regions regions(with_check(R"(
struct box { int *p; }
f: void f(struct box *b)
  var int x
  var int y
  L0 -> L1  y = 1
  L1 -> L2  b->p = &x
  L2 -> L3  x = 1
  L3 -> L4  *(b->p) = 2
  L4 -> L5  check(x == 1)
  L5 -> L6  check(y == 1)
  L6 -> L7  [y != 3]
  L6 -> L8  [!(y != 3)]
  L7 -> L6  y = 3
  L8 -> exit  return
main: int main(void)
  var struct box b
  L0 -> L1  f(&b)
  L1 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Proved) << regions.shown;
}

TEST(Extract, RecursionIntoTheRegion) {
  Regions regions(with_check(R"(
int g
f: void f(int n)
  L0 -> L1  [n == 0]
  L0 -> L2  [!(n == 0)]
  L1 -> L2  g = 1
  L2 -> L3  [n != 0]
  L2 -> L9  [!(n != 0)]
  L3 -> L4  g = 0
  L4 -> L5  f(n - 1)
  L5 -> L2  check(g == 0)
  L9 -> exit  return
main: int main(void)
  L0 -> L1  f(1)
  L1 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f"), Answered::Fails) << regions.shown; // the inner activation modifies g
}

TEST(Extract, EarlyReturnsAndJumpsOutEndTheRegion) {
  Regions regions(with_check(R"(
f: int f(int n)
  var int x
  L0 -> L1  [n != 3]
  L0 -> L9  [!(n != 3)]
  L1 -> L2  x = 1
  L2 -> L3  [n == 2]
  L2 -> L4  [!(n == 2)]
  L3 -> exit  return x
  L4 -> L5  x = 2
  L5 -> L0  check(x == 2)
  L9 -> exit  return 0
main: int main(void)
  L0 -> L1  f(0)
  L1 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f"), Answered::Proved) << regions.shown;
}

TEST(Extract, LibraryFunctionsOnUnknownMemoryAreForgotten) {
  Regions regions(with_check(R"(
void *memset(void *at, int value, unsigned long size)
int g[2]
f: void f(int *p)
  var int i
  var int a[2]
  L0 -> L1  g[0] = 1
  L1 -> L2  memset(p, 0, 4)
  L2 -> L3  check(g[0] == 1)
  L3 -> L4  a[0] = 1
  L4 -> L5  memset(&a[0], 0, 8)
  L5 -> L6  check(a[0] == 0)
  L6 -> L7  [i != 3]
  L6 -> L8  [!(i != 3)]
  L7 -> L6  i = 3
  L8 -> exit  return
main: int main(void)
  L0 -> L1  f(&g[0])
  L1 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Proved) << regions.shown;
}

TEST(Extract, CallsThroughPointersReachAllPossibleCallees) {
  Regions regions(with_check(R"(
int g
one: void one(void)
  L0 -> L1  g = 1
  L1 -> exit  return
two: void two(void)
  L0 -> L1  g = 2
  L1 -> exit  return
f: void f(void (*h)(void))
  var int i
  L0 -> L1  h()
  L1 -> L2  check(g == 1)
  L2 -> L3  check(g != 3)
  L3 -> L4  [i != 3]
  L3 -> L5  [!(i != 3)]
  L4 -> L3  i = 3
  L5 -> exit  return
main: int main(void)
  L0 -> L1  f(&one)
  L1 -> L2  f(&two)
  L2 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("f", 0), Answered::Fails) << regions.shown;
  EXPECT_EQ(regions.ask("f", 1), Answered::Proved) << regions.shown;
}

TEST(Extract, CodeThatIsCalledBackIsNotExtracted) {
  Regions regions(with_check(R"(
void register_callback(void (*f)(void))
int g
change: void change(void)
  L0 -> L1  g = 1
  L1 -> exit  return
main: int main(void)
  var int i
  L0 -> L1  register_callback(&change)
  L1 -> L2  [i != 3]
  L1 -> L9  [!(i != 3)]
  L2 -> L3  g = 0
  L3 -> L1  check(g == 0)
  L9 -> exit  return 0
)"));
  EXPECT_EQ(regions.ask("main"), Answered::Refused);
}

TEST(Extract, FactsAreAssumedAtTheEntry) {
  const Program program = text::read_cfa(with_check(R"(
main: int main(void)
  var int i
  var int other
  L0 -> L1  [i != 3]
  L0 -> L9  [!(i != 3)]
  L1 -> L2  check(i != 0)
  L2 -> L0  i = i + 1
  L9 -> exit  return 0
)"),
                                         DataModel::LP64);
  const VerificationContext verification_context(program, default_property());
  const Edge& check = *verification_context.checks_in(program.entry()).at(0);
  const Variable& i = *program.entry().locals().at(0);
  Context& context = program.context();
  const Expr& fact = context.binary(BinaryOp::Ge, context.variable(i), context.integer(*i.type, 1));
  Question question{.node = verification_context.tree().innermost(*check.from),
                    .enabled = {&check},
                    .verified = std::vector<bool>(program.edges().size(), false)};
  EXPECT_NE(explore(extract(verification_context, question).extraction->program).target, nullptr);
  // Facts about variables that are not inputs of the region are ignored.
  const Variable& other = *program.entry().locals().at(1);
  const Expr& nonsense = context.binary(BinaryOp::Lt, context.variable(other), context.integer(*i.type, 0));
  question.facts = {&context.binary(BinaryOp::LogicalAnd, fact, nonsense)};
  EXPECT_EQ(explore(extract(verification_context, question).extraction->program).target, nullptr);
}

TEST(Extract, TheWholeProgramIsExactAndKeepsOnlyOpenChecks) {
  const Program program = text::read_cfa(with_check(R"(
int g = 2
main: int main(void)
  var int i
  L0 -> L1  i = __VERIFIER_nondet_int()
  L1 -> L2  check(g == 2)
  L2 -> L3  check(i != 3)
  L3 -> exit  return 0
)"),
                                         DataModel::LP64);
  const VerificationContext verification_context(program, default_property());
  const auto& checks = verification_context.checks_in(program.entry());
  Question question{.node = &verification_context.tree().root(),
                    .enabled = {checks.at(0)},
                    .verified = std::vector<bool>(program.edges().size(), false)};
  EXPECT_EQ(explore(extract_whole(verification_context, question).program).target, nullptr);
  question.enabled = {checks.at(1)};
  question.verified[checks.at(0)->id] = true;
  const Extraction whole = extract_whole(verification_context, question);
  const Exploration found = explore(whole.program);
  ASSERT_NE(found.target, nullptr);
  EXPECT_TRUE(verification_context.is_error_call(*whole.original[found.target->id]));
}

} // namespace
} // namespace tandem::region
