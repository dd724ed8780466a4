// Contradictions between two automata: a path on which one claims that no target is reached and the other that one is
// (inconsistent automata in the sense of definition 7).
#pragma once

#include "exchange/gia/gia.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem {
class Program;
}

namespace tandem::exchange::combine {

struct Contradiction {
  struct PathElement {
    std::string edge; // or "*"
    std::vector<std::string> conditions;
  };
  std::vector<PathElement> path; // shortest
  Accept first = Accept::Unreachable, second = Accept::Reached;

  // "main@3:7, main@4:3+ [x == 1]"
  std::string text() const;
};

std::string path_text(const std::vector<Contradiction::PathElement>& path);

struct ContradictionSearch {
  std::optional<Contradiction> found;
  bool is_complete = true; // false: given up after a few million pairs of states
};

// Finds every contradiction that does not depend on the meaning of conditions: the conditions along one run must be
// among those along the other, so that every path of the second run is a path of the first. Whether x > 0 and x > 1 can
// hold together is not decided here. The automata may be the same.
//
// Definition 7 is about paths of the program. With a program, only those count (recursion is followed to a small
// depth, and a path ends at its first error call: that another one behind it is unreachable is said of other paths);
// without one, every sequence of edges may be a path.
ContradictionSearch find_contradiction(const Gia& first, const Gia& second, const Program* program);

} // namespace tandem::exchange::combine
