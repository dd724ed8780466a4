// A region as a program of its own, that has at least the behaviour which the region shows in the original: it starts
// at the region's head with any values in the variables of its function and in globals, runs through the region once,
// and takes along the functions it calls. What lies behind pointers from outside is arbitrary (memory.h).
//
// Which assertions count is decided check by check (subject.h). Where one is reached that does not count the path ends:
// if that could happen, it would be the first violation on its path, and is somebody else's to refute.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "region/origin_tracking_builder.h"
#include "region/verification_context.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::region {

// What is asked of a region.
struct Question {
  const Node* node = nullptr;
  // The checks that count, of the node's own function and in the node.
  std::vector<const Edge*> enabled;
  // By edge id: checks that are known to be safe.
  std::vector<bool> verified;
  // Conditions that hold whenever control is at the node's head.
  std::vector<const Expr*> facts;
  // What proofs of other regions have shown, over variables of the location's function that have no other name.
  std::vector<exchange::LocationInvariant> proved;
};

struct Extraction {
  Program program;
  EdgeMap original; // by edge id of `program`: the edge it stands for
  EdgeMap check;    // of calls of error functions: the enabled check they belong to; nullptr if it may be several
  std::map<const Variable*, const Variable*> locals; // of a region's own function: what they stand for
};

// The extracted program, or why there is none.
struct ExtractionResult {
  std::optional<Extraction> extraction;
  std::string refusal;
};
ExtractionResult extract(const VerificationContext& verification_context, const Question& question);

// The whole program, exact, in which only the enabled checks of the entry function, and what they lead to, count.
Extraction extract_whole(const VerificationContext& verification_context, const Question& question);

} // namespace tandem::region
