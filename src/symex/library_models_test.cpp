// The models of library functions against the interpreter's: on the same inputs, both compute the same result.

#include "smt/term/traverse.h"
#include "symex/unwinding_for_test.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <random>

namespace tandem::symex {
namespace {

// How many inputs each function is tried on.
constexpr int trials = 12;

class LibraryModelsTest : public testing::Test {
protected:
  // `body` leads from L0 to END and leaves a number of 0 to 255 in r.
  static std::string with_result(const std::string& declarations, const std::string& body) {
    return declarations + "main: int main(void)\n  var int r\n  var int wanted\n" + body + R"(
  END -> W0  wanted = __VERIFIER_nondet_int()
  W0 -> W1  [r == wanted]
  W0 -> W2  [!(r == wanted)]
  W1 -> W2  reach_error()
  W2 -> exit  return r
)";
  }

  // The model's result on these inputs is this one and nothing else.
  static void expect_result(UnwoundProgram& unwound, const std::vector<std::uint64_t>& inputs, int result) {
    ASSERT_EQ(unwound.unwinding.targets.size(), 1u);
    std::vector<smt::Term> asked_for; // not what blocks hold that were never written
    for (const InputTerm& input : unwound.unwinding.inputs)
      if (input.kind == task::InputKind::Nondet) asked_for.push_back(input.value);
    ASSERT_EQ(asked_for.size(), inputs.size() + 1);
    smt::Terms& terms = unwound.terms;
    smt::Substitution fixed(terms);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      fixed.replace(asked_for[i], terms.bv(terms.width(asked_for[i]), inputs[i]));
    const smt::Term reached = fixed(unwound.unwinding.targets[0].guard);
    const smt::Term is_result = terms.eq(asked_for.back(), terms.bv_signed(32, result));
    EXPECT_TRUE(unwound.is_possible(terms.and_(reached, is_result))) << "expected " << result;
    EXPECT_FALSE(unwound.is_possible(terms.and_(reached, terms.not_(is_result)))) << "expected " << result;
  }

  static void expect_same(UnwoundProgram& unwound, const std::vector<std::uint64_t>& inputs) {
    std::vector<std::uint64_t> all = inputs;
    all.push_back(999); // for `wanted`: no result
    const auto run = unwound.interpret(all);
    ASSERT_EQ(run.end, semantics::interpreter::End::Returned) << run.message;
    expect_result(unwound, inputs, run.exit_code);
  }

  void expect_same_on_random_inputs(const std::string& declarations, const std::string& body, std::size_t inputs,
                                    int below) {
    UnwoundProgram unwound(with_result(declarations, body), {});
    EXPECT_FALSE(unwound.does_something_unsupported());
    EXPECT_TRUE(unwound.unwinding.assumptions.empty());
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<std::uint64_t> values;
      for (std::size_t i = 0; i < inputs; ++i) values.push_back(random() % static_cast<std::uint64_t>(below));
      SCOPED_TRACE(fmt::format("inputs {}", fmt::join(values, ", ")));
      expect_same(unwound, values);
    }
  }

  // Four bytes of inputs in a string that ends after them at the latest.
  static std::string fill(const std::string& array, const std::string& from, const std::string& to) {
    std::string text = fmt::format("  {} -> {}0  {}[4] = 0\n", from, array, array);
    for (int i = 0; i < 4; ++i)
      text += fmt::format("  {0}{1} -> {2}  {0}[{1}] = __VERIFIER_nondet_int()\n", array, i,
                          i == 3 ? to : fmt::format("{}{}", array, i + 1));
    return text;
  }

  std::mt19937_64 random{17};
};

TEST_F(LibraryModelsTest, Strlen) {
  expect_same_on_random_inputs("unsigned long strlen(char *s)\n",
                               "  var char a[5]\n  var unsigned long n\n" + fill("a", "L0", "L1") +
                                   "  L1 -> L2  n = strlen(a)\n  L2 -> END  r = n",
                               4, 3);
}

TEST_F(LibraryModelsTest, StringsCompare) {
  for (const std::string call : {"strcmp(a, b)", "strncmp(a, b, 2)", "memcmp(a, b, 4)"}) {
    SCOPED_TRACE(call);
    // Only the sign says something.
    expect_same_on_random_inputs("int strcmp(char *a, char *b)\nint strncmp(char *a, char *b, unsigned long n)\n"
                                 "int memcmp(void *a, void *b, unsigned long n)\n",
                                 "  var char a[5]\n  var char b[5]\n  var int s\n" + fill("a", "L0", "L1") +
                                     fill("b", "L1", "L2") + "  L2 -> L3  s = " + call +
                                     "\n  L3 -> END  r = s < 0 ? 1 : s > 0 ? 2 : 0",
                                 8, 2);
  }
}

TEST_F(LibraryModelsTest, BytesCompareAsUnsigned) {
  expect_same_on_random_inputs("int memcmp(void *a, void *b, unsigned long n)\n",
                               "  var char a[5]\n  var char b[5]\n  var int s\n" + fill("a", "L0", "L1") +
                                   fill("b", "L1", "L2") +
                                   "  L2 -> L3  s = memcmp(a, b, 4)\n  L3 -> END  r = s < 0 ? 1 : s > 0 ? 2 : 0",
                               8, 256);
}

TEST_F(LibraryModelsTest, BlocksAreCopiedAndSet) {
  const std::string declarations = "void *memcpy(void *to, void *from, unsigned long n)\n"
                                   "void *memmove(void *to, void *from, unsigned long n)\n"
                                   "void *memset(void *to, int byte, unsigned long n)\n";
  for (const std::string call : {"memcpy(b + 1, a, 3)", "memmove(a + 1, a, 3)", "memmove(a, a + 1, 3)",
                                 "memset(a + 1, a[0] + 256, 2)", "memcpy(b, a, 0)"}) {
    SCOPED_TRACE(call);
    expect_same_on_random_inputs(declarations,
                                 "  var unsigned char a[5]\n  var unsigned char b[5]\n" + fill("a", "L0", "L1") +
                                     fill("b", "L1", "L2") + "  L2 -> L3  " + call +
                                     "\n  L3 -> END  r = (a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + 11 * b[0] + 13 * "
                                     "b[1] + 17 * b[2] + 19 * b[3]) & "
                                     "255",
                                 8, 256);
  }
}

TEST_F(LibraryModelsTest, TheResultOfACopyIsItsDestination) {
  expect_same_on_random_inputs("void *memcpy(void *to, void *from, unsigned long n)\n",
                               "  var char a[5]\n  var char b[5]\n  var void *p\n" + fill("a", "L0", "L1") +
                                   fill("b", "L1", "L2") + "  L2 -> L3  p = memcpy(b, a, 4)\n  L3 -> END  r = p == b",
                               8, 256);
}

TEST_F(LibraryModelsTest, AllocatedBlocks) {
  const std::string declarations = "void *malloc(unsigned long n)\nvoid *calloc(unsigned long n, unsigned long size)\n"
                                   "void free(void *p)\n";
  // A block of calloc is zero; two blocks of malloc are apart.
  expect_same_on_random_inputs(declarations, R"(
  var unsigned char *p
  var unsigned char *q
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  p = calloc(4, 2)
  L2 -> L3  q = malloc(8)
  L3 -> L4  q[n & 7] = 3
  L4 -> L5  p[5] = 9
  L5 -> L6  r = p[n & 7] + q[n & 7]
  L6 -> END  free(q))",
                               1, 64);
}

TEST_F(LibraryModelsTest, FunctionsOfFloats) {
  const std::string declarations = "double fabs(double x)\ndouble floor(double x)\ndouble ceil(double x)\n"
                                   "double trunc(double x)\ndouble round(double x)\ndouble rint(double x)\n"
                                   "double sqrt(double x)\ndouble fmin(double x, double y)\n"
                                   "double fmax(double x, double y)\nint isnan(double x)\nint __isinf(double x)\n"
                                   "int __finite(double x)\nint __signbit(double x)\nint __fpclassify(double x)\n";
  const std::string inputs = "  var int n\n  var int m\n  var double x\n  var double y\n  var double z\n"
                             "  L0 -> L1  n = __VERIFIER_nondet_int()\n  L1 -> L2  m = __VERIFIER_nondet_int()\n"
                             "  L2 -> L3  x = (n - 50) / 4.0\n  L3 -> L4  y = (m - 50) / 4.0\n";
  for (const std::string call : {"fabs(x)", "floor(x)", "ceil(x)", "trunc(x)", "round(x)", "rint(x)", "fmin(x, y)",
                                 "fmax(x, y)", "sqrt(x * x)"}) {
    SCOPED_TRACE(call);
    expect_same_on_random_inputs(
        declarations, inputs + "  L4 -> L5  z = " + call + "\n  L5 -> END  r = (int)(z * 4.0 + 100.0)", 2, 100);
  }
  // Among them infinities, zeros of both signs and what is not a number, whose sign C leaves open, as it leaves
  // open which number signbit returns.
  for (const std::string call : {"isnan(z)", "__isinf(z)", "__finite(z)", "__fpclassify(z)", "__signbit((n - 2) * 1.0)",
                                 "__signbit((n - 2) * 0.0)"}) {
    SCOPED_TRACE(call);
    expect_same_on_random_inputs(
        declarations,
        inputs + "  var int c\n  L4 -> L5  z = (n - 2) / (double)(m - m % 2)\n  L5 -> L6  c = " + call +
            "\n  L6 -> END  r = " + (call.starts_with("__signbit") ? "c != 0" : "(c + 2) & 255"),
        2, 4);
  }
}

// The interpreter knows only rounding to nearest.
TEST_F(LibraryModelsTest, TheRoundingModeIsPartOfThePath) {
  UnwoundProgram unwound(with_result("int fesetround(int mode)\nint fegetround(void)\ndouble rint(double x)\n", R"(
  var int n
  var int mode
  var int done
  var double x
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  mode = __VERIFIER_nondet_int()
  L2 -> L3  done = fesetround(mode << 10)
  L3 -> L4  x = (n - 10) / 4.0
  L4 -> L5  x = rint(x)
  L5 -> L6  mode = fegetround()
  L6 -> END  r = (int)x + 100 * (mode >> 10))"),
                         {});
  for (std::uint64_t n = 0; n < 20; ++n) {
    SCOPED_TRACE(n);
    const double x = (static_cast<double>(n) - 10) / 4.0;
    // As <fenv.h> numbers them on x86, shifted: to nearest, down, up, to zero.
    const double rounded[] = {std::nearbyint(x), std::floor(x), std::ceil(x), std::trunc(x)};
    for (int mode = 0; mode < 4; ++mode)
      expect_result(unwound, {n, static_cast<std::uint64_t>(mode)}, static_cast<int>(rounded[mode]) + 100 * mode);
  }
}

TEST_F(LibraryModelsTest, FunctionsThatEndTheProgramDoNotReturn) {
  for (const std::string call : {"abort()", "exit(0)", "__assert_fail()"}) {
    UnwoundProgram unwound("void abort(void)\nvoid exit(int code)\nvoid __assert_fail(void)\n"
                           "main: int main(void)\n  L0 -> L1  " +
                               call + "\n  L1 -> L2  reach_error()\n  L2 -> exit  return 0\n",
                           {});
    EXPECT_TRUE(unwound.unwinding.targets.empty()) << call;
  }
}

TEST_F(LibraryModelsTest, ACopyOfUnknownSizeWritesWhatItCopies) {
  const auto may_be = [](const std::string& value) {
    UnwoundProgram unwound(R"(
void *memcpy(void *to, void *from, unsigned long n)
main: int main(void)
  var int n
  var int a
  var int b
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  a = 1
  L2 -> L3  b = 258
  L3 -> L4  memcpy(&a, &b, n)
  L4 -> L5  [a == )" + value + R"(]
  L4 -> L6  [!(a == )" + value +
                               R"()]
  L5 -> L6  reach_error()
  L6 -> exit  return 0
)",
                           {});
    return unwound.reaches_error();
  };
  EXPECT_TRUE(may_be("1"));
  EXPECT_TRUE(may_be("2")); // one byte
  EXPECT_TRUE(may_be("258"));
  EXPECT_FALSE(may_be("257"));
  EXPECT_FALSE(may_be("3"));
}

} // namespace
} // namespace tandem::symex
