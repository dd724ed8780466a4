// Bit-blasting: Bool and bit-vector terms become literals of a circuit, each term once. Arrays and floats must have
// been eliminated (theory_elimination.h).
#pragma once

#include "smt/bitblast/words.h"
#include "smt/term/term_table.h"
#include "smt/term/terms.h"

#include <map>
#include <vector>

namespace tandem::smt::bitblast {

class Blaster {
public:
  Blaster(const Terms& terms, Circuit& circuit) : terms_(terms), circuit_(circuit), words_(circuit) {}

  // Valid until the next call.
  WordView bits(Term t);
  Lit literal(Term t) { return bits(t)[0]; }
  bool is_done(Term t) const { return offsets_[t] != 0; }

private:
  WordView done(Term t) const;
  void blast(Term t);
  Word make(Term t);
  Word make_variable(Term t);
  Word make_extract(Term t) const;
  Word make_concat(Term t) const;
  Word make_extended(Term t) const;
  Word make_eq(Term t);
  Word make_division(Term t);

  const Terms& terms_;
  Circuit& circuit_;
  Words words_;
  TermTable<std::uint64_t> offsets_; // 1 + where its bits start in pool_
  std::vector<Lit> pool_;
  struct DivisionKey {
    bool is_signed;
    Term dividend;
    Term divisor;
    friend auto operator<=>(const DivisionKey&, const DivisionKey&) = default;
  };
  std::map<DivisionKey, Words::Division> divisions_; // quotient and remainder share a circuit
};

} // namespace tandem::smt::bitblast
