// Runs an actor in a process of its own, with limits that hold whatever it does: time-outs, exhausted memory and
// crashes end the child, not tandem. All processes that the actor started are ended with it. What it knew survives: its
// automaton is in a file from the start and is updated every few seconds (Monitor::checkpoint), even if the child or
// tandem itself is killed.
#pragma once

#include "task/actor.h"

#include <filesystem>
#include <memory>

namespace tandem::task {

// The actor is asked to stop shortly before the task's limits are reached, and is killed when they are. The verdict is
// Unknown, with the reason, if it did not answer. `monitor` gets the child's progress and may stop it early. The
// outcome always has an automaton, which is kept in `condition_file`; if that is empty, in a temporary file.
Outcome run_isolated(Actor& actor, const Task& task, Monitor& monitor,
                     const std::filesystem::path& condition_file = {});

// Facts pass both ways meanwhile: the monitor's publish() gets the child's, its received() says what to tell the child.
// The same in steps, so that several actors can run in parallel: start them all, then wait for each in turn.
class Isolated {
public:
  // Starts the actor. Keeps references to the first three arguments.
  Isolated(Actor& actor, const Task& task, Monitor& monitor, std::filesystem::path condition_file = {});
  ~Isolated(); // ends the actor if it is still running
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  static constexpr std::chrono::milliseconds default_grace_period{800};

  enum class State : std::uint8_t { Running, Ended };
  // Forwards the child's progress, for at most this long or until it ends.
  State wait(std::chrono::milliseconds at_most);
  // Asks the child to stop and answer; if it does not within the grace period, it is killed with this reason.
  void stop(std::chrono::milliseconds grace_period = default_grace_period, std::string reason = "interrupted");
  // The child and its descendants do not run until they are resumed or asked to stop. Its limit of wall time goes on.
  void pause();
  void resume();
  bool is_paused() const;
  // The automaton in the child's file, if it was renewed since the last call.
  std::optional<exchange::Gia> new_checkpoint();
  // To be called once, after it has ended.
  Outcome collect_outcome();

  // Of the child and its descendants; after the end, the total.
  std::chrono::milliseconds cpu_time() const;
  std::chrono::milliseconds wall_time() const;
  std::uint64_t memory() const; // bytes resident

private:
  class Parent;
  std::unique_ptr<Parent> parent_;
};

} // namespace tandem::task
