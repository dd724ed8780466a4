// Predicates that are guessed instead of derived: where refinement returns to a loop again and again, preconditions
// enumerate single values. What executions of the program have in common there (invariants/candidates.h) often is the
// missing relation. A wrong guess costs time, never soundness: the precision only says which predicates the abstraction
// considers.
#pragma once

#include "analysis/abstraction/precision.h"
#include "analysis/invariants/candidates.h"

#include <map>
#include <optional>

namespace tandem::analysis::predicate {

class Guesses {
public:
  Guesses(const Program& program, const Property& property, symex::Executor& executor, abstraction::Frames& frames,
          const abstraction::Values& values, abstraction::Precision& precision, std::function<bool()> should_stop)
      : program_(program), property_(property), executor_(executor), frames_(frames), values_(values),
        precision_(precision), should_stop_(std::move(should_stop)) {}

  // For the loop head at which a block begins with these values. True if there are new predicates.
  bool add(reach::ControlPoint at, const abstraction::Entry& entry);

private:
  const invariants::LocationSamples* samples(const Location& head);

  const Program& program_;
  const Property& property_;
  symex::Executor& executor_;
  abstraction::Frames& frames_;
  const abstraction::Values& values_;
  abstraction::Precision& precision_;
  std::function<bool()> should_stop_;
  std::optional<std::map<const Location*, invariants::LocationSamples>> samples_;
};

} // namespace tandem::analysis::predicate
