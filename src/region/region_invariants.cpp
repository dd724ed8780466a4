// Maps invariants of the extracted program back: a location is identified by the origin of its outgoing edges, and
// variables are substituted by their originals. Invariants that cannot be expressed over the original are dropped.

#include "region/region_invariants.h"

#include "base/core/require.h"
#include "region/rewrite.h"

#include <algorithm>

namespace tandem::region {

namespace {

class Back : public Substitution {
public:
  explicit Back(const Extraction& extraction) : extraction_(extraction) {}

  bool covers(const Expr& condition) const {
    bool result = true;
    for_each_variable(condition, [&](const Variable& variable) {
      const auto found = extraction_.locals.find(&variable);
      result = result && found != extraction_.locals.end() && !found->second->address_taken;
    });
    return result && !mentions_memory(condition);
  }

  const Variable& variable(const Variable& copy) override { return *extraction_.locals.at(&copy); }
  const Function& address(const Function&) override { unreachable(); }
  const Variable& new_temporary(const Type&) override { unreachable(); }

private:
  static bool mentions_memory(const Expr& expr) {
    using enum ExprKind;
    const ExprKind kind = expr.kind();
    if (kind == Deref || kind == AddressOf || kind == FunctionAddress || kind == String) return true;
    return std::ranges::any_of(expr.operands(), [](const Expr* operand) { return mentions_memory(*operand); });
  }

  const Extraction& extraction_;
};

const Location* original_of(const Extraction& extraction, const Location& location) {
  for (const Edge* edge : location.out)
    if (const Edge* original = extraction.original[edge->id]) return original->from;
  return nullptr;
}

} // namespace

std::vector<exchange::LocationInvariant> learnt_from(const Extraction& extraction,
                                                     const std::vector<exchange::LocationInvariant>& invariants) {
  std::vector<exchange::LocationInvariant> result;
  Back back(extraction);
  Rewriter rewriter(extraction.program.context(), nullptr, back);
  for (const auto& [location, condition] : invariants) {
    if (location->function != &extraction.program.entry() || !back.covers(*condition)) continue;
    if (const Location* original = original_of(extraction, *location))
      result.push_back({original, &rewriter.value(*condition)});
  }
  return result;
}

} // namespace tandem::region
