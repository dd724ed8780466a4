// Divides a part of a task in two: by what choice, is found from the program alone.
#pragma once

#include "cooperate/constraint.h"
#include "program/graph/loops.h"
#include "program/pointers/call_graph.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace tandem::cooperate {

class Divider {
public:
  // `kinds`: those that may be used.
  Divider(const Program& program, const Property& property, std::set<DivisionKind> kinds);

  // Every execution of the part keeps to one of the two constraints, or meets no choice. None: there is no choice left.
  std::optional<std::pair<Constraint, Constraint>> divide(std::span<const Constraint> part) const;

private:
  using Locations = std::vector<bool>; // by id
  struct View;                         // what is left of the program in a part

  View view(std::span<const Constraint> part) const;
  Locations reachable_from(const Location& start, const std::set<const Edge*>& barred) const;
  Locations reaching_targets(const std::set<const Edge*>& barred, const std::vector<const Edge*>& targets) const;
  bool is_passed_once(const Location& location) const;

  enum class Arms : std::uint8_t { Independent, Any };
  std::optional<std::pair<Constraint, Constraint>> by_branch(const View& view, Arms wanted) const;
  std::optional<std::pair<Constraint, Constraint>> by_targets(const View& view) const;
  std::optional<std::pair<Constraint, Constraint>> by_input(const View& view, std::span<const Constraint> part) const;
  std::optional<std::pair<Constraint, Constraint>> by_iterations(const View& view,
                                                                 std::span<const Constraint> part) const;
  std::size_t weight(const View& view, const Locations& own, const Locations& other) const;

  const Program& program_;
  const Property& property_;
  std::set<DivisionKind> kinds_;
  pointers::CallGraph calls_;
  std::map<const Function*, std::unique_ptr<graph::LoopForest>> loops_;
  std::set<const Function*> once_; // functions that an execution enters at most once
};

} // namespace tandem::cooperate
