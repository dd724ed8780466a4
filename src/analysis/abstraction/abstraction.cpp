// Answers are cached by start, guard and predicate images, so that a refinement only pays for the blocks whose
// precision changed. Each guard has an incremental solver in which the images are named by Boolean variables; the least
// recently used ones are dropped when their guards together grow too large. The number of cubes is limited at first,
// and the limit is raised fourfold only when refinement needs it (raise_cube_limit).

#include "analysis/abstraction/abstraction.h"

#include "base/core/require.h"
#include "smt/backends/backends.h"
#include "smt/term/traverse.h"

#include <algorithm>
#include <array>

namespace tandem::analysis::abstraction {

namespace {

constexpr std::size_t most_in_sessions = 100'000; // terms in their guards, which solvers turn into clauses
constexpr std::size_t first_cube_limit = 250;
constexpr std::size_t last_cube_limit = 4'000;

} // namespace

Abstraction::Abstraction(smt::Terms& terms, AbstractionOptions options)
    : terms_(terms), options_(std::move(options)), cube_limit_(first_cube_limit) {}

std::unique_ptr<smt::Solver> Abstraction::new_solver() const {
  auto result = smt::backends::make_solver(options_.solver, terms_);
  result->set_limits({.wall = options_.query_limit});
  return result;
}

Abstraction::Session& Abstraction::session(smt::Term guard) {
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

bool Abstraction::is_possible(smt::Term start, smt::Term guard) {
  const smt::Term both = terms_.and_(start, guard);
  if (terms_.is_constant(both)) return terms_.is_true(both);
  const auto [found, added] = possible_.try_emplace({start, guard}, true);
  if (!added) return found->second;
  ++statistics_.queries;
  found->second = !session(guard).solver->check(std::array{start}).unsat();
  return found->second;
}

std::optional<std::vector<smt::Term>> Abstraction::implies_some(smt::Term a, const std::vector<smt::Term>& others) {
  for (const smt::Term other : others)
    if (a == other || terms_.is_true(other)) return std::vector{other};
  if (others.empty()) return std::nullopt;
  smt::Solver& solver = *session(terms_.true_()).solver;
  std::vector<smt::Term> assumptions{a};
  for (const smt::Term other : others) assumptions.push_back(terms_.not_(other));
  ++statistics_.queries;
  if (!solver.check(assumptions).unsat()) return std::nullopt;
  std::vector<smt::Term> result;
  for (const smt::Term needed : solver.core())
    if (needed != a) result.push_back(terms_.not_(needed));
  return result;
}

// The predicates with the names of their images instead of the images.
std::vector<PredicateImage> Abstraction::named(Session& session, const std::vector<PredicateImage>& predicates) {
  std::vector<PredicateImage> result;
  for (const PredicateImage& image : predicates) {
    smt::Term& name = session.names[image.image];
    if (!name) {
      name = terms_.is_variable(image.image) ? image.image : terms_.fresh("holds", smt::Sort::boolean());
      if (name != image.image) session.solver->add(terms_.eq(name, image.image));
    }
    result.push_back({image.predicate, name});
  }
  return result;
}

smt::Term Abstraction::compute(smt::Term start, smt::Term guard, const std::vector<PredicateImage>& predicates) {
  if (terms_.is_false(start) || terms_.is_false(guard)) return terms_.false_();
  if (predicates.empty()) return terms_.boolean(is_possible(start, guard));
  std::vector<smt::Term> key{start, guard};
  for (const PredicateImage& image : predicates) key.insert(key.end(), {image.predicate, image.image});
  const auto [found, added] = known_.try_emplace(std::move(key), Answer{terms_.true_(), true});
  ++(added ? statistics_.computed : statistics_.cached);
  if (!added) return found->second.term;
  Session& session = this->session(guard);
  const std::vector<PredicateImage> with_names = named(session, predicates);
  try {
    found->second = enumerate_cubes(session, start, with_names);
  } catch (const smt::SolverError&) { // an unreadable model: the coarse answer stays
  }
  statistics_.coarse += found->second.is_coarse ? 1 : 0;
  return found->second.term;
}

Abstraction::Answer Abstraction::enumerate_cubes(Session& session, smt::Term start,
                                                 const std::vector<PredicateImage>& predicates) {
  CubeEnumeration enumeration(terms_, *session.solver, start, predicates);
  std::optional<smt::Term> exact;
  if (enumeration.varying() < session.too_many) {
    exact = enumeration.exact(cube_limit_);
    if (!exact) session.too_many = enumeration.varying();
  }
  const Answer result = exact ? Answer{*exact} : Answer{enumeration.coarse(), true};
  statistics_.queries += enumeration.queries();
  return result;
}

bool Abstraction::raise_cube_limit() {
  const auto is_coarse = [](const auto& entry) { return entry.second.is_coarse; };
  if (cube_limit_ >= last_cube_limit || std::erase_if(known_, is_coarse) == 0) return false;
  cube_limit_ *= 4;
  for (auto& [guard, session] : sessions_) session.too_many = ~std::size_t{0};
  return true;
}

} // namespace tandem::analysis::abstraction
