// An iterative depth-first traversal with an explicit stack, since terms may be a million levels deep. Values are
// stored densely in the order of computation; arrays are versions of ArrayValues, so that a long chain of stores is
// linear.

#include "smt/term/evaluate.h"

#include "base/core/require.h"
#include "smt/term/integer.h"
#include "smt/term/operate.h"

namespace tandem::smt {

Evaluator::Evaluator(Terms& terms, const Assignment& assignment)
    : Evaluator(terms, [&assignment](Term variable) {
        const auto found = assignment.find(variable);
        return found == assignment.end() ? Term() : found->second;
      }) {}

Bits Evaluator::bits(Term t) {
  require(!terms_.sort(t).is_array(), "bits should be asked of a scalar");
  evaluate(t);
  return known(t).bits;
}

Term Evaluator::value(Term t) {
  evaluate(t);
  const Sort sort = terms_.sort(t);
  if (!sort.is_array()) return terms_.constant(sort, known(t).bits);
  const ArrayValues::Version array = known(t).array;
  Term result = terms_.const_array(sort, terms_.constant(sort.element(), arrays_.otherwise(array)));
  for (const auto& [index, element] : arrays_.entries(array))
    result = terms_.store(result, terms_.constant(sort.index(), index), terms_.constant(sort.element(), element));
  return result;
}

void Evaluator::evaluate(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (is_known(t)) {
      stack.pop_back();
    } else if (const Term needed = missing(t)) {
      stack.push_back(needed);
    } else {
      values_.push_back(compute(t));
      indices_.set(t, static_cast<std::uint32_t>(values_.size()));
      stack.pop_back();
    }
  }
}

Term Evaluator::missing(Term t) {
  if (terms_.is_variable(t)) {
    auto found = found_.find(t);
    if (found == found_.end()) found = found_.emplace(t, lookup_(t)).first;
    return !found->second || is_known(found->second) ? Term() : found->second;
  }
  for (const Term argument : terms_.args(t))
    if (!is_known(argument)) return argument;
  return {};
}

Evaluator::Value Evaluator::compute(Term t) {
  const auto arg = [&](std::size_t i) -> const Value& { return known(terms_.arg(t, i)); };
  const Kind kind = terms_.kind(t);
  if (kind == Kind::Constant) return {terms_.bits(t)};
  if (kind == Kind::Variable) return compute_variable(t);
  if (kind == Kind::Ite) return arg(0).bits.is_zero() ? arg(2) : arg(1);
  if (kind == Kind::Eq) return compute_eq(t);
  if (kind == Kind::Select) return {arrays_.select(arg(0).array, arg(1).bits)};
  if (kind == Kind::Store) return {{}, arrays_.store(arg(0).array, arg(1).bits, arg(2).bits)};
  if (kind == Kind::ConstArray) return {{}, arrays_.constant(arg(0).bits)};
  return compute_scalar(t);
}

Evaluator::Value Evaluator::compute_variable(Term t) {
  const Term constant = found_.at(t);
  if (!constant) return zero(terms_.sort(t));
  require(terms_.sort(constant) == terms_.sort(t), "a variable should be assigned a value of its sort");
  return known(constant);
}

Evaluator::Value Evaluator::compute_eq(Term t) {
  const Value& a = known(terms_.arg(t, 0));
  const Value& b = known(terms_.arg(t, 1));
  const Sort sort = terms_.sort(terms_.arg(t, 0));
  if (!sort.is_array()) return {Bits(1, a.bits == b.bits ? 1 : 0)};
  const std::uint32_t width = sort.index().is_bv() ? sort.index().width() : 0;
  return {Bits(1, arrays_.equal(a.array, b.array, width) ? 1 : 0)};
}

Evaluator::Value Evaluator::compute_scalar(Term t) {
  const auto args = terms_.args(t);
  std::array<Bits, 3> values;
  for (std::size_t i = 0; i < args.size(); ++i) values[i] = known(args[i]).bits;
  return {operate(terms_.operation(t), std::span(values).first(args.size()))};
}

Evaluator::Value Evaluator::zero(Sort sort) {
  if (sort.is_array()) return {{}, arrays_.constant(zero(sort.element()).bits)};
  return {sort.is_int() ? integers::from(0) : Bits::zeros(sort.width())};
}

Term evaluate(Terms& terms, Term t, const Assignment& assignment) { return Evaluator(terms, assignment).value(t); }

} // namespace tandem::smt
