// Extraction: a region as a program of its own, with at least the behaviour that the region has in the original. It
// starts at the region's head with arbitrary values in the variables of its function and in globals, executes the
// region once, and includes the functions that it calls. Environment memory has arbitrary contents (memory.h).
//
// Which assertions count is decided check by check (verification_context.h). An assertion that does not count ends the
// path: if it could be violated there, that would be the first violation on the path, which is the subject of another
// proof obligation.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "region/verification_context.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::region {

// By edge id of the new program; nullptr for edges that the original does not have.
using EdgeMap = std::vector<const Edge*>;

// A question about a region: can one of its enabled checks fail?
struct Question {
  const Node* node = nullptr;
  // The checks that count; they belong to the node and its own function.
  std::vector<const Edge*> enabled;
  // By edge id: checks that were verified when the question was formed.
  std::vector<bool> verified;
  // Conditions that hold whenever control is at the node's head.
  std::vector<const Expr*> facts;
  // Invariants from proofs of other regions, over locals whose address is not taken (region_invariants.h).
  std::vector<exchange::LocationInvariant> proved;
};

struct Extraction {
  Program program;
  EdgeMap original; // by edge id of `program`: the edge it stands for
  EdgeMap check;    // of error calls: the enabled check they belong to; nullptr if that is not unique
  std::map<const Variable*, const Variable*> locals; // of the region's own function: the original of each copy
};

// The extracted program, or why there is none.
struct ExtractionResult {
  std::optional<Extraction> extraction;
  std::string refusal;
};
ExtractionResult extract(const VerificationContext& verification_context, const Question& question);

// The whole program without abstraction, in which only the enabled checks of the entry function, and the unverified
// checks in what they call, count.
Extraction extract_whole(const VerificationContext& verification_context, const Question& question);

} // namespace tandem::region
