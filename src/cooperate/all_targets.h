// Decides every target of a task by an actor that may end at the first one.
//
// The actor is asked again about a program without the targets that are decided (transform/copy/without_targets.h).
// There executions end at targets that were reached, as they do in the program, and those that are unreachable make no
// difference; hence a proof about the rest is one about the program. An actor that decides several targets in one run
// (TargetSearch::All) needs fewer runs. What others have shown to be unreachable is left out from the start.
#pragma once

#include "task/actor.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::cooperate {

// How much time the other targets get once one is reached.
enum class AfterFirst : std::uint8_t {
  SomeTime, // until nothing was decided for a multiple of what it took to reach the first
  AllTime,
};

class AllTargets : public task::Actor {
public:
  // `known`: of the task's program; those that are unreachable are not examined again.
  AllTargets(std::shared_ptr<task::Actor> actor, AfterFirst after, std::vector<task::TargetStatus> known = {})
      : actor_(std::move(actor)), after_(after), unreachable_(std::move(known)) {}

  std::string name() const override { return actor_->name(); }
  // With TargetSearch::First the actor's own answer. Otherwise Outcome::targets has every target; the verdict follows
  // from them: FALSE if one is reached, TRUE if none can be.
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;

private:
  std::shared_ptr<task::Actor> actor_;
  AfterFirst after_;
  std::vector<task::TargetStatus> unreachable_;
};

} // namespace tandem::cooperate
