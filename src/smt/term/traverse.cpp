// Ids increase from arguments to terms, so sorting the reachable terms by id gives a topological order.

#include "smt/term/traverse.h"

#include "base/core/require.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace tandem::smt {

std::vector<Term> reachable(const Terms& terms, std::span<const Term> roots) {
  std::unordered_set<Term> seen;
  std::vector<Term> stack(roots.begin(), roots.end());
  std::vector<Term> result;
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t).second) continue;
    result.push_back(t);
    for (const Term argument : terms.args(t)) stack.push_back(argument);
  }
  std::ranges::sort(result);
  return result;
}

std::vector<Term> variables(const Terms& terms, std::span<const Term> roots) {
  std::vector<Term> result = reachable(terms, roots);
  std::erase_if(result, [&](Term t) { return !terms.is_variable(t); });
  return result;
}

std::uint64_t dag_size(const Terms& terms, std::span<const Term> roots) { return reachable(terms, roots).size(); }

double tree_size(const Terms& terms, std::span<const Term> roots) {
  std::unordered_map<Term, double> sizes;
  for (const Term t : reachable(terms, roots)) {
    double size = 1;
    for (const Term argument : terms.args(t)) size += sizes.at(argument);
    sizes.emplace(t, size);
  }
  double total = 0;
  for (const Term root : roots) total += sizes.at(root);
  return total;
}

void Substitution::replace(Term from, Term to) {
  require(terms_.sort(from) == terms_.sort(to), "a term should be replaced by one of its sort");
  require(done_.empty() || done_.size() == replaced_, "all replacements should be named before the first use");
  done_.insert_or_assign(from, to);
  replaced_ = done_.size();
}

Term Substitution::operator()(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done_.contains(t)) {
      stack.pop_back();
      continue;
    }
    const auto args = terms_.args(t);
    std::array<Term, 3> changed;
    bool ready = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const auto found = done_.find(args[i]);
      if (found == done_.end()) {
        stack.push_back(args[i]);
        ready = false;
      } else {
        changed[i] = found->second;
      }
    }
    if (!ready) continue;
    const auto given = std::span(changed).first(args.size());
    done_.emplace(t, std::ranges::equal(given, args) ? t : terms_.rebuild(t, given));
    stack.pop_back();
  }
  return done_.at(root);
}

} // namespace tandem::smt
