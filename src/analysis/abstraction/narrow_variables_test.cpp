#include "analysis/abstraction/narrow_variables.h"

#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::analysis::abstraction {
namespace {

constexpr std::string_view machine = R"(
int __VERIFIER_nondet_int(void)
int state
int low = -2
int counter
int extern_like
step: int step(int to), entry A0, exit A2
  A0 -> A1  state = to
  A1 -> A2  return state != 3
main: int main(void), entry L0, exit L9
  var int copy
  var int input
  var int early
  var int done
  L0 -> L1  input = __VERIFIER_nondet_int()
  L1 -> L2  counter = counter + 1
  L2 -> L3  [input > early]
  L2 -> L4  [!(input > early)]
  L3 -> L4  done = step(3)
  L4 -> L5  copy = state
  L5 -> L6  low = copy
  L6 -> L7  early = 1
  L7 -> L8  extern_like = input
  L8 -> L9  return 0
)";

const Variable* find(const Program& program, std::string_view name) {
  for (const Variable* variable : program.globals())
    if (variable->name == name) return variable;
  for (const Function* function : program.functions()) {
    for (const Variable* variable : function->parameters())
      if (variable->name == name) return variable;
    for (const Variable* variable : function->locals())
      if (variable->name == name) return variable;
  }
  return nullptr;
}

TEST(NarrowVariables, FollowConstantsThroughCopiesAndCalls) {
  const Program program = text::read_cfa(machine, DataModel::LP64);
  const NarrowVariables narrow(program);
  EXPECT_EQ(narrow.of(*find(program, "state")), (NarrowBits{2, false})); // 0 and 3
  EXPECT_EQ(narrow.of(*find(program, "to")), (NarrowBits{2, false}));
  EXPECT_EQ(narrow.of(*find(program, "copy")), (NarrowBits{2, false}));
  EXPECT_EQ(narrow.of(*find(program, "done")), (NarrowBits{1, false})); // a comparison
  EXPECT_EQ(narrow.of(*find(program, "low")), (NarrowBits{3, true}));   // -2 to 3
}

TEST(NarrowVariables, LeaveAllBitsToInputsAndResultsOfArithmetic) {
  const Program program = text::read_cfa(machine, DataModel::LP64);
  const NarrowVariables narrow(program);
  EXPECT_FALSE(narrow.of(*find(program, "input")));
  EXPECT_FALSE(narrow.of(*find(program, "counter")));
  EXPECT_FALSE(narrow.of(*find(program, "extern_like")));
  EXPECT_FALSE(narrow.of(*find(program, "early"))); // read before it is assigned
}

} // namespace
} // namespace tandem::analysis::abstraction
