// Arrays: the read-over-write axiom as a rewrite rule. A select passes stores to provably different indices, and a
// conditional if at least one branch yields a value or both lead to the same array; so it takes linear time however
// much the branches share.

#include "smt/term/terms.h"

#include "base/core/require.h"

namespace tandem::smt {

// Follows the stores until an index may match.
Terms::Read Terms::read_over(Term array, Term index, std::uint32_t steps) {
  for (; steps > 0; --steps) {
    if (kind(array) == Kind::ConstArray) return {arg(array, 0), {}, steps};
    if (kind(array) != Kind::Store) break;
    if (arg(array, 1) == index) return {arg(array, 2), {}, steps};
    if (eq(arg(array, 1), index) != false_term_) break;
    array = arg(array, 0);
  }
  return {{}, array, steps};
}

Term Terms::select(Term array, Term index) {
  const Sort s = sort(array);
  require(s.is_array() && sort(index) == s.index(), "a select should have an array and its index");
  struct Pending {
    Term condition;
    Term value;
    bool then; // which branch the value is
  };
  std::vector<Pending> pending;
  std::uint32_t steps = select_steps;
  Read read = read_over(array, index, steps);
  while (!read.value && read.steps > 0 && kind(read.array) == Kind::Ite) {
    const Term t = read.array;
    const Read then = read_over(arg(t, 1), index, read.steps);
    const Read otherwise = read_over(arg(t, 2), index, then.steps);
    if (then.value && otherwise.value) {
      read = {ite(arg(t, 0), then.value, otherwise.value), {}, otherwise.steps};
    } else if (then.value || otherwise.value) {
      pending.push_back({arg(t, 0), then.value ? then.value : otherwise.value, static_cast<bool>(then.value)});
      read = {{}, then.value ? otherwise.array : then.array, otherwise.steps};
    } else if (then.array == otherwise.array) {
      read = {{}, then.array, otherwise.steps};
    } else {
      break;
    }
    if (read.steps > 0) --read.steps;
  }
  Term result = read.value ? read.value : make(Kind::Select, s.element(), read.array, index);
  for (auto it = pending.rbegin(); it != pending.rend(); ++it)
    result = it->then ? ite(it->condition, it->value, result) : ite(it->condition, result, it->value);
  return result;
}

Term Terms::store(Term array, Term index, Term element) {
  const Sort s = sort(array);
  require(s.is_array() && sort(index) == s.index() && sort(element) == s.element(),
          "a store should have an array, its index and its element");
  while (kind(array) == Kind::Store && arg(array, 1) == index) array = arg(array, 0);
  if (kind(array) == Kind::ConstArray && arg(array, 0) == element) return array;
  if (kind(element) == Kind::Select && arg(element, 0) == array && arg(element, 1) == index) return array;
  return make(Kind::Store, s, array, index, element);
}

Term Terms::const_array(Sort sort, Term element) {
  require(sort.is_array() && this->sort(element) == sort.element(), "a constant array should have its element's sort");
  return make(Kind::ConstArray, sort, element);
}

} // namespace tandem::smt
