// Predicates are stored over symbols that are the same at all locations, so adding one to a location needs no renaming;
// an image is a substitution by the bindings of the block's end. Predicates that become equal under an entry's exact
// values count once.

#include "analysis/abstraction/precision.h"

#include "base/core/require.h"
#include "smt/term/traverse.h"

namespace tandem::analysis::abstraction {

bool Precision::add(const Location& location, smt::Term predicate) {
  if (terms_.kind(predicate) == smt::Kind::Not) predicate = terms_.arg(predicate, 0);
  if (terms_.is_constant(predicate)) return false;
  if (!known_[&location].insert(predicate).second) return false;
  std::vector<smt::Term> symbols = smt::variables(terms_, std::span(&predicate, 1));
  for (const smt::Term symbol : symbols)
    require(values_.is_symbol(symbol), "predicates should speak of current values");
  predicates_[&location].push_back({predicate, std::move(symbols)});
  ++size_;
  return true;
}

std::vector<smt::Term> Precision::at(const Location& location) const {
  std::vector<smt::Term> result;
  if (const auto found = predicates_.find(&location); found != predicates_.end())
    for (const Predicate& predicate : found->second) result.push_back(predicate.term);
  return result;
}

std::vector<PredicateImage> Precision::images(const Location& location, const Entry& entry) {
  std::vector<PredicateImage> result;
  std::set<smt::Term> seen;
  for (const Predicate& predicate : predicates_[&location]) {
    smt::Substitution exact(terms_), before(terms_);
    bool is_known = true;
    std::map<smt::Term, smt::Term> standing_for;
    for (const smt::Term symbol : predicate.symbols) {
      const std::optional<smt::Term> value = values_.value(symbol, entry.state);
      if (!value) {
        is_known = false;
        break;
      }
      if (*value != symbol) exact.replace(symbol, *value);
      const auto bound = entry.bindings.find(symbol);
      const smt::Term stands_for = bound != entry.bindings.end() ? bound->second : *value;
      standing_for[symbol] = stands_for;
      before.replace(symbol, stands_for);
    }
    if (!is_known || !values_.is_about_pointers(predicate.term, standing_for)) continue;
    const smt::Term here = exact(predicate.term);
    if (terms_.is_constant(here) || !seen.insert(here).second) continue;
    result.push_back({here, before(predicate.term)});
  }
  return result;
}

} // namespace tandem::analysis::abstraction
