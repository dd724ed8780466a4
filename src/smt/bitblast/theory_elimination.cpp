// The traversal: one stack of tasks for terms and array reads together, because each may need the other (an index may
// contain a select, and a read the elements of stores). A task stays on the stack until what it waits for is done.

#include "smt/bitblast/theory_elimination.h"

#include "base/core/require.h"

namespace tandem::smt::bitblast {

Term TheoryElimination::operator()(Term t) {
  require(!terms_.sort(t).is_array(), "the term to be reduced should not be an array");
  std::vector<Task> stack{{t, {}, {}, 0}};
  run(stack);
  return done(t);
}

void TheoryElimination::run(std::vector<Task>& stack) {
  while (!stack.empty()) {
    const bool complete = stack.back().index ? read_step(stack) : eliminate_step(stack);
    if (complete) stack.pop_back();
  }
}

Sort TheoryElimination::reduced_sort(Sort sort) const { return sort.is_float() ? Sort::bv(sort.width()) : sort; }

std::vector<Term> TheoryElimination::take_conditions() { return std::exchange(conditions_, {}); }

// True if the top task is done; otherwise what it waits for has been pushed above it.
bool TheoryElimination::eliminate_step(std::vector<Task>& stack) {
  const Term t = stack.back().term;
  if (is_done(t)) return true;
  const Kind kind = terms_.kind(t);
  if (terms_.sort(t).is_int()) throw Unsupported("integers are not supported");
  if (kind == Kind::Variable) {
    set_done(t, eliminate_variable(t));
    return true;
  }
  if (kind == Kind::Eq && terms_.sort(terms_.arg(t, 0)).is_array()) {
    set_done(t, define_equality(t));
    return true;
  }
  if (kind == Kind::Select) {
    const Term index = terms_.arg(t, 1);
    if (!is_done(index)) {
      stack.push_back({index, {}, {}, 0});
      return false;
    }
    const Term value = known_read(terms_.arg(t, 0), done(index));
    if (value)
      set_done(t, value);
    else
      stack.push_back({terms_.arg(t, 0), done(index), terms_.arg(t, 0), options_.fuel});
    return static_cast<bool>(value);
  }
  std::array<Term, 3> args;
  const auto given = terms_.args(t);
  const std::size_t before = stack.size();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (is_done(given[i]))
      args[i] = done(given[i]);
    else
      stack.push_back({given[i], {}, {}, 0});
  }
  if (stack.size() > before) return false;
  const auto reduced = std::span<const Term>(args).first(given.size());
  set_done(t, eliminate_operation(t, reduced));
  return true;
}

Term TheoryElimination::eliminate_operation(Term t, std::span<const Term> args) {
  if (FloatBlaster::concerns(terms_, t)) return floats_.blast(t, args);
  const Term rebuilt = terms_.rebuild(t, args);
  const Kind kind = terms_.kind(rebuilt);
  if (arity(kind) != 2 || !divisions_.concerns(kind, terms_.arg(rebuilt, 1))) return rebuilt;
  return divisions_(kind, terms_.arg(rebuilt, 0), terms_.arg(rebuilt, 1), conditions_);
}

Term TheoryElimination::eliminate_variable(Term t) {
  if (!terms_.sort(t).is_float()) return t;
  const Term pattern = terms_.fresh(terms_.name(t), reduced_sort(terms_.sort(t)));
  conditions_.push_back(floats_.is_canonical(terms_.sort(t), pattern));
  return pattern;
}

Term TheoryElimination::value(Evaluator& model, Term variable) {
  const Sort sort = terms_.sort(variable);
  if (!sort.is_array()) return is_done(variable) ? terms_.constant(sort, model.bits(done(variable))) : Term();
  const auto base = bases_.find(variable);
  if (base == bases_.end()) return {};
  const auto constant = [&](Sort s, Term t) { return terms_.constant(s, model.bits(t)); };
  const Term rest = base->second.elsewhere ? constant(sort.element(), base->second.elsewhere)
                                           : terms_.constant(sort.element(), Bits::zeros(sort.element().width()));
  Term result = terms_.const_array(sort, rest);
  for (const Read& read : base->second.reads)
    result = terms_.store(result, constant(sort.index(), read.index), constant(sort.element(), read.value));
  return result;
}

} // namespace tandem::smt::bitblast
