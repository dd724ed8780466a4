// A tree that is killed while it grows could escape. Its members are therefore stopped first, until several passes
// through /proc in a row find no new one; a stopped process cannot fork, and its children keep it as their parent, so
// that none is missed when all are killed.

#include "base/process/process_tree.h"

#include "base/process/proc_stat.h"

#include <csignal>
#include <map>
#include <set>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tandem::process {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

enum class Root { With, Without };

// One pass can miss a process that forks and ends while /proc is being read; three passes in a row hardly ever do.
constexpr int passes = 3;
// A tree that grows faster than it can be stopped must not block the caller forever.
constexpr milliseconds grace_period{2000};

// By a pass through all processes.
std::vector<ProcStat> members_by_parents(pid_t root) {
  std::multimap<pid_t, ProcStat> by_parent;
  std::vector<ProcStat> found;
  for_each_process([&](const ProcStat& process) {
    if (process.id == root)
      found.push_back(process);
    else
      by_parent.emplace(process.parent(), process);
  });
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const auto [first, last] = by_parent.equal_range(open.back());
    open.pop_back();
    for (auto child = first; child != last; ++child) {
      found.push_back(child->second);
      open.push_back(child->second.id);
    }
  }
  return found;
}

// Usage is asked for often, and machines have hundreds of processes: only the tree itself is read where the kernel
// keeps lists of children.
std::vector<ProcStat> members(pid_t root) {
  std::vector<ProcStat> found;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const pid_t process = open.back();
    open.pop_back();
    if (const std::optional<ProcStat> stat = stat_of(process)) found.push_back(*stat);
    const std::optional<std::vector<pid_t>> children = children_of(process);
    if (!children) return members_by_parents(root);
    open.insert(open.end(), children->begin(), children->end());
  }
  return found;
}

// The signal is sent as soon as a process is seen: many live only for a moment. Returns those that were stopped.
std::set<pid_t> stop(pid_t root, Root with, Clock::time_point deadline) {
  std::set<pid_t> tree{root}, stopped;
  const auto stop_one = [&](pid_t process) { return ::kill(process, SIGSTOP) == 0 && stopped.insert(process).second; };
  if (with == Root::With) stop_one(root);
  for (int quiet = 0; quiet < passes && Clock::now() < deadline; ++quiet)
    for_each_process([&](const ProcStat& process) {
      if (process.id == root || !tree.contains(process.parent()) || !process.is_living()) return;
      tree.insert(process.id);
      if (stop_one(process.id)) quiet = -1;
    });
  return stopped;
}

void stop_and_kill(pid_t root, Root with, Clock::time_point deadline) {
  for (const pid_t process : stop(root, with, deadline)) ::kill(process, SIGKILL);
}

} // namespace

TreeUsage usage_of_tree(pid_t root) {
  TreeUsage usage;
  for (const ProcStat& process : members(root)) {
    usage.cpu_time += process.cpu_time();
    usage.memory += process.memory();
    ++usage.processes;
  }
  return usage;
}

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void pause_tree(pid_t root) { stop(root, Root::With, Clock::now() + grace_period); }

void resume_tree(pid_t root) {
  for (const ProcStat& process : members(root)) ::kill(process.id, SIGCONT);
}

bool is_stopped(pid_t process) {
  const std::optional<ProcStat> stat = stat_of(process);
  return stat && stat->state == 'T';
}

void kill_tree(pid_t root) { stop_and_kill(root, Root::With, Clock::now() + grace_period); }

void kill_descendants() {
  for (const Clock::time_point deadline = Clock::now() + grace_period; Clock::now() < deadline;) {
    stop_and_kill(::getpid(), Root::Without, deadline);
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0) return;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

} // namespace tandem::process
