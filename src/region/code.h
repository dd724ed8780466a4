// The code that one execution of a region may run: the region's own edges and all functions that it calls; and the
// variables whose values it reads from before its entry.
#pragma once

#include "region/verification_context.h"

#include <set>
#include <string>
#include <vector>

namespace tandem::region {

struct RegionCode {
  const Node* node = nullptr;
  std::vector<const Edge*> edges;         // the region's own
  std::vector<const Function*> functions; // with a body, called from the region; by id
  std::vector<const Edge*> all_edges;     // both
  // Variables of the region's function, by id: all that are mentioned, and those whose value at the entry may be read.
  std::vector<const Variable*> variables, inputs;
  // Empty, or why the region cannot be extracted.
  std::string refusal;

  bool is_input(const Variable& variable) const;
};

RegionCode code_of(const VerificationContext& verification_context, const Node& node);

} // namespace tandem::region
