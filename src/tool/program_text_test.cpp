#include "tool/program_text.h"

#include "program/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::tool {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

// A residual program has assumptions of its own, and may declare the function without calling it any more.
TEST(ProgramText, AFunctionHasOneStandIn) {
  const Program program = read_cfa(R"(
void __VERIFIER_assume(int)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  L0 -> L1  x = __VERIFIER_nondet_int()
  L1 -> L2  [x < 3]
  L2 -> exit  return x
)",
                                   DataModel::LP64);
  Definition definition;
  definition.stubs.assume = "{declaration} { assume(p0); }";
  definition.stubs.nondet = "{declaration} { {value}; return tandem_value; }";
  const ProgramText written = program_text(program, default_property(), definition, Source::Written);
  EXPECT_EQ(count(written.text, "{ assume(p0); }"), 1u) << written.text;
  EXPECT_EQ(count(written.text, "return tandem_value;"), 1u) << written.text;
  EXPECT_NE(written.text.find("__VERIFIER_assume(x < 3)"), std::string::npos) << written.text;
}

} // namespace
} // namespace tandem::tool
