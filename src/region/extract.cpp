// Each step decides what the next one needs: the code of the region, what is known about its memory, the calls that may
// be omitted, the copy.

#include "region/extract.h"

#include "base/core/require.h"
#include "region/code.h"
#include "region/copier.h"
#include "region/effect_free.h"
#include "region/memory.h"

namespace tandem::region {

ExtractionResult extract(const VerificationContext& verification_context, const Question& question) {
  const RegionCode code = code_of(verification_context, *question.node);
  if (!code.refusal.empty()) return {std::nullopt, code.refusal};
  const MemoryPlan plan(verification_context, code);
  if (!plan.refusal().empty()) return {std::nullopt, plan.refusal()};
  const EffectFreeFunctions effect_free(verification_context, code, plan);
  return {Copier(verification_context, question, &plan, &effect_free).copy_region(code), ""};
}

Extraction extract_whole(const VerificationContext& verification_context, const Question& question) {
  require(question.node == &verification_context.tree().root(), "the whole program should be asked about at its root");
  return Copier(verification_context, question, nullptr, nullptr).copy_whole();
}

} // namespace tandem::region
