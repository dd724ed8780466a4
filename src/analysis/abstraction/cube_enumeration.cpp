// fix_values() asks the solver to prefer models in which many predicates change at once, which keeps the number of
// models small; what turns out fixed is asserted, so that enumerate() works on the varying predicates alone. Groups
// without common symbols are found by union-find.

#include "analysis/abstraction/cube_enumeration.h"

#include "smt/term/traverse.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace tandem::analysis::abstraction {

using smt::CheckResult;

namespace {

constexpr std::size_t group_cube_limit = 40;

} // namespace

CubeEnumeration::CubeEnumeration(smt::Terms& terms, smt::Solver& solver, smt::Term start,
                                 const std::vector<PredicateImage>& predicates)
    : terms_(terms), solver_(solver), start_(start), predicates_(predicates), level_(solver),
      varies_(predicates.size(), false) {
  first_ = check();
  if (!first_.sat()) return;
  note_model();
  fix_values();
  for (std::size_t i = 0; i < predicates_.size(); ++i)
    if (varies_[i]) open_.push_back(i);
}

CheckResult CubeEnumeration::check(smt::Term assumption) {
  ++queries_;
  std::vector<smt::Term> assumptions{start_};
  if (assumption) assumptions.push_back(assumption);
  return solver_.check(assumptions);
}

void CubeEnumeration::note_model() {
  Cube cube;
  for (const PredicateImage& image : predicates_) cube.push_back(terms_.is_true(solver_.value(image.image)));
  if (!models_.empty())
    for (std::size_t i = 0; i < cube.size(); ++i)
      if (cube[i] != models_.front()[i]) varies_[i] = true;
  models_.push_back(std::move(cube));
}

smt::Term CubeEnumeration::literal(std::size_t predicate, bool value) const {
  const smt::Term image = predicates_[predicate].image;
  return value ? image : terms_.not_(image);
}

void CubeEnumeration::fix_values() {
  for (;;) {
    std::vector<smt::Term> changed, same;
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      if (varies_[i]) continue;
      changed.push_back(literal(i, !models_.front()[i]));
      same.push_back(literal(i, models_.front()[i]));
    }
    // The more predicates change in a model, the fewer models are needed.
    solver_.prefer(changed);
    if (changed.empty()) return;
    const CheckResult answer = check(terms_.or_(changed));
    if (answer.sat()) {
      note_model();
      continue;
    }
    solver_.prefer({});
    if (answer.unsat())
      for (const smt::Term literal : same) solver_.add(literal);
    else
      varies_.assign(varies_.size(), true);
    return;
  }
}

std::optional<std::set<CubeEnumeration::Cube>> CubeEnumeration::enumerate(const Indices& indices, std::size_t limit) {
  std::set<Cube> cubes;
  const SolverLevel level(solver_);
  const auto add = [&](const Cube& model) {
    Cube cube;
    for (const std::size_t i : indices) cube.push_back(model[i]);
    if (!cubes.insert(std::move(cube)).second) return;
    std::vector<smt::Term> differs;
    for (const std::size_t i : indices) differs.push_back(literal(i, !model[i]));
    solver_.add(terms_.or_(differs));
  };
  std::set<Cube> seen;
  for (const Cube& model : models_) {
    Cube cube;
    for (const std::size_t i : indices) cube.push_back(model[i]);
    seen.insert(std::move(cube));
    if (seen.size() > limit) return std::nullopt;
  }
  for (const Cube& model : models_) add(model);
  for (;;) {
    const CheckResult answer = check();
    if (answer.unsat()) return cubes;
    if (!answer.sat() || cubes.size() >= limit) return std::nullopt;
    note_model();
    add(models_.back());
  }
}

std::optional<smt::Term> CubeEnumeration::exact(std::size_t cube_limit) {
  if (first_.unsat()) return terms_.false_();
  if (!first_.sat()) return std::nullopt;
  const auto cubes = enumerate(open_, cube_limit);
  if (!cubes) return std::nullopt;
  std::vector<Cube> whole; // sorted: the fixed values are the same in all
  for (const Cube& cube : *cubes) {
    Cube full = models_.front();
    for (std::size_t i = 0; i < open_.size(); ++i) full[open_[i]] = cube[i];
    whole.push_back(std::move(full));
  }
  Indices all(predicates_.size());
  std::iota(all.begin(), all.end(), 0);
  return tree(all, whole, 0);
}

smt::Term CubeEnumeration::coarse() {
  if (first_.unsat()) return terms_.false_();
  if (!first_.sat()) return terms_.true_();
  smt::Term result = terms_.true_();
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    if (varies_[i]) continue;
    const smt::Term predicate = predicates_[i].predicate;
    result = terms_.and_(result, models_.front()[i] ? predicate : terms_.not_(predicate));
  }
  for (const Indices& group : groups()) {
    if (group.size() < 2) continue;
    if (const auto cubes = enumerate(group, group_cube_limit))
      result = terms_.and_(result, tree(group, {cubes->begin(), cubes->end()}, 0));
  }
  return result;
}

std::vector<CubeEnumeration::Indices> CubeEnumeration::groups() const {
  std::vector<std::size_t> leader(predicates_.size());
  std::iota(leader.begin(), leader.end(), 0);
  std::map<smt::Term, std::size_t> owner;
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  for (const std::size_t i : open_)
    for (const smt::Term symbol : smt::variables(terms_, std::span(&predicates_[i].predicate, 1)))
      leader[find(i)] = find(owner.try_emplace(symbol, i).first->second);
  std::map<std::size_t, Indices> by_leader;
  for (const std::size_t i : open_) by_leader[find(i)].push_back(i);
  std::vector<Indices> result;
  for (auto& [at, group] : by_leader) result.push_back(std::move(group));
  return result;
}

// Of cubes that agree on all predicates before `depth`; sorted, so that those with a false literal come first.
smt::Term CubeEnumeration::tree(const Indices& indices, const std::vector<Cube>& cubes, std::size_t depth) {
  if (cubes.empty()) return terms_.false_();
  if (depth == indices.size()) return terms_.true_();
  const auto middle = std::ranges::find_if(cubes, [&](const Cube& cube) { return cube[depth]; });
  const smt::Term then = tree(indices, {middle, cubes.end()}, depth + 1);
  const smt::Term otherwise = tree(indices, {cubes.begin(), middle}, depth + 1);
  return terms_.ite(predicates_[indices[depth]].predicate, then, otherwise);
}

} // namespace tandem::analysis::abstraction
