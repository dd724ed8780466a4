#include "vcgen/choose.h"

#include "vcgen/bounded_program.h"

#include <algorithm>
#include <vector>

namespace tandem::vcgen {

Features features(const SingleAssignment& program) {
  Features result;
  std::vector<AssertionPlace> places;
  result.blocks = program.blocks().size();
  for (const Block& block : program.blocks())
    for (const Statement& statement : block.statements) {
      ++result.statements;
      ++result.after;
      if (statement.kind == StatementKind::Assign && program.terms().kind(statement.value) == smt::Kind::Ite)
        ++result.phis;
      if (statement.kind != StatementKind::Assert || statement.edge == nullptr) continue;
      ++result.asserts;
      result.after = 0;
      const AssertionPlace place = place_of(statement);
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
  result.places = places.size();
  return result;
}

Choice choose_method(const Features& features) {
  if (features.asserts > features.places) return {Method::PSCondNF, Lemmas::On, "asserts in a loop"};
  return {Method::PSCondNF, Lemmas::Off, "few asserts"};
}

} // namespace tandem::vcgen
