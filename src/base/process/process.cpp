// fork and exec. Standard input is a file in memory, so that a child that does not read cannot block us; output comes
// through pipes. One poll loop waits for output, for the end of the child (a pid descriptor) and for the limits. The
// kernel enforces no CPU or memory limit for a process group, so its usage is sampled (process_group.h).

#include "base/process/process.h"

#include "base/core/descriptor.h"
#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/process/process_group.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tandem::process {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using End = ProcessResult::End;

// How often the limits that the kernel does not enforce are checked.
constexpr milliseconds watch_interval{50};

struct Pipe {
  Descriptor read_end, write_end;
};

Pipe make_pipe() {
  int ends[2];
  require(::pipe2(ends, O_CLOEXEC) == 0, "the system should still have file descriptors for a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Descriptor file_with(std::string_view text) {
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  require(file.is_open(), "the system should be able to make a file in memory");
  while (!text.empty()) {
    const ssize_t count = ::write(file.number(), text.data(), text.size());
    require(count > 0 || errno == EINTR, "the system should have memory for a child's input");
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  ::lseek(file.number(), 0, SEEK_SET);
  return file;
}

// Collects what a child prints, in a string or a file, up to a limit.
struct Sink {
  Descriptor pipe;
  Descriptor file; // open: write there
  std::string text;
  std::uint64_t room = 0;
  bool cut = false;

  enum class Read { Something, Nothing };

  Read read_some();
  void read_rest();
  void keep(std::string_view bytes);
};

void Sink::keep(std::string_view bytes) {
  if (bytes.size() > room) cut = true;
  bytes = bytes.substr(0, room);
  room -= bytes.size();
  if (!file.is_open()) {
    text += bytes;
    return;
  }
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.number(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      cut = true; // a full disk must not end the run
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

Sink::Read Sink::read_some() {
  char buffer[65536];
  const ssize_t count = ::read(pipe.number(), buffer, sizeof buffer);
  if (count > 0) keep({buffer, static_cast<std::size_t>(count)});
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) pipe.close();
  return count > 0 || (count < 0 && errno == EINTR) ? Read::Something : Read::Nothing;
}

// Reads what is in the pipe when the child has ended, but not indefinitely: a descendant that left the group may keep
// writing.
void Sink::read_rest() {
  for (int i = 0; i < 32 && pipe.is_open(); ++i)
    if (read_some() == Read::Nothing) return;
}

// Everything a child needs, prepared before fork: afterwards only calls that are safe between fork and exec.
struct Launch {
  std::vector<char*> words;
  std::vector<std::string> variables;
  std::vector<char*> environment;
  const char* folder = nullptr;
  std::optional<rlim_t> cpu_seconds;
  std::array<int, 3> standard{};
  int error_pipe = -1;
  pid_t parent = 0;
};

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& string : strings) result.push_back(const_cast<char*>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> merged_environment(const std::vector<std::pair<std::string, std::string>>& additions) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view name = std::string_view(*variable).substr(0, std::strcspn(*variable, "="));
    if (std::ranges::find(additions, name, [](const auto& pair) { return std::string_view(pair.first); }) ==
        additions.end())
      result.emplace_back(*variable);
  }
  for (const auto& [name, value] : additions) result.push_back(name + "=" + value);
  return result;
}

void set_limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit before{};
  ::getrlimit(resource, &before);
  const rlimit limit{std::min(soft, before.rlim_max), std::min(hard, before.rlim_max)};
  ::setrlimit(resource, &limit);
}

[[noreturn]] void become(const Launch& launch) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != launch.parent) ::_exit(127); // the parent died before PR_SET_PDEATHSIG took effect
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  set_limit(RLIMIT_CORE, 0, 0);
  // A backstop in case the watching parent is suspended itself.
  if (launch.cpu_seconds) set_limit(RLIMIT_CPU, *launch.cpu_seconds, *launch.cpu_seconds + 2);
  for (int i = 0; i < 3; ++i) ::dup2(launch.standard[static_cast<std::size_t>(i)], i);
  if (launch.folder == nullptr || ::chdir(launch.folder) == 0)
    ::execvpe(launch.words[0], launch.words.data(), launch.environment.data());
  const int reason = errno;
  [[maybe_unused]] const ssize_t ignored = ::write(launch.error_pipe, &reason, sizeof reason);
  ::_exit(127);
}

struct Child {
  pid_t id = -1;
  Descriptor end; // readable once the child has ended
  int start_error = 0;
  Sink output, errors; // with a log, both streams share `output`
};

Sink make_sink(Descriptor pipe, const ProcessCommand& command) {
  ::fcntl(pipe.number(), F_SETFL, O_NONBLOCK);
  Sink sink{.pipe = std::move(pipe), .room = command.output_limit};
  if (command.log) {
    sink.file = Descriptor(::open(command.log->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!sink.file.is_open())
      throw InputError(TextPosition{command.log->string()}, std::string("cannot write: ") + std::strerror(errno));
  }
  return sink;
}

Child start(const ProcessCommand& command) {
  require(!command.words.empty(), "a command should name a program");
  const Descriptor input = file_with(command.input);
  Pipe output = make_pipe(), errors = make_pipe(), start_failed = make_pipe();
  Child child;
  child.output = make_sink(std::move(output.read_end), command);
  if (!command.log) child.errors = make_sink(std::move(errors.read_end), command);

  Launch launch{.words = pointers(command.words), .variables = merged_environment(command.environment)};
  launch.environment = pointers(launch.variables);
  if (!command.folder.empty()) launch.folder = command.folder.c_str();
  if (command.cpu_limit)
    launch.cpu_seconds = static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(*command.cpu_limit).count() + 1);
  const Descriptor& error_stream = command.log ? output.write_end : errors.write_end;
  launch.standard = {input.number(), output.write_end.number(), error_stream.number()};
  launch.error_pipe = start_failed.write_end.number();
  launch.parent = ::getpid();

  child.id = ::fork();
  require(child.id >= 0, "the system should still be able to start a process");
  if (child.id == 0) become(launch);
  ::setpgid(child.id, child.id);
  child.end = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child.id, 0)));
  start_failed.write_end.close();
  if (::read(start_failed.read_end.number(), &child.start_error, sizeof child.start_error) <= 0) child.start_error = 0;
  return child;
}

// Follows a running child until it ends or must be ended.
class Watch {
public:
  Watch(Child& child, const ProcessCommand& command) : child_(child), command_(command) {}

  // The limit that was reached, or nothing if the child ended by itself.
  std::optional<End> until_end();
  std::uint64_t peak_memory() const { return peak_memory_; }
  Clock::time_point began() const { return began_; }

private:
  enum class Waited { ChildEnded, TimeOver };

  Waited wait(Clock::time_point until);
  std::optional<End> reached_limit();
  void stop_group();

  Child& child_;
  const ProcessCommand& command_;
  Clock::time_point began_ = Clock::now();
  std::uint64_t peak_memory_ = 0;
};

Watch::Waited Watch::wait(Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    std::array<pollfd, 3> waiting{pollfd{child_.end.number(), POLLIN, 0},
                                  pollfd{child_.output.pipe.number(), POLLIN, 0},
                                  pollfd{child_.errors.pipe.number(), POLLIN, 0}};
    const int ready = ::poll(waiting.data(), waiting.size(), static_cast<int>(std::clamp<long long>(left, 0, 60'000)));
    if (ready > 0 && waiting[1].revents != 0) child_.output.read_some();
    if (ready > 0 && waiting[2].revents != 0) child_.errors.read_some();
    if (ready > 0 && waiting[0].revents != 0) return Waited::ChildEnded;
    if (Clock::now() >= until) return Waited::TimeOver;
  }
}

std::optional<End> Watch::reached_limit() {
  if (command_.stop.stop_requested()) return End::Stopped;
  if (command_.wall_limit && Clock::now() - began_ >= *command_.wall_limit) return End::TimedOut;
  if (!command_.cpu_limit && !command_.memory_limit) return std::nullopt;
  const GroupUsage usage = usage_of_group(child_.id);
  peak_memory_ = std::max(peak_memory_, usage.memory);
  if (command_.memory_limit && usage.memory > *command_.memory_limit) return End::OutOfMemory;
  if (command_.cpu_limit && usage.cpu_time >= *command_.cpu_limit) return End::CpuTimedOut;
  return std::nullopt;
}

// A child that has ended has not been waited for yet, so its id, which is also the group's, cannot have been reused.
void Watch::stop_group() {
  ::kill(-child_.id, SIGTERM);
  const Clock::time_point deadline = Clock::now() + command_.grace;
  while (Clock::now() < deadline) {
    if (wait(std::min(deadline, Clock::now() + milliseconds(10))) == Waited::TimeOver) continue;
    if (usage_of_group(child_.id).living == 0) return;
    std::this_thread::sleep_for(milliseconds(10));
  }
}

std::optional<End> Watch::until_end() {
  const bool watches = command_.cpu_limit || command_.memory_limit || command_.stop.stop_possible();
  for (;;) {
    Clock::time_point next = watches ? Clock::now() + watch_interval : Clock::time_point::max() - std::chrono::hours(1);
    if (command_.wall_limit) next = std::min(next, began_ + *command_.wall_limit);
    if (wait(next) == Waited::ChildEnded) return std::nullopt;
    if (const std::optional<End> reached = reached_limit()) {
      stop_group();
      return reached;
    }
  }
}

milliseconds time_of(const timeval& time) { return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000); }

void describe_end(ProcessResult& result, int status, const ProcessCommand& command) {
  result.end = WIFSIGNALED(status) ? End::Signalled : End::Exited;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (command.cpu_limit && result.end == End::Signalled && result.code == SIGXCPU) result.end = End::CpuTimedOut;
}

} // namespace

ProcessResult run_process(const ProcessCommand& command) {
  Child child = start(command);
  Watch watch(child, command);
  const std::optional<End> reached = watch.until_end();
  ::kill(-child.id, SIGKILL);
  child.output.read_rest();
  child.errors.read_rest();

  int status = 0;
  rusage used{};
  while (::wait4(child.id, &status, 0, &used) < 0 && errno == EINTR) {
  }
  ProcessResult result;
  describe_end(result, status, command);
  if (reached) result.end = *reached;
  if (child.start_error != 0) {
    result.end = End::NotStarted;
    result.code = child.start_error;
  }
  result.output = std::move(child.output.text);
  result.errors = std::move(child.errors.text);
  result.output_cut = child.output.cut || child.errors.cut;
  result.wall_time = std::chrono::duration_cast<milliseconds>(Clock::now() - watch.began());
  result.cpu_time = time_of(used.ru_utime) + time_of(used.ru_stime);
  result.peak_memory = std::max(watch.peak_memory(), static_cast<std::uint64_t>(used.ru_maxrss) * 1024);
  return result;
}

} // namespace tandem::process
