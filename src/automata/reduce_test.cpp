#include "automata/reduce.h"

#include "automata/gia_file.h"
#include "program/c_writer.h"
#include "program/cfa_reader.h"
#include "program/cfa_text.h"

#include <gtest/gtest.h>

namespace tandem::automata {
namespace {

constexpr std::string_view calls = R"(
int limit = 10
void reach_error(void)
int __VERIFIER_nondet_int(void)
twice: int twice(int n)
  twice@2:3+  L0 -> L1  [n > 0]
  twice@2:3-  L0 -> L2  [!(n > 0)]
  twice@3:3  L1 -> exit  return n + n
  twice@4:3  L2 -> exit  return 0
main: int main(void)
  var int x
  main@6:3  L0 -> L1  x = __VERIFIER_nondet_int()
  main@8:5  L1 -> L2  x = twice(x)
  main@9:5+  L2 -> L3  [x > limit]
  main@9:5-  L2 -> L4  [!(x > limit)]
  main@10:3  L3 -> L4  reach_error()
  main@11:3  L4 -> exit  return x
)";

Gia gia(const std::string& lines) { return read_gia_text("tandem-gia 1\n" + lines + "end\n"); }

TEST(ReduceTest, Smoke) {
  const Program program = read_cfa(calls, DataModel::LP64);
  const Gia condition = gia("state q0 initial\nstate q1\nstate q2\nstate ok ut\n"
                            "q0 -> q0 on main@6:3 main@8:5\n"
                            "q0 -> q1 on twice@2:3-\n"
                            "q1 -> q1 on twice@4:3 main@9:5-\n"
                            "q1 -> ok on main@11:3 if x == 0\n");
  const Residual residual = reduce(program, condition, {.method = ReduceMethod::Unfold});
  puts(cfa_text(residual.program).c_str());
  puts(write_c(residual.program).text.c_str());
  puts(residual.remark.c_str());
}

} // namespace
} // namespace tandem::automata
