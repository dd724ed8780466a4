#include "analysis/predicate_abstraction.h"

#include "base/require.h"
#include "smt/backends.h"
#include "smt/traverse.h"

#include <algorithm>
#include <array>

namespace tandem::analysis::predicate {

namespace {

constexpr std::size_t most_in_sessions = 100'000; // terms of their guards; of these a solver makes clauses
constexpr std::size_t combinations_at_first = 250;
constexpr std::size_t combinations_at_last = 4'000;

} // namespace

Abstraction::Abstraction(Terms& terms, AbstractionOptions options)
    : terms_(terms), options_(std::move(options)), combinations_(combinations_at_first) {}

std::unique_ptr<smt::Solver> Abstraction::new_solver() const {
  auto result = smt::make_solver(options_.solver, terms_);
  result->set_limits({.wall = options_.query_limit});
  return result;
}

Abstraction::Session& Abstraction::session(Term guard) {
  const auto [found, added] = sessions_.try_emplace(guard);
  Session& session = found->second;
  session.last_use = ++uses_;
  if (!added) return session;
  session.solver = new_solver();
  session.solver->add(guard);
  session.size = smt::dag_size(terms_, std::span(&guard, 1));
  in_sessions_ += session.size;
  while (in_sessions_ > most_in_sessions && sessions_.size() > 1) {
    const auto oldest =
        std::ranges::min_element(sessions_, {}, [](const auto& entry) { return entry.second.last_use; });
    in_sessions_ -= oldest->second.size;
    sessions_.erase(oldest);
  }
  return session;
}

bool Abstraction::is_possible(Term start, Term guard) {
  const Term both = terms_.and_(start, guard);
  if (terms_.is_constant(both)) return terms_.is_true(both);
  const auto [found, added] = possible_.try_emplace({start, guard}, true);
  if (!added) return found->second;
  ++statistics_.queries;
  found->second = !session(guard).solver->check(std::array{start}).unsat();
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
  const auto [found, added] = known_.try_emplace(std::move(key), Answer{terms_.true_(), true});
  ++(added ? statistics_.computed : statistics_.cached);
  if (!added) return found->second.term;
  Session& session = this->session(guard);
  const std::vector<Image> with_names = named(session, predicates);
  try {
    found->second = combine(session, start, with_names);
  } catch (const smt::SolverError&) { // a model that cannot be read
  }
  statistics_.coarse += found->second.is_coarse ? 1 : 0;
  return found->second.term;
}

Abstraction::Answer Abstraction::combine(Session& session, Term start, const std::vector<Image>& predicates) {
  Combination combination(terms_, *session.solver, start, predicates);
  std::optional<Term> exact;
  if (combination.varying() < session.too_many) {
    exact = combination.exact(combinations_);
    if (!exact) session.too_many = combination.varying();
  }
  const Answer result = exact ? Answer{*exact} : Answer{combination.coarse(), true};
  statistics_.queries += combination.queries();
  return result;
}

bool Abstraction::look_closer() {
  const auto is_coarse = [](const auto& entry) { return entry.second.is_coarse; };
  if (combinations_ >= combinations_at_last || std::erase_if(known_, is_coarse) == 0) return false;
  combinations_ *= 4;
  for (auto& [guard, session] : sessions_) session.too_many = ~std::size_t{0};
  return true;
}

} // namespace tandem::analysis::predicate
