// Runs an actor in a process of its own, with limits that hold whatever it does: time-outs, exhausted memory and
// crashes end the child, not tandem. What the actor started is gone with it; what it knew is not: its automaton is in a
// file, from the start and renewed every few seconds (Monitor::checkpoint), whatever kills the child or tandem itself.
#pragma once

#include "task/actor.h"

#include <filesystem>
#include <memory>

namespace tandem::task {

// The actor sees the task's limits as a request to stop shortly before they are reached, and is killed when they are.
// Unknown, with the reason, if it did not answer. `monitor` gets the child's progress and may stop it early. The
// outcome always has an automaton. It is kept in `condition_file`; empty: somewhere for the time of the run.
Outcome run_isolated(Actor& actor, const Task& task, Monitor& monitor,
                     const std::filesystem::path& condition_file = {});

// The same in steps, so that several can run at once: start them all, then wait for each in turn.
class Isolated {
public:
  // Starts. Keeps references to all three.
  Isolated(Actor& actor, const Task& task, Monitor& monitor, std::filesystem::path condition_file = {});
  ~Isolated(); // ends what still runs
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  static constexpr std::chrono::milliseconds default_grace_period{800};

  enum class State : std::uint8_t { Running, Ended };
  // Passes on what the child says, for at most this long or until it ends.
  State wait(std::chrono::milliseconds at_most);
  // Asks the child for its answer soon. If it does not give one in this time, it is killed for the reason.
  void stop(std::chrono::milliseconds grace_period = default_grace_period, std::string reason = "interrupted");
  // Once it ended.
  Outcome collect_outcome();

  // Of the child and all it started; after the end, in total.
  std::chrono::milliseconds cpu_time() const;
  std::chrono::milliseconds wall_time() const;

private:
  class Parent;
  std::unique_ptr<Parent> parent_;
};

} // namespace tandem::task
