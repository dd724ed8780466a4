// Decides every target of a task by an actor that may end at the first one.
//
// The actor is asked again about a program without the targets that are decided (transform/copy/without_targets.h).
// There executions end at targets that were reached, as they do in the program, and those that are unreachable make no
// difference; hence a proof about the rest is one about the program. An actor that decides several targets in one run
// (TargetSearch::All) needs fewer runs.
#pragma once

#include "task/actor.h"

#include <memory>
#include <string>

namespace tandem::cooperate {

// How much time the other targets get once one is reached.
enum class AfterFirst : std::uint8_t {
  SomeTime, // until nothing was decided for a multiple of what it took to reach the first
  AllTime,
};

class AllTargets : public task::Actor {
public:
  AllTargets(std::shared_ptr<task::Actor> actor, AfterFirst after) : actor_(std::move(actor)), after_(after) {}

  std::string name() const override { return actor_->name(); }
  // With TargetSearch::First the actor's own answer. Otherwise Outcome::targets has every target; the verdict follows
  // from them: FALSE if one is reached, TRUE if none can be.
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;

private:
  std::shared_ptr<task::Actor> actor_;
  AfterFirst after_;
};

} // namespace tandem::cooperate
