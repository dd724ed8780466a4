// Terms as SMT-LIB 2.6. Terms that are shared or long become definitions of their own, so that the text is linear in
// the size of the DAG and never deeply nested. Definitions belong to push levels, as the standard demands.
#pragma once

#include "smt/term/terms.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tandem::smt {

// How a shared term gets its name. Solvers differ: Z3 expands a function's body at each use, cvc5 is slow on equations;
// lets suit both, but are limited to one assertion.
enum class Sharing : std::uint8_t { Functions, Equations, Lets };

class SmtlibWriter {
public:
  explicit SmtlibWriter(Terms& terms, Sharing sharing = Sharing::Functions) : terms_(terms), sharing_(sharing) {}

  // Commands that declare and define what the terms need, except what has been defined before.
  std::string definitions(std::span<const Term> roots);
  // How to refer to a term; only after definitions() with it.
  std::string text(Term t) const;
  bool knows(Term t) const { return known_.contains(t); }
  // The variables that are currently declared, by level and id.
  std::vector<Term> variables() const;
  // The name of a variable, quoted where necessary.
  std::string symbol(Term variable) const;

  // With Sharing::Lets: the formula inside all lets made so far.
  std::string in_lets(std::string_view formula) const;

  void push() { levels_.emplace_back(); }
  void pop();

private:
  void write(Term t, std::string& out);
  std::string expression(Term t, std::string& out);
  std::string plain(Term t, std::string_view head) const;
  std::string constant(Term t) const;
  std::string rounded(Term t, std::string_view head) const;
  std::string to_integer(Term t) const;
  std::string divide(Term t) const;
  std::string pattern(Term t, std::string& out);
  void remember(Term t, std::string text);
  void define(Term t, const std::string& body, std::string& out);

  Terms& terms_;
  Sharing sharing_;
  std::string lets_;
  std::size_t let_count_ = 0;
  std::unordered_map<Term, std::string> known_;
  std::vector<std::vector<Term>> levels_{{}}; // the terms that each level gave a text
  std::unordered_map<Term, std::uint32_t> uses_;
};

// The whole query as a file: logic, declarations, one assertion, check-sat.
std::string smtlib_query(Terms& terms, std::span<const Term> formulas);
// The least logic that has every sort in use; ALL where there is none.
std::string smtlib_logic(const Terms& terms, std::span<const Term> formulas);

} // namespace tandem::smt
