// An execution in terms of the source: the statement of each edge, the activation it is in, and the decisions at
// conditions.
#pragma once

#include "program/source/source_condition.h"
#include "program/source/source_statements.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tandem::exchange::witness {

struct SourceStep {
  std::uint32_t activation = 0;                       // one number for each call of a function
  std::uint32_t depth = 0;                            // of the call stack
  const source::SourceStatement* statement = nullptr; // the innermost one; nullptr if the source has none there
  bool begins = false;                                // execution reaches the statement's first character here
  std::optional<bool> decision; // the value of the statement's condition (if or loop), if this edge determines it
};

class SourceSteps {
public:
  SourceSteps(const Program& program, source::ProgramSources& sources, std::span<const Edge* const> path);

  // One for each edge of the path.
  const std::vector<SourceStep>& all() const { return steps_; }

private:
  struct Frame {
    const Function* function = nullptr;
    std::uint32_t activation = 0;
    const source::SourceStatement* current = nullptr;
  };

  void enter_frame(const Edge& edge, const Edge* before);
  bool begins(const source::SourceStatement* statement, const Frame& frame) const;
  std::optional<bool> decision(const Edge& edge, const SourceStep& step);

  source::ProgramSources& sources_;
  std::vector<Frame> frames_;
  std::uint32_t activations_ = 0;
  std::vector<SourceStep> steps_;
  std::map<std::pair<std::uint32_t, const source::SourceStatement*>, source::SourceCondition> conditions_;
};

} // namespace tandem::exchange::witness
