// fork and exec with three pipes, served by poll so that neither side can block the other.
#include "base/process.h"

#include "base/require.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem {
namespace {

using Clock = std::chrono::steady_clock;

// A file descriptor that closes itself.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read_end, write_end;
};

Pipe make_pipe() {
  int ends[2];
  require(::pipe2(ends, O_CLOEXEC) == 0, "the system should still have file descriptors for a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Only calls that are safe between fork and exec.
[[noreturn]] void become(char* const* words, const std::array<int, 3>& standard, int error_pipe) {
  ::setpgid(0, 0);
  ::signal(SIGPIPE, SIG_DFL);
  for (int i = 0; i < 3; ++i) ::dup2(standard[static_cast<std::size_t>(i)], i);
  ::execvp(words[0], words);
  const int reason = errno;
  [[maybe_unused]] const ssize_t ignored = ::write(error_pipe, &reason, sizeof reason);
  ::_exit(127);
}

struct Child {
  pid_t id = -1;
  Descriptor input, output, errors;
  int start_error = 0;
};

Child start(const ProcessCommand& command) {
  require(!command.words.empty(), "a command should name a program");
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  Pipe input = make_pipe(), output = make_pipe(), errors = make_pipe(), start_failed = make_pipe();
  Child child;
  child.id = ::fork();
  require(child.id >= 0, "the system should still be able to start a process");
  if (child.id == 0)
    become(words.data(), {input.read_end.number(), output.write_end.number(), errors.write_end.number()},
           start_failed.write_end.number());
  ::setpgid(child.id, child.id);

  start_failed.write_end.close();
  if (::read(start_failed.read_end.number(), &child.start_error, sizeof child.start_error) <= 0) child.start_error = 0;
  child.input = std::move(input.write_end);
  child.output = std::move(output.read_end);
  child.errors = std::move(errors.read_end);
  ::fcntl(child.input.number(), F_SETFL, O_NONBLOCK);
  return child;
}

void read_some(Descriptor& from, std::string& into) {
  char buffer[65536];
  const ssize_t count = ::read(from.number(), buffer, sizeof buffer);
  if (count > 0)
    into.append(buffer, static_cast<std::size_t>(count));
  else if (count == 0 || errno != EINTR)
    from.close();
}

void write_some(Descriptor& to, std::string_view& rest) {
  const ssize_t count = ::write(to.number(), rest.data(), rest.size());
  if (count >= 0)
    rest.remove_prefix(static_cast<std::size_t>(count));
  else if (errno != EAGAIN && errno != EINTR)
    rest = {}; // the child does not read on
  if (rest.empty()) to.close();
}

int milliseconds_left(const std::optional<Clock::time_point>& deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000));
}

enum class Served { ToTheEnd, UntilDeadline };

Served serve(Child& child, std::string_view input, ProcessResult& result,
             const std::optional<Clock::time_point>& deadline) {
  if (input.empty()) child.input.close();
  while (child.output.is_open() || child.errors.is_open()) {
    std::array<pollfd, 3> waiting{pollfd{child.input.number(), POLLOUT, 0}, pollfd{child.output.number(), POLLIN, 0},
                                  pollfd{child.errors.number(), POLLIN, 0}};
    const int ready = ::poll(waiting.data(), waiting.size(), milliseconds_left(deadline));
    if (ready == 0) return Served::UntilDeadline;
    if (ready < 0) continue;
    if (waiting[0].revents != 0) write_some(child.input, input);
    if (waiting[1].revents != 0) read_some(child.output, result.output);
    if (waiting[2].revents != 0) read_some(child.errors, result.errors);
  }
  return Served::ToTheEnd;
}

// Writing to a child that has closed its input must not end this process.
class IgnorePipeSignal {
public:
  IgnorePipeSignal() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  ~IgnorePipeSignal() { ::sigaction(SIGPIPE, &before_, nullptr); }
  IgnorePipeSignal(const IgnorePipeSignal&) = delete;
  IgnorePipeSignal& operator=(const IgnorePipeSignal&) = delete;

private:
  struct sigaction before_{};
};

} // namespace

ProcessResult run_process(const ProcessCommand& command) {
  const IgnorePipeSignal guard;
  std::optional<Clock::time_point> deadline;
  if (command.wall_limit) deadline = Clock::now() + *command.wall_limit;

  Child child = start(command);
  ProcessResult result;
  const Served served = serve(child, command.input, result, deadline);
  if (served == Served::UntilDeadline) ::kill(-child.id, SIGKILL);
  int status = 0;
  while (::waitpid(child.id, &status, 0) < 0 && errno == EINTR) {
  }

  if (child.start_error != 0) {
    result.end = ProcessResult::End::NotStarted;
    result.code = child.start_error;
  } else if (served == Served::UntilDeadline) {
    result.end = ProcessResult::End::TimedOut;
  } else if (WIFSIGNALED(status)) {
    result.end = ProcessResult::End::Signalled;
    result.code = WTERMSIG(status);
  } else {
    result.code = WEXITSTATUS(status);
  }
  return result;
}

namespace {

std::vector<std::filesystem::path> program_folders() {
  std::vector<std::filesystem::path> folders;
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    folders.emplace_back(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
  }
  const char* deps = std::getenv("TANDEM_DEPS");
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (deps != nullptr)
    folders.push_back(std::filesystem::path(deps) / "bin");
  else if (cache != nullptr)
    folders.push_back(std::filesystem::path(cache) / "tandem/bin");
  else if (home != nullptr)
    folders.push_back(std::filesystem::path(home) / ".cache/tandem/bin");
  return folders;
}

} // namespace

std::optional<std::filesystem::path> find_program(std::string_view name) {
  for (const std::filesystem::path& folder : program_folders()) {
    std::filesystem::path candidate = folder / name;
    if (::access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) return candidate;
  }
  return std::nullopt;
}

} // namespace tandem
