// Which edges of a program are relevant to whether certain calls are reached: those on which control depends, and
// those that compute what the former read. After Weiser ("Program slicing", 1984) and Horwitz, Reps, Binkley (1990),
// but insensitive to flow and calling contexts: dependences are tracked by regions of the alias partition, so that it
// takes about linear time.
//
// Whatever may end a path (abort, assume, a loop without an exit) counts as control. A loop that has an exit is
// assumed to terminate; an access to memory is assumed to succeed, except for those that the caller names.
#pragma once

#include "program/graph/dominators.h"
#include "program/pointers/alias.h"
#include "program/pointers/call_graph.h"

#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace tandem::dataflow {

class Relevance {
public:
  // `is_target` selects the functions whose calls are to be reached. Functions without a body behave as the alias
  // partition assumes; if external code may call back, everything is relevant. `unexecuted` (by edge id; may be empty)
  // marks edges known not to be executed before such a call: they have no effect, unless they are branches. `accesses`
  // are edges at which memory may be invalid, so that it is relevant whether they succeed.
  Relevance(const Program& program, const pointers::AliasPartition& aliases,
            const std::function<bool(const Function&)>& is_target, std::vector<bool> unexecuted = {},
            std::span<const Edge* const> accesses = {});

  bool matters(const Edge& edge) const { return edges_[edge.id]; }
  bool matters(pointers::RegionId region) const { return regions_[region]; }
  // Some part of the variable.
  bool matters(const Variable& variable) const;
  // Arguments and result of a relevant call.
  bool argument_matters(const Edge& call, std::size_t position) const;
  bool result_matters(const Edge& call) const;
  // Where control continues after a location whose edges are irrelevant; nullptr: the path ends, or nothing relevant
  // follows.
  const Location* behind(const Location& location) const;

private:
  // Of one function: the locations on which each location is control dependent.
  struct Control {
    std::unique_ptr<graph::PostDominators> after;
    std::vector<std::vector<const Location*>> deciding; // by position of the location
  };

  bool is_unexecuted(const Edge& edge) const {
    return !unexecuted_.empty() && unexecuted_[edge.id] && edge.op.kind != OpKind::Assume;
  }
  void find_may_end();
  bool may_end(const Edge& edge) const;
  void find_control(const Function& function);
  void find_writers();
  bool always_matters(const Edge& edge) const;

  void mark(const Edge& edge);
  void mark_region(pointers::RegionId region);
  void mark_deciding(const Location& location);
  void mark_value(const Expr& expr);
  void mark_address(const Expr& lvalue);
  void mark_behind(const Expr& pointer);
  void mark_call(const Edge& call);
  void mark_library_call(const Edge& call, const Function& callee);
  void mark_exit(const Function& function);
  void mark_result(const Function& function);
  void propagate();
  void follow(pointers::RegionId region);
  void follow(const Edge& edge);
  bool any_matters(const Expr& lvalue) const;

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  pointers::CallGraph calls_;
  bool asks_about_memory_; // the program does: lifetimes are relevant
  bool asks_what_was_written_;
  std::vector<bool> unexecuted_;
  std::vector<bool> accesses_;                         // by edge id: it is relevant whether it succeeds
  std::vector<bool> may_end_;                          // by function id: some call of it may not return
  std::unordered_map<std::uint32_t, Control> control_; // by function id
  std::vector<std::vector<const Edge*>> writers_;      // by region
  std::vector<std::vector<std::pair<const Function*, std::size_t>>> parameters_; // by region
  std::vector<bool> edges_, regions_, exits_, results_, functions_;              // what is relevant
  std::vector<const Edge*> new_edges_;
  std::vector<pointers::RegionId> new_regions_;
};

} // namespace tandem::dataflow
