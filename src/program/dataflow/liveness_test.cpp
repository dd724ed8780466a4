#include "program/dataflow/liveness.h"

#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::dataflow {
namespace {

TEST(Liveness, IsWhatIsReadBeforeItIsWritten) {
  const Program program = text::read_cfa(R"(
int next(void)
main: int main(void), entry L0, exit L5
  var int i
  var int old
  var int last
  L0 -> L1  i = next()
  L1 -> L2  [i < 10]
  L1 -> L4  [!(i < 10)]
  L2 -> L3  old = i
  L3 -> L1  i = old + 1
  L4 -> L5  return i
)",
                                         DataModel::LP64);
  const Function& main = program.entry();
  const Liveness liveness(main);
  const auto& locals = main.locals();
  const Location& head = *main.entry().out.front()->to;
  const Location& body = *head.out.front()->to;
  EXPECT_FALSE(liveness.is_live(main.entry(), *locals[0]));
  EXPECT_TRUE(liveness.is_live(head, *locals[0]));
  EXPECT_FALSE(liveness.is_live(head, *locals[1]));
  EXPECT_FALSE(liveness.is_live(*body.out.front()->to, *locals[0]));
  EXPECT_TRUE(liveness.is_live(*body.out.front()->to, *locals[1]));
  EXPECT_FALSE(liveness.is_live(head, *locals[2]));
}

} // namespace
} // namespace tandem::dataflow
