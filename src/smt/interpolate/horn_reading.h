// How bit-vector formulas are presented to a solver for Horn clauses, and how its solutions are translated back.
//
// Read as bit-vectors they keep their exact meaning, but solutions tend to speak of single bits. Read as mathematical
// integers (words are signed, narrow bit-vectors unsigned; terms without a linear meaning are arbitrary) solutions are
// relations between values; since nothing wraps around there, they have to be checked.
#pragma once

#include "smt/solver/z3_translate.h"

#include <memory>
#include <span>
#include <vector>

namespace tandem::smt::interpolate {

class HornReading {
public:
  virtual ~HornReading() = default;

  // Whether formulas that contain this term can be translated.
  virtual bool takes(Term term) = 0;
  virtual Z3_ast translate(Term term) = 0;
  // The constants over which a clause built from these terms is universally quantified.
  virtual std::vector<Z3_app> arbitrary(std::span<const Term> roots) = 0;
  // A formula whose i-th variable is the i-th symbol. Throws Z3Error for operators without a counterpart.
  virtual Term read(Z3_ast formula, const std::vector<Term>& symbols) = 0;
};

std::unique_ptr<HornReading> read_as_bits(const Z3Context& context, Terms& terms);
std::unique_ptr<HornReading> read_as_integers(const Z3Context& context, Terms& terms);

} // namespace tandem::smt::interpolate
