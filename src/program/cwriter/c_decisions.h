// Branches joined again: a chain of branches with common successors is one decision with && and ||.
//
// A branch joins the one before it if it has no other predecessor and shares a successor with it. Going from the last
// branch to the first, conditions like (a && b) || (c && d) are recovered as a whole. Operands are evaluated in the
// order of the branches, so that the meaning is preserved.
#pragma once

#include "program/model/program.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::cwriter {

struct Decision {
  std::string condition; // C text
  const Location* yes = nullptr;
  const Location* no = nullptr;
  std::vector<const Edge*> edges; // of all its branches
};

class Decisions {
public:
  Decisions() = default;
  // All of a function's branches.
  explicit Decisions(const Function& function);

  // The decision that begins at a branch; nullptr if it is part of another.
  const Decision* at(const Location& location) const;
  bool is_inside(const Location& location) const { return inside_.contains(&location); }

private:
  bool absorb(Decision& decision);

  std::unordered_map<const Location*, Decision> by_head_;
  std::unordered_set<const Location*> inside_; // joined with a preceding branch
};

} // namespace tandem::cwriter
