// Translates terms to Z3 expressions, each once, and Z3's values back to constant terms. The expressions live as long
// as the translator.
#pragma once

#include "smt/solver/solver.h"
#include "smt/term/term_table.h"
#include "smt/term/terms.h"

#include <unordered_map>
#include <vector>
#include <z3.h>

namespace tandem::smt {

// A Z3 context whose errors do not terminate the process; they are checked after calls that can fail.
class Z3Context {
public:
  Z3Context();
  ~Z3Context();
  Z3Context(const Z3Context&) = delete;
  Z3Context& operator=(const Z3Context&) = delete;

  operator Z3_context() const { return context_; }
  // Throws Z3Error if the last call failed.
  void check_error() const;

private:
  Z3_context context_;
};

// Thrown where Z3 reports an error; the solver turns it into Unknown.
class Z3Error : public SolverError {
public:
  using SolverError::SolverError;
};

class Z3Translator {
public:
  Z3Translator(const Z3Context& context, Terms& terms) : c_(context), context_(context), terms_(terms) {}
  ~Z3Translator();
  Z3Translator(const Z3Translator&) = delete;
  Z3Translator& operator=(const Z3Translator&) = delete;

  Z3_ast translate(Term t);
  // Of a variable; none when the model leaves it open.
  Term value(Z3_model model, Term variable);
  // A new Boolean constant that corresponds to no term.
  Z3_ast fresh();

private:
  Z3_ast keep(Z3_ast ast);
  Z3_sort sort(Sort sort);
  Z3_ast make(Term t, const std::array<Z3_ast, 3>& args);
  Z3_ast make_leaf(Term t);
  Z3_ast constant(Sort sort, const Bits& bits);
  Z3_ast rounding(Rounding rounding);
  Z3_ast to_bits(Term t, Z3_ast a);
  Z3_ast to_integer(Term t, Z3_ast a);
  Z3_ast divide(Term t, Z3_ast a, Z3_ast b);
  Term read_value(Z3_model model, Sort sort, Z3_ast value);
  Term read_array(Z3_model model, Sort sort, Z3_ast value);
  Term read_function(Z3_model model, Sort sort, Z3_func_decl function);
  Term read_lambda(Z3_model model, Sort sort, Z3_ast lambda);
  std::vector<Term> numerals_in(Z3_model model, Sort sort, Z3_ast root);
  Term read_bits(Sort sort, Z3_ast numeral);

  Z3_context c_;
  const Z3Context& context_;
  Terms& terms_;
  TermTable<Z3_ast> done_;
  std::vector<Z3_ast> kept_;
  std::unordered_map<Sort, Z3_sort, SortHash> sorts_;
};

} // namespace tandem::smt
