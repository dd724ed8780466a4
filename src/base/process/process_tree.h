// A process and all its descendants: a program may leave its process group and its session, but not its ancestors, as
// long as one of them adopts processes whose parent has ended (a child subreaper).
#pragma once

#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace tandem::process {

struct TreeUsage {
  std::chrono::milliseconds cpu_time{0}; // of the processes and the descendants that they waited for
  std::uint64_t memory = 0;              // bytes resident; pages that two processes share count twice
  unsigned processes = 0;                // zombies included
};

TreeUsage usage_of_tree(pid_t root);

// Descendants of this process whose parent ends become its children from now on.
void adopt_orphans();

// Stops the process and all its descendants, including those started meanwhile, until they are resumed.
void pause_tree(pid_t root);
void resume_tree(pid_t root);
bool is_stopped(pid_t process);

// Kills the process and all its descendants, including those started meanwhile; the parent of the process still has to
// wait for it.
void kill_tree(pid_t root);
// Kills all descendants of this process and waits for them.
void kill_descendants();

} // namespace tandem::process
