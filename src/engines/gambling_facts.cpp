// Regions start from arbitrary values, so that many assertions fail in them for want of a fact that holds throughout
// the program. Two cheap analyses supply such facts: intervals, from one fixpoint over the whole program, and relations
// between variables that executions suggest and induction proves.

#include "engines/gambling_facts.h"

#include "analysis/invariants/relation_facts.h"
#include "analysis/value/interval_facts.h"

#include <algorithm>
#include <ctime>
#include <map>

namespace tandem::engines {
namespace {

// By CPU time, so that a busy machine does not change what is found, within reason.
class TimeLimit {
public:
  explicit TimeLimit(std::chrono::milliseconds at_most) : at_most_(at_most) {}

  bool is_over() const {
    const std::chrono::duration<double> cpu(static_cast<double>(std::clock() - cpu_start_) / CLOCKS_PER_SEC);
    return cpu > at_most_ || std::chrono::steady_clock::now() - start_ > 5 * at_most_;
  }

private:
  std::chrono::milliseconds at_most_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::clock_t cpu_start_ = std::clock();
};

} // namespace

region::MakeFacts make_interval_facts(const Property& property) {
  return [property](const Program& program, std::chrono::milliseconds at_most) -> region::Facts {
    const TimeLimit limit(at_most);
    analysis::value::IntervalFacts found = analysis::value::interval_facts(
        program, pointers::AliasPartition(program), property.error_functions, [&] { return limit.is_over(); });
    region::Facts facts;
    if (!found.is_complete) return facts;
    facts.safe = std::move(found.may_fail);
    facts.safe.flip();
    facts.at = [at_heads = std::move(found.at_heads)](const Location& location) -> std::vector<const Expr*> {
      const auto fact = at_heads.find(location.id);
      return fact == at_heads.end() ? std::vector<const Expr*>{} : std::vector{fact->second};
    };
    return facts;
  };
}

region::MakeFacts make_relation_facts(const Property& property) {
  return [property](const Program& program, std::chrono::milliseconds at_most) -> region::Facts {
    std::map<std::uint32_t, std::vector<const Expr*>> by_head;
    for (const auto& [location, condition] : analysis::invariants::relation_facts(program, property, at_most))
      by_head[location->id].push_back(condition);
    region::Facts facts;
    facts.at = [by_head = std::move(by_head)](const Location& location) -> std::vector<const Expr*> {
      const auto found = by_head.find(location.id);
      return found == by_head.end() ? std::vector<const Expr*>{} : found->second;
    };
    return facts;
  };
}

} // namespace tandem::engines
