// The paper finds no method best on all programs. Our rule uses the global context where it means the same as partial
// ones (no assume follows an assert) and does not encode much code that no assert depends on; otherwise partial
// contexts, with asserts as lemmas if there are several. The features take one pass in topological order.

#include "vcgen/choose.h"

#include <algorithm>
#include <vector>

namespace tandem::vcgen {

Features features(const symex::SingleAssignment& program) {
  Features result;
  const auto& blocks = program.blocks();
  result.blocks = blocks.size();
  std::vector<bool> behind_assert(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    bool behind = std::any_of(blocks[i].in.begin(), blocks[i].in.end(),
                              [&](const symex::Arc& arc) { return behind_assert[arc.from]; });
    for (const symex::Statement& statement : blocks[i].statements) {
      ++result.statements;
      ++result.after;
      if (statement.kind == symex::StatementKind::Assign) continue;
      if (statement.kind == symex::StatementKind::Assert && statement.edge != nullptr) {
        ++result.asserts;
        result.after = 0;
        behind = true;
      } else if (behind) {
        ++result.late_assumes;
      }
    }
    behind_assert[i] = behind;
  }
  return result;
}

Choice choose_method(const Features& features) {
  if (features.asserts <= 1) return {Method::PSCondNF, Lemmas::Off, "one assert"};
  if (features.late_assumes == 0 && 2 * features.after <= features.statements)
    return {Method::SCondNF, Lemmas::Off, "several asserts and no assume after any: one condition says the same"};
  return {Method::PSCondNF, Lemmas::On, "several asserts, which help to prove each other"};
}

} // namespace tandem::vcgen
