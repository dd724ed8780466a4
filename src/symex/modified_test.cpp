#include "symex/modified.h"

#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace tandem::symex {
namespace {

std::set<std::string> names(const Modified& modified) {
  std::set<std::string> result;
  for (const auto& [id, variable] : modified.variables) result.insert(variable->name);
  return result;
}

using Names = std::set<std::string>;

class ModifiedTest : public testing::Test {
protected:
  // What the outermost loop of main changes that is entered n-th.
  const Modified& in_loop(std::size_t n) {
    order = std::make_unique<graph::WeakOrder>(program.entry());
    std::size_t outermost = 0;
    for (std::size_t i = 0; i < order->components().size(); ++i)
      if (order->components()[i].parent < 0 && outermost++ == n)
        return modified.in_loop(*order, static_cast<std::int32_t>(i));
    throw std::logic_error("no such loop");
  }

  const Program program = text::read_cfa(R"(
struct record { int a; int b; }
int g
int h
int k
struct record r
void (*hook)(void)
void outside(void)
bump: void bump(void)
  var int own
  L0 -> L1  own = g + 1
  L1 -> L2  g = own
  L2 -> exit  return
twice: void twice(void)
  L0 -> L1  bump()
  L1 -> L2  bump()
  L2 -> exit  return
hooked: void hooked(void)
  L0 -> L1  k = 1
  L1 -> exit  return
poke: void poke(int *p)
  L0 -> L1  *p = 1
  L1 -> exit  return
main: int main(void)
  var int i
  var int before
  var int inner
  var int array[4]
  L0 -> L1  before = 0
  L1 -> L2  [i < 10]
  L1 -> N0  [!(i < 10)]
  L2 -> L3  i = i + 1
  L3 -> L4  r.b = 1
  L4 -> L5  array[i] = 2
  L5 -> L6  [inner < 10]
  L5 -> L1  [!(inner < 10)]
  L6 -> L5  inner = inner + 1
  N0 -> N1  [h < 10]
  N0 -> P0  [!(h < 10)]
  N1 -> N0  twice()
  P0 -> P1  [h < 11]
  P0 -> Q0  [!(h < 11)]
  P1 -> P0  (*hook)()
  Q0 -> Q1  hook = hooked
  Q1 -> Q2  [h < 12]
  Q1 -> E0  [!(h < 12)]
  Q2 -> Q1  poke(&h)
  E0 -> exit  return 0
)",
                                         DataModel::LP64);
  ModifiedVariables modified{program};
  std::unique_ptr<graph::WeakOrder> order;
};

TEST_F(ModifiedTest, ALoopChangesWhatItsEdgesAssignAtAnyDepth) {
  EXPECT_EQ(names(in_loop(0)), (Names{"i", "r", "array", "inner"}));
  EXPECT_EQ(in_loop(0).memory, MemoryEffect::None);
}

TEST_F(ModifiedTest, CallsChangeGlobalsAndNotTheirCallersLocals) {
  EXPECT_EQ(names(in_loop(1)), Names{"g"});
  EXPECT_EQ(in_loop(1).memory, MemoryEffect::None);
  EXPECT_EQ(names(modified.by_call(*program.find_function("twice"))), Names{"g"});
}

TEST_F(ModifiedTest, ACallThroughAPointerChangesWhatAnyFunctionWithAnAddressChanges) {
  EXPECT_EQ(names(in_loop(2)), Names{"k"});
}

TEST_F(ModifiedTest, AWriteThroughAPointerMayChangeAnything) {
  EXPECT_EQ(in_loop(3).memory, MemoryEffect::Anything);
  EXPECT_EQ(modified.by_call(*program.find_function("poke")).memory, MemoryEffect::Anything);
}

TEST_F(ModifiedTest, AFunctionWithoutABodyMayWriteThroughItsArguments) {
  EXPECT_EQ(modified.by_call(*program.find_function("outside")).memory, MemoryEffect::Anything);
}

} // namespace
} // namespace tandem::symex
