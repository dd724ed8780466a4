#include "analysis/invariants/received_invariants.h"

#include "exchange/gia/gia_file.h"
#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

namespace tandem::analysis::invariants {
namespace {

using exchange::Fact;
using exchange::FactKind;

constexpr std::string_view text = R"(
void reach_error(void)
main: int main(void)
  var int i
  main@2:3   L0 -> L1  i = 0
  main@3:3+  L1 -> L2  [i < 10]
  main@3:3-  L1 -> L3  [!(i < 10)]
  main@4:3   L2 -> L1  i = i + 2
  main@5:3   L3 -> exit  return i
)";

class ReceivedInvariantsTest : public testing::Test, public task::SilentMonitor {
protected:
  std::vector<Fact> received() override { return std::exchange(told, {}); }
  void publish(const Fact& fact) override { said.push_back(fact); }

  void tell(const std::string& source, FactKind kind, std::string_view condition) {
    const Location& head = *program.find_edge("main@3:3+")->from;
    const exchange::LocationInvariant claim{&head,
                                            &text::read_condition(text::ExprScope::at(program, head), condition)};
    told.push_back(exchange::location_fact(kind, program, std::span(&claim, 1),
                                           exchange::gia_header(program, default_property(), source)));
    told.back().source = source;
  }

  std::vector<std::string> candidates(const ReceivedInvariants& from) const {
    std::vector<std::string> result;
    for (const exchange::LocationInvariant& each : from.candidates())
      result.push_back(cexpr::c_text(*each.condition, cexpr::ExprStyle::Readable));
    return result;
  }

  const Program program = text::read_cfa(text, DataModel::LP64);
  const task::Task task{program, default_property(), {}};
  std::vector<Fact> told, said;
  ReceivedInvariants facts{task, *this};
};

TEST_F(ReceivedInvariantsTest, ConjunctsAreCandidatesOnce) {
  tell("a", FactKind::Invariants, "i >= 0 && i <= 11");
  tell("b", FactKind::Candidates, "i <= 11");
  EXPECT_TRUE(facts.listen());
  EXPECT_EQ(candidates(facts), (std::vector<std::string>{"i >= 0", "i <= 11"}));
  EXPECT_FALSE(facts.listen());
  EXPECT_EQ(facts.sources_of(facts.candidates()), std::vector<std::string>{"a"});
  EXPECT_TRUE(said.empty());
}

TEST_F(ReceivedInvariantsTest, APredicateMayFail) {
  tell("a", FactKind::Predicates, "i > 20");
  EXPECT_TRUE(facts.listen());
  EXPECT_EQ(facts.candidates().size(), 2u);
  EXPECT_FALSE(facts.is_claimed(facts.candidates()[0]));
}

TEST_F(ReceivedInvariantsTest, WhatAnExecutionViolatesIsNamed) {
  tell("liar", FactKind::Invariants, "i >= 0 && i <= 9");
  facts.listen();
  EXPECT_EQ(candidates(facts), std::vector<std::string>{"i >= 0"});
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].kind, FactKind::Refuted);
  EXPECT_EQ(said[0].about, "liar");
  EXPECT_NE(exchange::gia_text(said[0].gia).find("i <= 9"), std::string::npos);
}

} // namespace
} // namespace tandem::analysis::invariants
