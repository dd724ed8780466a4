#include "exchange/gia/unreachable_targets.h"

#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "program/model/target.h"

#include <set>

namespace tandem::exchange {

Fact unreachable_fact(const Program& program, const Property& property, std::span<const Edge* const> targets,
                      const std::string& by) {
  Context& context = program.context();
  const Expr& never = context.integer(context.types().int_type(), 0);
  std::vector<LocationInvariant> unreachable;
  for (const Edge* target : targets) unreachable.push_back({target->from, &never});
  Fact fact = location_fact(FactKind::Invariants, program, unreachable, gia_header(program, property, "tandem " + by));
  fact.source = by;
  fact.about = about_targets;
  return fact;
}

std::vector<const Edge*> unreachable_targets(const Program& program, const Property& property, const Fact& fact) {
  if (fact.about != about_targets) return {};
  std::set<const Location*> unreachable;
  for (const LocationInvariant& each : invariants_of(program, fact.gia))
    if (each.condition->is_integer_constant(0)) unreachable.insert(each.location);
  std::vector<const Edge*> result;
  for (const Target& target : targets(program, property))
    if (unreachable.contains(target.location)) result.push_back(target.call);
  return result;
}

} // namespace tandem::exchange
