#include "program/text/expr_reader.h"

#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_operators.h"
#include "program/cexpr/c_types.h"
#include "program/text/cfa_reader.h"
#include "program/text/program_for_test.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem::text {
namespace {

constexpr std::string_view text = R"(
struct node { int value; struct node *next; unsigned int flag : 3; unsigned int wide : 32; short table[4]; }
union mix { int i; float f; }
int limit = 10
char letters[8]
struct node first
union mix mixed
void reach_error(void)
int twice(int n)
main: int main(int argc, char **argv)
  var int i
  var unsigned int u
  var long l
  var unsigned long ul
  var char c
  var unsigned char uc
  var short s
  var _Bool b
  var float f
  var double d
  var long double ld
  var __int128 wide
  var int *p
  var void *v
  var int grid[3][5]
  var struct node *n
  var struct node nodes[3]
  var int (*call)(int)
  L0 -> exit  return 0
)";

class ExprReaderTest : public testing::Test {
protected:
  const Expr& read(std::string_view what) { return read_expr(scope, what, {"w.yml", 3, 10}); }
  std::string type(std::string_view what) { return cexpr::c_type(read(what).type()); }
  std::string exact(std::string_view what) { return cexpr::c_text(read(what)); }
  void expect_error(std::string_view what, std::uint32_t column, const std::string& part) {
    try {
      read(what);
      ADD_FAILURE() << "accepted: " << what;
    } catch (const InputError& error) {
      EXPECT_EQ(error.position().text(), "w.yml:3:" + std::to_string(column + 9)) << what << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << what << ": " << error.what();
    }
  }

  const Program program = read_cfa(text, DataModel::LP64);
  const ExprScope scope = ExprScope::at(program, program.entry().entry());
};

TEST_F(ExprReaderTest, OperandsAreConvertedAsC_Does) {
  EXPECT_EQ(exact("i + u"), "(unsigned int)i + u");
  EXPECT_EQ(exact("c + uc"), "(int)c + (int)uc");
  EXPECT_EQ(exact("l < u"), "l < (long)u");
  EXPECT_EQ(exact("i == 5ul"), "(unsigned long)i == 5ul");
  EXPECT_EQ(exact("f + i"), "f + (float)i");
  EXPECT_EQ(exact("d * f"), "d * (double)f");
  EXPECT_EQ(exact("s << ul"), "(int)s << ul");
  EXPECT_EQ(exact("b & uc"), "(int)b & (int)uc");
  EXPECT_EQ(exact("p == 0"), "p == (int *)0");
  EXPECT_EQ(exact("-c"), "-(int)c");
  EXPECT_EQ(exact("!d"), "!d");
  EXPECT_EQ(exact("i ? c : l"), "i ? (long)c : l");
  EXPECT_EQ(type("i ? p : 0"), "int *");
  EXPECT_EQ(exact("nodes[1].flag - 1"), "(int)nodes[1].flag - 1");
  EXPECT_EQ(exact("n->wide - 1"), "(unsigned int)n->wide - 1u");
}

TEST_F(ExprReaderTest, PrecedenceAndAssociativity) {
  EXPECT_EQ(&read("i + u * l - 3 << 1 < 4 == 5 & 6 ^ 7 | 8 && 9 || 10"),
            &read("((((((((i + (u * l)) - 3) << 1) < 4) == 5) & 6) ^ 7) | 8) && 9 || 10"));
  EXPECT_EQ(&read("i - 2 - 3"), &read("(i - 2) - 3"));
  EXPECT_EQ(&read("i ? 1 : u ? 2 : 3"), &read("i ? 1 : (u ? 2 : 3)"));
}

TEST_F(ExprReaderTest, ConstantsHaveTheirTypes) {
  EXPECT_EQ(type("1"), "int");
  EXPECT_EQ(type("2147483648"), "long");
  EXPECT_EQ(type("0x80000000"), "unsigned int");
  EXPECT_EQ(type("1u"), "unsigned int");
  EXPECT_EQ(type("1LL"), "long long");
  EXPECT_EQ(type("18446744073709551615u"), "unsigned long");
  EXPECT_EQ(type("'a'"), "int");
  EXPECT_TRUE(read("'\\377'").is_integer_constant(-1));
  EXPECT_TRUE(read("017").is_integer_constant(15));
  EXPECT_TRUE(read("0b101").is_integer_constant(5));
  EXPECT_EQ(type("1.5f"), "float");
  EXPECT_EQ(type("1e3"), "double");
  EXPECT_EQ(type("0x1p-3L"), "long double");
  EXPECT_TRUE(read("(-2147483647 - 1)").is_integer_constant(-2147483648ll));
  EXPECT_EQ(type("sizeof(struct node)"), "unsigned long");
  EXPECT_TRUE(read("sizeof grid").is_integer_constant(60));
  EXPECT_TRUE(read("sizeof(grid[0])").is_integer_constant(20));
}

TEST_F(ExprReaderTest, LvaluesAndCasts) {
  EXPECT_EQ(exact("n->next->table[i]"), "n->next->table[i]");
  EXPECT_EQ(exact("*p"), "*p");
  EXPECT_EQ(exact("p[i]"), "p[i]");
  EXPECT_EQ(exact("grid[1][2]"), "grid[1][2]");
  EXPECT_EQ(type("grid"), "int (*)[5]");
  EXPECT_EQ(type("&grid"), "int (*)[3][5]");
  EXPECT_EQ(type("&first"), "struct node *");
  EXPECT_EQ(exact("(unsigned char)i"), "(unsigned char)i");
  EXPECT_EQ(exact("(struct node *)v"), "(struct node *)v");
  EXPECT_EQ(type("(int (*)(char *, ...))v"), "int (*)(char *, ...)");
  EXPECT_EQ(exact("((union mix *)v)->f"), "((union mix *)v)->f");
  EXPECT_EQ(exact("p - 1"), "p + -1");
  EXPECT_EQ(cexpr::c_type(read("p - 1").operand(1).type()), "long");
  EXPECT_EQ(exact("&nodes[2] - nodes"), "&nodes[2] - nodes");
  EXPECT_EQ(exact("(size_t)i"), "(unsigned long)i");
  EXPECT_EQ(exact("call == &twice"), "call == &twice");
  EXPECT_EQ(exact("mixed.f"), "mixed.f");
}

TEST_F(ExprReaderTest, WhatIsWrongIsSaidWithItsColumn) {
  expect_error("i +", 4, "expected an expression but found the end");
  expect_error("", 1, "expected an expression");
  expect_error("i + j", 5, "no variable 'j'");
  expect_error("i = 3", 3, "side effects");
  expect_error("i++", 2, "side effects");
  expect_error("twice(3)", 6, "calls are not allowed");
  expect_error("i, u", 2, "expected an operator");
  expect_error("(i", 3, "expected ')'");
  expect_error("n.value", 2, "'.' cannot be applied");
  expect_error("n->colour", 2, "no member 'colour'");
  expect_error("*i", 1, "'int'");
  expect_error("first + 1", 7, "struct node");
  expect_error("d % 2", 3, "'double'");
  expect_error("(struct tree *)v", 9, "'tree' is not known");
  expect_error("99999999999999999999999", 1, "too large");
  expect_error("1x", 1, "not a number");
  expect_error("'ab'", 1, "one character");
  expect_error("i @ 3", 3, "'@'");
  expect_error("\"abc", 1, "closing quote");
  expect_error("\\result > 0", 1, "no meaning");
  expect_error("&n->flag", 1, "bit-field");
  expect_error(std::string(5000, '('), 1001, "nested too deeply");
  expect_error(std::string(5000, '!') + "i", 2999, "nested too deeply");
}

TEST_F(ExprReaderTest, LongChainsAreFine) {
  std::string sum = "i";
  for (int k = 0; k < 20000; ++k) sum += " + i";
  EXPECT_EQ(type(sum), "int");
}

TEST_F(ExprReaderTest, TheResultOfAFunctionHasAName) {
  const Expr& i = read("i");
  ExprScope with_result = scope;
  with_result.result = &i;
  EXPECT_EQ(&read_expr(with_result, "\\result > 0"), &read("i > 0"));
}

TEST_F(ExprReaderTest, NoiseNeverCrashes) {
  std::mt19937 random(5);
  const std::string_view words[] = {"(", ")", "i", "n",   "->",     ".",    "value",  "[",  "]",   "*",   "&",
                                    "+", "?", ":", "int", "struct", "node", "sizeof", "1",  "2.5", "'a'", "\"x\"",
                                    "!", "-", ",", "{",   "}",      "==",   "f",      "\\", "#"};
  int accepted = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string noise;
    for (std::uint32_t k = random() % 12; k > 0; --k) noise += std::string(words[random() % std::size(words)]) + " ";
    try {
      read(noise);
      ++accepted;
    } catch (const InputError&) {
    }
  }
  EXPECT_GT(accepted, 100);
}

// Random expressions as the front end would make them.
class Maker {
public:
  Maker(const ExprScope& scope, std::uint32_t seed)
      : operators_(scope.program->context()), scope_(scope), random_(seed) {}

  const Expr& make(int depth) {
    if (depth == 0) return leaf();
    while (true) {
      try {
        return step(depth - 1);
      } catch (const cexpr::OperandError&) {
        // these operands do not fit the operator
      }
    }
  }

private:
  std::uint32_t pick(std::uint32_t count) { return random_() % count; }

  const Expr& leaf() {
    constexpr std::string_view leaves[] = {"i",
                                           "u",
                                           "l",
                                           "ul",
                                           "c",
                                           "uc",
                                           "s",
                                           "b",
                                           "f",
                                           "d",
                                           "ld",
                                           "wide",
                                           "p",
                                           "v",
                                           "n",
                                           "call",
                                           "limit",
                                           "letters",
                                           "first.next",
                                           "nodes[i].wide",
                                           "n->wide",
                                           "n->table",
                                           "grid[2][i]",
                                           "&grid[1]",
                                           "mixed.f",
                                           "nodes",
                                           "*p",
                                           "argv[1]",
                                           "-5",
                                           "7u",
                                           "-2147483647 - 1",
                                           "9223372036854775807",
                                           "(short)-3",
                                           "(char)100",
                                           "1.5",
                                           "-0.1f",
                                           "3.25L",
                                           "(int *)0",
                                           "(__int128)123456789012345678",
                                           "&twice",
                                           "(unsigned __int128)-1",
                                           "(-9223372036854775807l - 1)"};
    return operators_.value(read_expr(scope_, leaves[pick(std::size(leaves))]));
  }

  const Expr& step(int depth) {
    switch (pick(8)) {
    case 0: return operators_.negate(make(depth));
    case 1: return operators_.logical_not(make(depth));
    case 2: return operators_.bit_not(make(depth));
    case 3: return operators_.conditional(make(depth), make(depth), make(depth));
    case 4: return cast(make(depth));
    case 5: return operators_.value(operators_.deref(make(depth)));
    default: return operators_.binary(static_cast<BinaryOp>(pick(18)), make(depth), make(depth));
    }
  }

  const Expr& cast(const Expr& operand) {
    constexpr std::string_view types[] = {"unsigned char", "int",    "unsigned long", "long long",     "_Bool",
                                          "float",         "double", "int *",         "struct node *", "__int128",
                                          "void *",        "char",   "short"};
    const Expr& sample = read_expr(scope_, "(" + std::string(types[pick(std::size(types))]) + ")0");
    return operators_.cast(sample.type(), operand);
  }

  cexpr::COperators operators_;
  const ExprScope& scope_;
  std::mt19937 random_;
};

// Exact text leaves out the type of a constant offset, which does not matter.
bool has_untyped_offset(const Expr& expr) {
  const bool offset =
      expr.kind() == ExprKind::Index || (expr.kind() == ExprKind::Binary && expr.binary_op() == BinaryOp::PtrAdd);
  if (offset && expr.operand(1).kind() == ExprKind::Integer && cexpr::c_type(expr.operand(1).type()) != "int")
    return true;
  return std::any_of(expr.operands().begin(), expr.operands().end(),
                     [](const Expr* operand) { return has_untyped_offset(*operand); });
}

TEST_F(ExprReaderTest, ReadingWhatWasWrittenGivesTheSame) {
  Maker maker(scope, 42);
  ExprScope exact_names = scope;
  exact_names.names = Names::Model;
  for (int trial = 0; trial < 5000; ++trial) {
    const Expr& expr = maker.make(1 + trial % 4);
    const std::string written = cexpr::c_text(expr);
    const Expr& again = read_expr(exact_names, written);
    ASSERT_TRUE(&again == &expr || has_untyped_offset(expr)) << written << "\n" << cexpr::c_text(again);
    ASSERT_EQ(cexpr::c_text(again), written);
  }
}

TEST_F(ExprReaderTest, ReadableTextKeepsTheMeaning) {
  Maker maker(scope, 43);
  for (int trial = 0; trial < 5000; ++trial) {
    const Expr& expr = maker.make(1 + trial % 3);
    const std::string written = cexpr::c_text(expr, cexpr::ExprStyle::Readable);
    const Expr& again = read_expr(scope, written);
    if (again.kind() == ExprKind::Integer) continue; // a difference that spells the smallest integer
    ASSERT_EQ(cexpr::c_text(again, cexpr::ExprStyle::Readable), written);
  }
}

} // namespace
} // namespace tandem::text
