// How formulas about bits are told to an engine for Horn clauses, and how its answers are told back.
//
// As bits they mean exactly what they mean, but answers then speak of single bits. As integers without bounds (words
// are signed, a few bits are unsigned; what has no linear meaning is arbitrary) answers are relations between values;
// since nothing wraps around there, they have to be checked.
#pragma once

#include "smt/solver/z3_translate.h"

#include <memory>
#include <span>
#include <vector>

namespace tandem::smt::interpolate {

class HornReading {
public:
  virtual ~HornReading() = default;

  // Whether it can say anything about formulas with this term in them.
  virtual bool takes(Term term) = 0;
  virtual Z3_ast translate(Term term) = 0;
  // What a clause made of these terms is to be true for, whatever it is.
  virtual std::vector<Z3_app> arbitrary(std::span<const Term> roots) = 0;
  // A formula whose i-th variable is the i-th symbol. Throws Z3Error for what there is no term for.
  virtual Term read(Z3_ast formula, const std::vector<Term>& symbols) = 0;
};

std::unique_ptr<HornReading> read_as_bits(const Z3Context& context, Terms& terms);
std::unique_ptr<HornReading> read_as_integers(const Z3Context& context, Terms& terms);

} // namespace tandem::smt::interpolate
