#include "exchange/gia/plain_gia.h"

#include "exchange/gia/run_gia.h"
#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::exchange {
namespace {

constexpr std::string_view text = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  main@2:3  L0 -> L1  x = __VERIFIER_nondet_int()
  main@3:7+  L1 -> L2  [x < 10]
  main@3:7-  L1 -> L0  [!(x < 10)]
  main@4:7+  L2 -> L3  [x < 0]
  main@4:7-  L2 -> exit  [!(x < 0)]
  main@5:3  L3 -> exit  reach_error()
)";

class PlainGiaTest : public testing::Test {
protected:
  std::vector<const Edge*> path(std::vector<std::string_view> names) const {
    std::vector<const Edge*> result;
    for (const std::string_view name : names) result.push_back(program.find_edge(name));
    return result;
  }
  std::vector<PathStep> steps(std::vector<std::string_view> names) const {
    std::vector<PathStep> result;
    for (const Edge* edge : path(std::move(names))) result.push_back({edge, ""});
    return result;
  }
  Coverage covered(const Gia& gia, std::vector<std::string_view> names) const {
    RunGia run(program, gia);
    return covers(run, {.edges = path(std::move(names)), .holds = {}});
  }

  const Program program = text::read_cfa(text, DataModel::LP64);
};

// The loop enters the initial state again: the second iteration must not read the error path.
TEST_F(PlainGiaTest, AnErrorIsAddedToWhatIsKnown) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  const StateId input = builder.add_state(Accept::Nothing);
  const StateId low = builder.add_state(Accept::Nothing);
  const StateId ut = builder.add_state(Accept::Unreachable);
  builder.add_transition(start, builder.label("main@2:3"), input);
  builder.add_transition(input, builder.label("main@3:7-"), start);
  builder.add_transition(input, builder.label("main@3:7+"), low);
  builder.add_transition(low, builder.label("main@4:7-"), ut);
  const Gia known = std::move(builder).finish();

  const Gia both = with_error(known, steps({"main@2:3", "main@3:7+", "main@4:7+", "main@5:3"}));

  EXPECT_TRUE(covered(both, {"main@2:3", "main@3:7+", "main@4:7+", "main@5:3"}).rt);
  EXPECT_TRUE(covered(both, {"main@2:3", "main@3:7+", "main@4:7-"}).ut);
  EXPECT_TRUE(covered(both, {"main@2:3", "main@3:7-", "main@2:3", "main@3:7+", "main@4:7-"}).ut);
  const Coverage later = covered(both, {"main@2:3", "main@3:7-", "main@2:3", "main@3:7+", "main@4:7+", "main@5:3"});
  EXPECT_FALSE(later.rt);
  EXPECT_FALSE(later.ut);
}

TEST_F(PlainGiaTest, AnErrorWhereAllShouldBeVerifiedIsTheErrorAlone) {
  const Gia error = with_error(gia_of_everything(Accept::Unreachable, {}), steps({"main@2:3", "main@3:7+"}));
  const Coverage found = covered(error, {"main@2:3", "main@3:7+"});
  EXPECT_TRUE(found.rt);
  EXPECT_FALSE(found.ut);
}

TEST_F(PlainGiaTest, ATargetThatIsUnreachableIsUtOnEveryPath) {
  const Gia gia = with_targets(gia_of_everything(Accept::Candidate, {}),
                               {.unreachable = {program.find_edge("main@5:3")}, .errors = {}});
  EXPECT_TRUE(covered(gia, {"main@2:3", "main@3:7+", "main@4:7+", "main@5:3"}).ut);
  EXPECT_TRUE(covered(gia, {"main@2:3", "main@3:7-", "main@2:3", "main@3:7+", "main@4:7+", "main@5:3"}).ut);
  EXPECT_FALSE(covered(gia, {"main@2:3", "main@3:7+", "main@4:7-"}).ut);
}

TEST_F(PlainGiaTest, UnreachableEdgesAreFoundAgain) {
  const Gia gia = gia_of_targets(
      {.unreachable = {program.find_edge("main@5:3"), program.find_edge("main@3:7-")}, .errors = {}}, {});
  EXPECT_EQ(unreachable_edges(gia), (std::vector<std::string>{"main@3:7-", "main@5:3"}));
}

// An edge that is ut after a certain beginning only may be taken after another.
TEST_F(PlainGiaTest, EdgesThatAreUtOnSomePathsOnlyAreNot) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing), low = builder.add_state(Accept::Nothing);
  const StateId ut = builder.add_state(Accept::Unreachable);
  builder.add_transition(start, builder.label("main@2:3"), low);
  builder.add_transition(low, Gia::any, low);
  builder.add_transition(low, builder.label("main@5:3"), ut);
  builder.add_transition(start, builder.label("main@5:3"), ut);
  builder.add_transition(start, Gia::any, start, builder.text("x > 3"));
  builder.add_transition(start, builder.label("main@4:7+"), ut, builder.text("x > 3"));
  EXPECT_TRUE(unreachable_edges(std::move(builder).finish()).empty());
}

} // namespace
} // namespace tandem::exchange
