#include "region/extract.h"

#include "base/require.h"
#include "region/code.h"
#include "region/copier.h"
#include "region/idle.h"
#include "region/memory.h"

namespace tandem::region {

ExtractionResult extract(const Subject& subject, const Question& question) {
  const Code code = code_of(subject, *question.node);
  if (!code.refusal.empty()) return {std::nullopt, code.refusal};
  const MemoryPlan plan(subject, code);
  if (!plan.refusal().empty()) return {std::nullopt, plan.refusal()};
  const IdleFunctions idle(subject, code, plan);
  return {Copier(subject, question, &plan, &idle).copy_region(code), ""};
}

Extraction extract_whole(const Subject& subject, const Question& question) {
  require(question.node == &subject.tree().root(), "the whole program should be asked about at its root");
  return Copier(subject, question, nullptr, nullptr).copy_whole();
}

} // namespace tandem::region
