// One loop waits for output, for the end of the keeper (a pid descriptor) and for the next sample of the usage. A run
// that reaches a limit is killed at once: it knows its limits and had its chance. Memory is sampled more often while it
// grows towards its limit.

#include "bench/jobs/limited_run.h"

#include "base/core/descriptor.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "base/process/control_group.h"
#include "base/process/process_tree.h"
#include "bench/jobs/keeper.h"
#include "bench/jobs/output_excerpt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::bench {
namespace {

using Clock = std::chrono::steady_clock;
using End = LimitedRun::End;
using process::ControlGroup;
using std::chrono::milliseconds;

constexpr milliseconds sample_interval{50}, quick_interval{10};

// What the control group of a run enforces.
struct Group {
  std::unique_ptr<ControlGroup> group;
  bool memory = false;

  explicit Group(const RunLimits& limits) {
    const std::filesystem::path mount = ControlGroup::mount_point();
    if (!mount.empty()) group = ControlGroup::make(mount);
    if (!group) return;
    memory = limits.memory && group->limit_memory(*limits.memory);
    group->limit_processes(limits.processes);
  }
};

class Run {
public:
  explicit Run(const LimitedCommand& command)
      : command_(command), group_(command.limits), output_(command.limits.output), keeper_(command, entering()) {}

  LimitedRun result();

private:
  std::function<bool(pid_t)> entering();
  std::optional<End> until_end();
  bool wait(Clock::time_point until); // whether the keeper has ended
  bool read_output();
  std::optional<End> reached_limit();
  void sample();
  void collect(const std::optional<End>& reached);
  std::string enforcement() const;

  const LimitedCommand& command_;
  Group group_;
  bool in_group_ = false;
  OutputExcerpt output_;
  Keeper keeper_;
  Clock::time_point began_ = Clock::now();
  milliseconds cpu_time_{0};
  std::uint64_t memory_ = 0, growth_ = 0, peak_memory_ = 0;
  unsigned processes_ = 0;
  LimitedRun result_;
};

std::function<bool(pid_t)> Run::entering() {
  return [this](pid_t keeper) { return in_group_ = group_.group && group_.group->add(keeper); };
}

bool Run::read_output() {
  char buffer[65536];
  const ssize_t count = ::read(keeper_.output().number(), buffer, sizeof buffer);
  if (count > 0) output_.add({buffer, static_cast<std::size_t>(count)});
  if (count == 0) keeper_.output().close();
  return count > 0;
}

bool Run::wait(Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    std::array<pollfd, 2> waiting{pollfd{keeper_.end().number(), POLLIN, 0},
                                  pollfd{keeper_.output().number(), POLLIN, 0}};
    const int ready = ::poll(waiting.data(), waiting.size(), static_cast<int>(std::clamp<long long>(left, 0, 60'000)));
    if (ready > 0 && waiting[1].revents != 0) read_output();
    if (ready > 0 && waiting[0].revents != 0) return true;
    if (Clock::now() >= until) return false;
  }
}

void Run::sample() {
  const process::TreeUsage usage = process::usage_of_tree(keeper_.id());
  const std::optional<milliseconds> counted = in_group_ ? group_.group->cpu_time() : std::nullopt;
  cpu_time_ = std::max(cpu_time_, counted.value_or(usage.cpu_time));
  growth_ = usage.memory > memory_ ? usage.memory - memory_ : 0;
  memory_ = usage.memory;
  peak_memory_ = std::max(peak_memory_, memory_);
  processes_ = usage.processes;
}

std::optional<End> Run::reached_limit() {
  const RunLimits& limits = command_.limits;
  if (command_.is_cancelled()) return End::Cancelled;
  if (limits.wall && Clock::now() - began_ >= *limits.wall) return End::WallTime;
  sample();
  if (limits.memory && memory_ > *limits.memory) return End::Memory;
  if (limits.cpu && cpu_time_ >= *limits.cpu) return End::CpuTime;
  if (processes_ > limits.processes + 1) return End::Processes;
  return std::nullopt;
}

std::optional<End> Run::until_end() {
  milliseconds interval = quick_interval;
  for (;;) {
    Clock::time_point next = Clock::now() + interval;
    if (command_.limits.wall) next = std::min(next, began_ + *command_.limits.wall);
    if (wait(next)) return std::nullopt;
    if (const std::optional<End> reached = reached_limit()) return reached;
    const bool is_close = command_.limits.memory && memory_ + 10 * growth_ > *command_.limits.memory;
    const bool grows = processes_ > command_.limits.processes / 10;
    interval = is_close || grows ? quick_interval : sample_interval;
  }
}

std::string Run::enforcement() const {
  std::string text = !in_group_      ? "/proc, rlimits"
                     : group_.memory ? "cgroup v2"
                                     : "cgroup v2 (CPU time), /proc (memory)";
  return text + (keeper_.has_namespace() ? ", pid namespace" : "");
}

void Run::collect(const std::optional<End>& reached) {
  if (reached) {
    if (in_group_) group_.group->kill();
    keeper_.kill();
  }
  const Keeper::Ended ended = keeper_.wait();
  for (int i = 0; i < 1000 && keeper_.output().is_open() && read_output(); ++i) {
  }
  result_.wall_time = std::chrono::duration_cast<milliseconds>(Clock::now() - began_);
  const std::optional<milliseconds> counted = in_group_ ? group_.group->cpu_time() : std::nullopt;
  result_.cpu_time = std::max(cpu_time_, counted.value_or(ended.cpu_time));
  const std::optional<std::uint64_t> peak = in_group_ ? group_.group->peak_memory() : std::nullopt;
  result_.peak_memory = peak.value_or(std::max(peak_memory_, ended.largest_memory));
  result_.output = output_.total();
  result_.output_cut = output_.is_cut();
  result_.end = reached.value_or(ended.end);
  if (in_group_ && group_.group->ran_out_of_memory()) result_.end = End::Memory;
  // The kernel's own limit on a single process, a backstop, may come first.
  if (result_.end == End::Signalled && ended.code == SIGXCPU) result_.end = End::CpuTime;
  result_.code = reached ? 0 : ended.code;
}

LimitedRun Run::result() {
  collect(until_end());
  result_.enforcement = enforcement();
  write_text_file(command_.log, output_.text());
  return result_;
}

} // namespace

LimitedRun run_limited(const LimitedCommand& command) {
  require(!command.words.empty(), "a command should name a program");
  return Run(command).result();
}

} // namespace tandem::bench
