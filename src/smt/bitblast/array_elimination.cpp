// Arrays as bit-vector terms, by the read-over-write and congruence axioms. A read follows the stores below it; where
// it is not known whether an index matches, it becomes a conditional, as long as its budget of symbolic stores (fuel)
// lasts; beyond that its value is a fresh variable, an open read, which array_refinement.cpp constrains on demand.
// Reads of one array variable are related by Ackermann constraints, all pairs up to a limit. Results are memoised by
// (array, index), so that sharing in the stores is kept. Equality of arrays is a Boolean with a witness index where
// the arrays differ (extensionality); small arrays are compared element by element.

#include "base/core/require.h"
#include "smt/bitblast/theory_elimination.h"
#include "smt/term/traverse.h"

namespace tandem::smt::bitblast {

namespace {

// Arrays with at most 2^6 elements are compared element by element.
constexpr std::uint32_t small_index_width = 6;

} // namespace

Term TheoryElimination::known_read(Term array, Term index) const {
  const auto found = reads_.find({array, index});
  return found == reads_.end() ? Term() : found->second;
}

bool TheoryElimination::finish_read(std::vector<Task>& stack, Term value) {
  const Task task = stack.back();
  reads_.emplace(ReadKey{task.term, task.index}, value);
  if (task.array != task.term) reads_.emplace(ReadKey{task.array, task.index}, value);
  return true;
}

bool TheoryElimination::read_step(std::vector<Task>& stack) {
  for (;;) {
    Task& task = stack.back();
    if (const Term value = known_read(task.array, task.index)) return finish_read(stack, value);
    const Kind kind = terms_.kind(task.array);
    if (kind == Kind::ConstArray) {
      const Term element = terms_.arg(task.array, 0);
      if (is_done(element)) return finish_read(stack, done(element));
      stack.push_back({element, {}, {}, 0});
      return false;
    }
    if (kind == Kind::Variable) return finish_read(stack, read_base(task.array, task.index));
    if (kind == Kind::Ite) return read_ite(stack);
    require(kind == Kind::Store, "an array should be a variable, a constant, a store or a conditional");
    const Term index = terms_.arg(task.array, 1);
    if (!is_done(index)) {
      stack.push_back({index, {}, {}, 0});
      return false;
    }
    if (!terms_.is_false(terms_.eq(done(index), task.index))) return read_store(stack);
    task.array = terms_.arg(task.array, 0);
  }
}

bool TheoryElimination::read_store(std::vector<Task>& stack) {
  const Task task = stack.back();
  const Term element = terms_.arg(task.array, 2);
  if (!is_done(element)) {
    stack.push_back({element, {}, {}, 0});
    return false;
  }
  const Term same = terms_.eq(done(terms_.arg(task.array, 1)), task.index);
  if (terms_.is_true(same)) return finish_read(stack, done(element));
  const Term below = terms_.arg(task.array, 0);
  const Term rest = known_read(below, task.index);
  if (!rest) {
    if (task.fuel == 0) return finish_read(stack, open_read(task.array, task.index));
    const std::uint32_t fuel = eager_bits_ > options_.many_bits ? std::min(task.fuel, options_.fuel_late) : task.fuel;
    stack.push_back({below, task.index, below, fuel - 1});
    return false;
  }
  eager_bits_ += terms_.width(rest);
  return finish_read(stack, terms_.ite(same, done(element), rest));
}

bool TheoryElimination::read_ite(std::vector<Task>& stack) {
  const Task task = stack.back();
  const Term condition = terms_.arg(task.array, 0);
  if (!is_done(condition)) {
    stack.push_back({condition, {}, {}, 0});
    return false;
  }
  if (terms_.is_constant(done(condition))) {
    stack.back().array = terms_.arg(task.array, terms_.is_true(done(condition)) ? 1 : 2);
    return false;
  }
  if (task.fuel == 0) return finish_read(stack, open_read(task.array, task.index));
  std::array<Term, 2> branches;
  const std::size_t before = stack.size();
  for (const std::size_t i : {0, 1}) {
    const Term branch = terms_.arg(task.array, i + 1);
    branches[i] = known_read(branch, task.index);
    if (!branches[i]) stack.push_back({branch, task.index, branch, task.fuel - 1});
  }
  if (stack.size() > before) return false;
  eager_bits_ += terms_.width(branches[0]);
  return finish_read(stack, terms_.ite(done(condition), branches[0], branches[1]));
}

Term TheoryElimination::read(Term array, Term index, std::uint32_t fuel) {
  if (const Term value = known_read(array, index)) return value;
  std::vector<Task> stack{{array, index, array, fuel}};
  run(stack);
  return known_read(array, index);
}

Term TheoryElimination::read_base(Term variable, Term index) {
  const auto [it, added] = bases_.try_emplace(variable);
  if (added) base_order_.push_back(variable);
  Base& base = it->second;
  const Sort element = terms_.sort(variable).element();
  const Term value = terms_.fresh("read", reduced_sort(element));
  if (element.is_float()) conditions_.push_back(floats_.is_canonical(element, value));
  std::size_t tied = 0;
  const auto tie = [&](const Read& other) {
    const Term same = terms_.eq(index, other.index);
    if (terms_.is_false(same) || tied++ >= options_.eager_pairs) return;
    conditions_.push_back(terms_.implies(same, terms_.eq(value, other.value)));
  };
  // Different constant indices are distinct, and a known read of this one would have been found before.
  if (terms_.is_constant(index)) {
    for (const std::size_t i : base.symbolic) tie(base.reads[i]);
  } else {
    for (const Read& other : base.reads) tie(other);
    base.symbolic.push_back(base.reads.size());
  }
  base.reads.push_back({index, value});
  return value;
}

Term TheoryElimination::open_read(Term array, Term index) {
  const Sort element = terms_.sort(array).element();
  const Term value = terms_.fresh("open", reduced_sort(element));
  if (element.is_float()) conditions_.push_back(floats_.is_canonical(element, value));
  open_.push_back({array, index, value});
  return value;
}

// --- equality

// A variable that holds iff the arrays are equal. If it does not, they differ at a witness index of their own; if it
// does, they agree at an index that no store writes (there is one: the index domain is larger than the number of
// stores), and refine() takes care of the other indices.
Term TheoryElimination::define_equality(Term t) {
  const Term a = terms_.arg(t, 0);
  const Term b = terms_.arg(t, 1);
  const Sort index = terms_.sort(a).index();
  if (!index.is_bv()) throw Unsupported("integers are not supported");
  if (index.width() <= small_index_width) return expand_equality(a, b);
  Equality equality{terms_.fresh("equal", Sort::boolean()), a, b, {}, {}};
  survey(equality);
  if (index.width() < 32 && stores_surveyed_ >= std::uint64_t{1} << index.width()) {
    if (index.width() > 16) throw Unsupported("an equality of arrays with so many stores is not supported");
    return expand_equality(a, b);
  }
  const Term holds = equality.holds;
  const Term witness = terms_.fresh("differ", index);
  const Term differ = terms_.distinct(read(a, witness, options_.fuel_late), read(b, witness, options_.fuel_late));
  conditions_.push_back(terms_.or_(holds, differ));
  conditions_.push_back(terms_.implies(holds, terms_.eq(elsewhere(a), elsewhere(b))));
  equalities_.push_back(std::move(equality));
  return holds;
}

Term TheoryElimination::expand_equality(Term a, Term b) {
  const std::uint32_t width = terms_.sort(a).index().width();
  std::vector<Term> parts;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << width; ++i) {
    const Term index = terms_.bv(width, i);
    parts.push_back(terms_.eq(read(a, index, UINT32_MAX), read(b, index, UINT32_MAX)));
  }
  return terms_.and_(parts);
}

// The array's value at an index that is not written in the formula.
Term TheoryElimination::elsewhere(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    const std::size_t before = stack.size();
    for (const Term argument : terms_.args(t))
      if (terms_.sort(argument).is_array() && !elsewhere_.contains(argument)) stack.push_back(argument);
    if (stack.size() > before) continue;
    stack.pop_back();
    if (!elsewhere_.contains(t)) elsewhere_.emplace(t, elsewhere_step(t));
  }
  return elsewhere_.at(root);
}

Term TheoryElimination::elsewhere_step(Term t) {
  const Kind kind = terms_.kind(t);
  if (kind == Kind::Store) return elsewhere_.at(terms_.arg(t, 0));
  if (kind == Kind::ConstArray) return (*this)(terms_.arg(t, 0));
  if (kind == Kind::Ite) {
    const Term condition = (*this)(terms_.arg(t, 0));
    return terms_.ite(condition, elsewhere_.at(terms_.arg(t, 1)), elsewhere_.at(terms_.arg(t, 2)));
  }
  const auto [it, added] = bases_.try_emplace(t);
  if (added) base_order_.push_back(t);
  const Sort element = terms_.sort(t).element();
  it->second.elsewhere = terms_.fresh("elsewhere", reduced_sort(element));
  if (element.is_float()) conditions_.push_back(floats_.is_canonical(element, it->second.elsewhere));
  return it->second.elsewhere;
}

// Where the two sides can differ: the indices that their stores write, and the array variables they are built from.
void TheoryElimination::survey(Equality& equality) {
  std::vector<Term> stack{equality.a, equality.b};
  std::unordered_map<Term, bool> seen;
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.emplace(t, true).second) continue;
    const Kind kind = terms_.kind(t);
    if (kind == Kind::Variable) equality.bases.push_back(t);
    if (kind == Kind::Store) {
      ++stores_surveyed_;
      equality.store_indices.push_back((*this)(terms_.arg(t, 1)));
      stack.push_back(terms_.arg(t, 0));
    }
    if (kind == Kind::Ite) {
      stack.push_back(terms_.arg(t, 1));
      stack.push_back(terms_.arg(t, 2));
    }
  }
}

} // namespace tandem::smt::bitblast
