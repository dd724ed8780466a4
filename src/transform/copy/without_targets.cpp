#include "transform/copy/without_targets.h"

#include "transform/copy/edited_copy.h"

#include <algorithm>

namespace tandem::transform::copy {

namespace {

constexpr const char* abort_name = "abort";

class Copier : public EditedCopy {
public:
  Copier(const Program& program, const std::unordered_set<const Edge*>& calls)
      : EditedCopy(program), calls_(calls), abort_(find_abort()) {}

private:
  const Function& find_abort() {
    const auto found = std::ranges::find_if(original().functions(), [](const Function* function) {
      return !function->has_body() && function->source_name() == abort_name;
    });
    if (found != original().functions().end()) return without_body(**found);
    return declare_end(fresh_name(abort_name), abort_name);
  }

  const Function* end_at(const Edge& edge) override { return calls_.contains(&edge) ? &abort_ : nullptr; }

  const std::unordered_set<const Edge*>& calls_;
  const Function& abort_;
};

} // namespace

WithoutTargets without_targets(const Program& program, const std::unordered_set<const Edge*>& calls) {
  EditedCopy::Result made = Copier(program, calls).run();
  return {std::move(made.program), std::move(made.edge_origin)};
}

} // namespace tandem::transform::copy
