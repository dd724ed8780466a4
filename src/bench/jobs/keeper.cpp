// clone with new pid and mount namespaces gives the keeper the role of init: its end is the end of all. /proc has to be
// mounted anew there, or programs would look up their own processes in vain. Users other than root need a user
// namespace for that. Whether all this works is found out once, by trying.

#include "bench/jobs/keeper.h"

#include "base/core/require.h"
#include "base/process/process_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::bench {
namespace {

using End = LimitedRun::End;
using std::chrono::milliseconds;

struct Pipe {
  Descriptor read_end, write_end;
};

Pipe make_pipe() {
  int ends[2];
  require(::pipe2(ends, O_CLOEXEC) == 0, "the system should still have file descriptors for a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// What the keeper tells about the command: how it ended, or why it did not start.
struct Report {
  int status = 0;
  int start_error = 0;
};

struct Launch {
  std::vector<char*> words;
  const char* folder = nullptr;
  int input = -1, output = -1, go = -1, report = -1;
  bool has_namespace = false;
  const RunLimits* limits = nullptr;
  cpu_set_t cpus{};
  bool has_cpus = false;
};

int namespace_flags() { return CLONE_NEWPID | CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER); }

pid_t fork_with(int flags) {
  return static_cast<pid_t>(::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

bool write_file(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() && ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// A user namespace begins without users; the command keeps its own.
bool map_user(pid_t process) {
  if ((namespace_flags() & CLONE_NEWUSER) == 0) return true;
  const std::string folder = fmt::format("/proc/{}/", process);
  write_file(folder + "setgroups", "deny");
  return write_file(folder + "uid_map", fmt::format("{0} {0} 1\n", ::geteuid())) &&
         write_file(folder + "gid_map", fmt::format("{0} {0} 1\n", ::getegid()));
}

bool mount_proc() {
  return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
}

// Waits until the other end writes a byte; false if it was closed instead.
bool was_told(int pipe) {
  char byte = 0;
  ssize_t count = 0;
  do count = ::read(pipe, &byte, 1);
  while (count < 0 && errno == EINTR);
  return count == 1;
}

bool find_out_namespaces() {
  const Pipe go = make_pipe();
  const pid_t child = fork_with(namespace_flags());
  if (child < 0) return false;
  if (child == 0) ::_exit(was_told(go.read_end.number()) && mount_proc() ? 0 : 1);
  const bool mapped = map_user(child);
  [[maybe_unused]] const ssize_t told = ::write(go.write_end.number(), "", 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return mapped && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool namespaces_work() {
  static const bool work = find_out_namespaces();
  return work;
}

void set_limit(__rlimit_resource resource, rlim_t limit) {
  rlimit before{};
  ::getrlimit(resource, &before);
  const rlimit set{std::min(limit, before.rlim_max), std::min(limit, before.rlim_max)};
  ::setrlimit(resource, &set);
}

[[noreturn]] void become(const Launch& launch) {
  ::setsid();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, launch.limits->file_size);
  // A backstop in case the watching process is suspended itself.
  if (launch.limits->cpu)
    set_limit(RLIMIT_CPU,
              static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(*launch.limits->cpu).count() + 2));
  if (launch.has_cpus) ::sched_setaffinity(0, sizeof launch.cpus, &launch.cpus);
  ::dup2(launch.input, STDIN_FILENO);
  ::dup2(launch.output, STDOUT_FILENO);
  ::dup2(launch.output, STDERR_FILENO);
  if (launch.folder == nullptr || ::chdir(launch.folder) == 0) ::execvp(launch.words[0], launch.words.data());
  const Report failed{.start_error = errno};
  [[maybe_unused]] const ssize_t told = ::write(launch.report, &failed, sizeof failed);
  ::_exit(127);
}

[[noreturn]] void keep(const Launch& launch) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGINT, SIG_IGN);            // Ctrl-C is for those who started us
  if (!was_told(launch.go)) ::_exit(1); // they are gone already
  if (launch.has_namespace)
    mount_proc();
  else
    process::adopt_orphans();
  const pid_t child = ::fork();
  if (child == 0) become(launch);
  Report report{.start_error = child < 0 ? errno : 0};
  for (pid_t ended = 0; child > 0 && ended != child;) {
    ended = ::waitpid(-1, &report.status, 0);
    if (ended < 0 && errno != EINTR) break;
  }
  [[maybe_unused]] const ssize_t told = ::write(launch.report, &report, sizeof report);
  if (!launch.has_namespace) process::kill_descendants();
  ::_exit(0);
}

milliseconds time_of(const timeval& time) { return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000); }

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

} // namespace

Keeper::Keeper(const LimitedCommand& command, const std::function<bool(pid_t)>& enter)
    : has_namespace_(namespaces_work()) {
  const Descriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Pipe output = make_pipe(), go = make_pipe(), report = make_pipe();
  Launch launch{.words = pointers(command.words),
                .input = input.number(),
                .output = output.write_end.number(),
                .go = go.read_end.number(),
                .report = report.write_end.number(),
                .has_namespace = has_namespace_,
                .limits = &command.limits};
  if (!command.folder.empty()) launch.folder = command.folder.c_str();
  for (const unsigned cpu : command.cpus) CPU_SET(cpu, &launch.cpus);
  launch.has_cpus = !command.cpus.empty();
  id_ = fork_with(has_namespace_ ? namespace_flags() : 0);
  require(id_ >= 0, "the system should still be able to start a process");
  if (id_ == 0) {
    go.write_end.close(); // or the keeper would wait for itself
    keep(launch);
  }
  end_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, id_, 0)));
  if (has_namespace_) map_user(id_);
  enter(id_);
  [[maybe_unused]] const ssize_t told = ::write(go.write_end.number(), "", 1);
  output_ = std::move(output.read_end);
  report_ = std::move(report.read_end);
  ::fcntl(output_.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(report_.number(), F_SETFL, O_NONBLOCK);
}

Keeper::~Keeper() {
  if (id_ < 0) return;
  kill();
  wait();
}

// Without a namespace, what the keeper adopted does not end with it.
void Keeper::kill() {
  if (has_namespace_)
    ::kill(id_, SIGKILL);
  else
    process::kill_tree(id_);
}

Keeper::Ended Keeper::wait() {
  rusage usage{};
  int status = 0;
  while (::wait4(id_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  id_ = -1;
  Ended ended{.end = End::Signalled, .code = SIGKILL};
  ended.cpu_time = time_of(usage.ru_utime) + time_of(usage.ru_stime);
  ended.largest_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  Report report;
  if (::read(report_.number(), &report, sizeof report) != sizeof report) return ended; // the keeper was killed
  if (report.start_error != 0) {
    ended.end = End::NotStarted;
    ended.code = report.start_error;
  } else if (WIFEXITED(report.status)) {
    ended.end = End::Exited;
    ended.code = WEXITSTATUS(report.status);
  } else {
    ended.code = WTERMSIG(report.status);
  }
  return ended;
}

} // namespace tandem::bench
