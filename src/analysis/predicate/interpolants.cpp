// The chain of blocks is handed to Z3's Spacer as Horn clauses (smt/interpolate/path_interpolants.h; McMillan, CAV
// 2003, for the idea of predicates from interpolants). Spacer's answer may treat words as integers, so it is not
// trusted: holds() checks with the analysis' own solver that each interpolant and the next block imply the next
// interpolant, and the last one false.

#include "analysis/predicate/interpolants.h"

#include "smt/interpolate/path_interpolants.h"
#include "smt/term/traverse.h"

#include <algorithm>

namespace tandem::analysis::predicate {

namespace {

constexpr std::uint64_t largest_path = 20'000; // terms

std::vector<smt::interpolate::PathStep> steps_of(const abstraction::Chain& chain, smt::Terms& terms) {
  std::vector<smt::interpolate::PathStep> result;
  for (const abstraction::ChainLink& link : chain) {
    smt::interpolate::PathStep step{.condition = terms.and_(link.start, link.exit->guard), .next = {}};
    if (link.entry != nullptr) step.next.assign(link.entry->bindings.begin(), link.entry->bindings.end());
    std::ranges::sort(step.next);
    result.push_back(std::move(step));
  }
  return result;
}

std::uint64_t size_of(const std::vector<smt::interpolate::PathStep>& path, const smt::Terms& terms) {
  std::vector<smt::Term> roots;
  for (const smt::interpolate::PathStep& step : path) {
    roots.push_back(step.condition);
    for (const auto& [symbol, value] : step.next) roots.push_back(value);
  }
  return smt::dag_size(terms, roots);
}

bool holds(const abstraction::Chain& chain, const std::vector<smt::Term>& between, smt::Terms& terms,
           abstraction::Abstraction& abstraction) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    std::vector<smt::Term> assumptions{chain[i].start};
    if (i > 0) assumptions.push_back(between[i - 1]);
    if (i < between.size()) {
      smt::Substitution before(terms);
      for (const auto& [symbol, value] : chain[i].entry->bindings) before.replace(symbol, value);
      assumptions.push_back(terms.not_(before(between[i])));
    }
    if (!abstraction.solver(chain[i].exit->guard).check(assumptions).unsat()) return false;
  }
  return true;
}

} // namespace

std::vector<smt::Term> chain_interpolants(const abstraction::Chain& chain, smt::Terms& terms,
                                          abstraction::Abstraction& abstraction, std::chrono::milliseconds limit) {
  const std::vector<smt::interpolate::PathStep> path = steps_of(chain, terms);
  if (path.size() < 2 || size_of(path, terms) > largest_path) return {};
  const auto is_trusted = [&](const std::vector<smt::Term>& between) {
    return holds(chain, between, terms, abstraction);
  };
  return smt::interpolate::path_interpolants(terms, path, limit, is_trusted).value_or(std::vector<smt::Term>());
}

} // namespace tandem::analysis::predicate
