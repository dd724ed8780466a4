#include "semantics/symbolic/term_to_expr.h"

#include "program/text/cfa_reader.h"
#include "smt/backends/backends.h"
#include "symex/executor.h"

#include <gtest/gtest.h>
#include <random>

namespace tandem::semantics::symbolic {
namespace {

using smt::Term;

// Translated to C and evaluated again, a formula has the same value.
class TermToExprTest : public testing::Test {
protected:
  TermToExprTest()
      : program(text::read_cfa(R"(
int x
unsigned char c
long long l
short s
main: int main(void), entry L0, exit L1
  L0 -> L1  return 0
)",
                               DataModel::ILP32)) {
    executor.set_up_globals(state);
    for (const Variable* variable : program.globals()) {
      const Term symbol = terms.variable(variable->name, sort_of(*variable->type));
      symbols.push_back(symbol);
      by_symbol[symbol] = variable;
      executor.memory().set_register(state, executor.globals().registers.at(variable), symbol);
    }
  }

  // Of the given width, which is one of 8, 16, 32, 64.
  Term random_value(std::uint32_t width, int depth) {
    if (depth == 0 || random() % 5 == 0) return leaf(width);
    const auto inner = [&] { return random_value(width, depth - 1); };
    switch (random() % 10) {
    case 0: return terms.bv_add(inner(), inner());
    case 1: return terms.bv_sub(inner(), inner());
    case 2: return terms.bv_mul(inner(), inner());
    case 3: return terms.bv_xor(inner(), inner());
    case 4: return terms.bv_neg(inner());
    case 5: return terms.bv_not(inner());
    case 6: return terms.ite(random_condition(depth - 1), inner(), inner());
    case 7: return width == 8 ? inner() : terms.bv_sign_extend(random_value(width / 2, depth - 1), width);
    case 8: return width == 64 ? inner() : terms.bv_extract(random_value(2 * width, depth - 1), 2 * width - 1, width);
    default: return terms.bv_and(inner(), terms.bv(width, random()));
    }
  }

  Term leaf(std::uint32_t width) {
    for (const Term symbol : symbols)
      if (terms.width(symbol) == width && random() % 4 != 0) return symbol;
    return terms.bv(width, random() % 3 == 0 ? random() : random() % 4);
  }

  Term random_condition(int depth) {
    const std::uint32_t width = 8u << random() % 4;
    if (depth > 0 && random() % 3 == 0) {
      const Term a = random_condition(depth - 1), b = random_condition(depth - 1);
      return random() % 2 == 0 ? terms.and_(a, terms.not_(b)) : terms.eq(a, b);
    }
    const int inside = std::max(depth - 1, 0);
    if (random() % 5 == 0) { // widths that C has no types for
      const std::uint32_t cut = 1 + static_cast<std::uint32_t>(random() % (width - 1));
      const auto part = [&] { return terms.bv_extract(random_value(width, inside), cut - 1, 0); };
      return random() % 2 == 0 ? terms.eq(terms.bv_add(part(), part()), part()) : terms.bv_ult(part(), part());
    }
    const Term a = random_value(width, inside), b = random_value(width, inside);
    return random() % 3 == 0 ? terms.eq(a, b) : random() % 2 == 0 ? terms.bv_ult(a, b) : terms.bv_slt(a, b);
  }

  const Program program;
  smt::Terms terms;
  Identities identities{terms, DataModel::ILP32};
  symex::Executor executor{program, terms, identities, {}};
  SymbolicState state;
  std::vector<Term> symbols;
  std::unordered_map<Term, const Variable*> by_symbol;
  std::mt19937 random{7};
};

TEST_F(TermToExprTest, MeansTheSameAgain) {
  TermToExpr translation(terms, program.context(), [this](Term symbol) { return by_symbol.at(symbol); });
  const auto solver = smt::backends::make_solver("sat", terms);
  solver->set_limits({.wall = std::chrono::milliseconds(500)});
  std::size_t proved = 0;
  for (int i = 0; i < 600; ++i) {
    const Term formula = random_condition(3);
    const Expr* text = translation.condition(formula);
    if (text == nullptr) continue; // simplification makes widths that C has no signed types for
    const Term again = executor.in(state, executor.globals()).condition(*text);
    const Term differ = terms.xor_(formula, again);
    const smt::CheckResult result = solver->check(std::span(&differ, 1));
    ASSERT_FALSE(result.sat()) << i;
    proved += result.unsat();
  }
  EXPECT_GT(proved, 300u);
}

TEST_F(TermToExprTest, SymbolsWithoutACounterpartAreNotTranslated) {
  TermToExpr translation(terms, program.context(), [](Term) -> const Variable* { return nullptr; });
  EXPECT_EQ(translation.condition(terms.eq(symbols[0], terms.bv(32, 1))), nullptr);
  EXPECT_NE(translation.condition(terms.true_()), nullptr);
}

} // namespace
} // namespace tandem::semantics::symbolic
