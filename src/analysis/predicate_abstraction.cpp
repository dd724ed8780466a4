#include "analysis/predicate_abstraction.h"

#include "base/require.h"
#include "smt/backends.h"
#include "smt/traverse.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace tandem::analysis::predicate {

using smt::CheckResult;

namespace {

constexpr std::size_t combinations_at_once = 250;
constexpr std::size_t combinations_of_group = 40;
constexpr std::size_t sessions_kept = 32;
constexpr std::chrono::milliseconds query_limit{5'000};

} // namespace

Abstraction::Abstraction(Terms& terms) : terms_(terms) {}

Abstraction::Session& Abstraction::session(Term guard) {
  const auto [found, added] = sessions_.try_emplace(guard);
  Session& session = found->second;
  session.last_use = ++uses_;
  if (!added) return session;
  session.solver = smt::make_solver("sat", terms_);
  session.solver->set_limits({.wall = query_limit});
  session.solver->add(guard);
  if (sessions_.size() > sessions_kept)
    sessions_.erase(std::ranges::min_element(sessions_, {}, [](const auto& entry) { return entry.second.last_use; }));
  return session;
}

CheckResult Abstraction::check(Term assumption) {
  ++statistics_.queries;
  std::vector<Term> assumptions{start_};
  if (assumption) assumptions.push_back(assumption);
  return solver_->check(assumptions);
}

bool Abstraction::is_possible(Term start, Term guard) {
  const Term both = terms_.and_(start, guard);
  if (terms_.is_constant(both)) return terms_.is_true(both);
  const auto [found, added] = possible_.try_emplace({start, guard}, true);
  if (!added) return found->second;
  solver_ = session(guard).solver.get();
  start_ = start;
  found->second = !check().unsat();
  return found->second;
}

std::optional<std::vector<Term>> Abstraction::implies_some(Term a, const std::vector<Term>& others) {
  for (const Term other : others)
    if (a == other || terms_.is_true(other)) return std::vector{other};
  if (others.empty()) return std::nullopt;
  smt::Solver& solver = *session(terms_.true_()).solver;
  std::vector<Term> assumptions{a};
  for (const Term other : others) assumptions.push_back(terms_.not_(other));
  ++statistics_.queries;
  if (!solver.check(assumptions).unsat()) return std::nullopt;
  std::vector<Term> result;
  for (const Term needed : solver.core())
    if (needed != a) result.push_back(terms_.not_(needed));
  return result;
}

// Predicates with names instead of images.
std::vector<Image> Abstraction::named(Session& session, const std::vector<Image>& predicates) {
  std::vector<Image> result;
  for (const Image& image : predicates) {
    Term& name = session.names[image.image];
    if (!name) {
      name = terms_.is_variable(image.image) ? image.image : terms_.fresh("holds", smt::Sort::boolean());
      if (name != image.image) session.solver->add(terms_.eq(name, image.image));
    }
    result.push_back({image.predicate, name});
  }
  return result;
}

Term Abstraction::compute(Term start, Term guard, const std::vector<Image>& predicates) {
  if (terms_.is_false(start) || terms_.is_false(guard)) return terms_.false_();
  if (predicates.empty()) return terms_.boolean(is_possible(start, guard));
  std::vector<Term> key{start, guard};
  for (const Image& image : predicates) key.insert(key.end(), {image.predicate, image.image});
  const auto [found, added] = known_.try_emplace(std::move(key), terms_.true_());
  ++(added ? statistics_.computed : statistics_.cached);
  if (!added) return found->second;
  Session& session = this->session(guard);
  solver_ = session.solver.get();
  start_ = start;
  const std::vector<Image> with_names = named(session, predicates);
  try {
    found->second = combine(session, with_names);
  } catch (const smt::SolverError&) { // a model that cannot be read
    ++statistics_.coarse;
  }
  return found->second;
}

Term Abstraction::combine(Session& session, const std::vector<Image>& predicates) {
  if (predicates.size() < session.too_many) {
    if (const auto exact = enumerate(predicates, combinations_at_once)) return *exact;
    session.too_many = predicates.size();
  }
  ++statistics_.coarse;
  return combine_coarsely(predicates);
}

Term Abstraction::combine_coarsely(const std::vector<Image>& predicates) {
  const SolverLevel level(*solver_);
  std::vector<Cube> models;
  const CheckResult first = check();
  if (first.unsat()) return terms_.false_();
  if (!first.sat()) return terms_.true_();
  note_model(predicates, models);
  const std::vector<Value> values = fixed_values(predicates, models);
  Term result = terms_.true_();
  std::vector<Image> open;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    if (values[i] == Value::Either)
      open.push_back(predicates[i]);
    else
      result = terms_.and_(result,
                           values[i] == Value::True ? predicates[i].predicate : terms_.not_(predicates[i].predicate));
  }
  return terms_.and_(result, enumerate_groups(open));
}

void Abstraction::note_model(const std::vector<Image>& predicates, std::vector<Cube>& models) {
  Cube cube;
  for (const Image& image : predicates) cube.push_back(terms_.is_true(solver_->value(image.image)));
  models.push_back(std::move(cube));
}

// Which predicates have the same value in all models. Every model that is found answers for several of them.
std::vector<Abstraction::Value> Abstraction::fixed_values(const std::vector<Image>& predicates,
                                                          std::vector<Cube>& models) {
  std::vector<Value> result;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    const bool value = models.front()[i];
    const bool differs = std::ranges::any_of(models, [&](const Cube& model) { return model[i] != value; });
    if (!differs) {
      const Term other = value ? terms_.not_(predicates[i].image) : predicates[i].image;
      const CheckResult answer = check(other);
      if (answer.unsat()) {
        result.push_back(value ? Value::True : Value::False);
        solver_->add(terms_.not_(other));
        continue;
      }
      if (answer.sat()) note_model(predicates, models);
    }
    result.push_back(Value::Either);
  }
  return result;
}

// All combinations, or nothing if there are more than the limit.
std::optional<Term> Abstraction::enumerate(const std::vector<Image>& predicates, std::size_t limit) {
  std::vector<Cube> cubes;
  const SolverLevel level(*solver_);
  CheckResult answer = check();
  while (answer.sat() && cubes.size() <= limit) {
    note_model(predicates, cubes);
    std::vector<Term> differs;
    for (std::size_t i = 0; i < predicates.size(); ++i)
      differs.push_back(cubes.back()[i] ? terms_.not_(predicates[i].image) : predicates[i].image);
    solver_->add(terms_.or_(differs));
    answer = check();
  }
  if (!answer.unsat()) return std::nullopt;
  std::ranges::sort(cubes); // for tree()
  return tree(predicates, std::move(cubes), 0);
}

std::vector<std::vector<Image>> Abstraction::groups(const std::vector<Image>& predicates) const {
  std::vector<std::size_t> leader(predicates.size());
  std::iota(leader.begin(), leader.end(), 0);
  std::map<Term, std::size_t> owner;
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  for (std::size_t i = 0; i < predicates.size(); ++i)
    for (const Term symbol : smt::variables(terms_, std::span(&predicates[i].predicate, 1)))
      leader[find(i)] = find(owner.try_emplace(symbol, i).first->second);
  std::map<std::size_t, std::vector<Image>> by_leader;
  for (std::size_t i = 0; i < predicates.size(); ++i) by_leader[find(i)].push_back(predicates[i]);
  std::vector<std::vector<Image>> result;
  for (auto& [at, group] : by_leader) result.push_back(std::move(group));
  return result;
}

Term Abstraction::enumerate_groups(const std::vector<Image>& predicates) {
  Term result = terms_.true_();
  for (const std::vector<Image>& group : groups(predicates)) {
    if (group.size() < 2) continue;
    if (const auto exact = enumerate(group, combinations_of_group)) result = terms_.and_(result, *exact);
  }
  return result;
}

// Of combinations that agree in what comes before `depth`; sorted, so that the false ones come first.
Term Abstraction::tree(const std::vector<Image>& predicates, std::vector<Cube> cubes, std::size_t depth) {
  if (cubes.empty()) return terms_.false_();
  if (depth == predicates.size()) return terms_.true_();
  const auto middle = std::ranges::find_if(cubes, [&](const Cube& cube) { return cube[depth]; });
  std::vector<Cube> yes(middle, cubes.end());
  cubes.erase(middle, cubes.end());
  const Term then = tree(predicates, std::move(yes), depth + 1);
  return terms_.ite(predicates[depth].predicate, then, tree(predicates, std::move(cubes), depth + 1));
}

} // namespace tandem::analysis::predicate
