// Quotients and remainders on demand. A divider for two variables of 64 bits has thousands of gates that hide from the
// SAT engine what proofs mostly need: a remainder is below its divisor, an index that was one below the length wraps to
// zero. So a division is first two fresh variables with these facts; refine() asks for the divider itself only if a
// model gets the values wrong (abstraction of bit-vector arithmetic by lemmas: Niemetz, Preiner, Zohar, "Scalable
// Bit-Blasting with Abstractions", CAV 2024; our lemmas are cases of the first two quotients).
#pragma once

#include "smt/term/evaluate.h"
#include "smt/term/terms.h"

#include <map>
#include <vector>

namespace tandem::smt::bitblast {

class DivisionAbstraction {
public:
  // Divisions of narrower words, and those by constants, are left as they are.
  DivisionAbstraction(Terms& terms, std::uint32_t width_at_least) : terms_(terms), width_at_least_(width_at_least) {}

  bool concerns(Kind kind, Term divisor) const;
  // One of the four operators on reduced operands. Facts about new variables are added to the conditions.
  Term operator()(Kind kind, Term dividend, Term divisor, std::vector<Term>& conditions);
  // Defines the divisions whose values in the model are wrong.
  void refine(Evaluator& model, std::vector<Term>& lemmas);

private:
  struct Division {
    Term dividend, divisor;
    Term quotient, remainder; // variables
    bool is_defined = false;
  };

  const Division& unsigned_division(Term dividend, Term divisor, std::vector<Term>& conditions);
  void add_facts(const Division& division, std::vector<Term>& conditions);

  Terms& terms_;
  std::uint32_t width_at_least_;
  std::map<std::pair<Term, Term>, std::size_t> by_operands_;
  std::vector<Division> divisions_;
};

} // namespace tandem::smt::bitblast
