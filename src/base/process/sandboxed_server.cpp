#include "base/process/sandboxed_server.h"

#include "base/core/require.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::process {

namespace {

using Clock = std::chrono::steady_clock;

// Whether the descriptor can be used before the deadline.
bool wait_for(int descriptor, short event, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{descriptor, event, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

} // namespace

SandboxedServer::SandboxedServer(const SandboxedCommand& command) {
  std::vector<std::string> words = sandbox_words(command);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0,
          "the system should still have file descriptors for a pair of sockets");
  connection_ = Descriptor(ends[0]);
  const Descriptor its_end(ends[1]), nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  id_ = ::fork();
  require(id_ >= 0, "the system should still be able to start a process");
  if (id_ == 0) {
    ::setpgid(0, 0);
    ::signal(SIGPIPE, SIG_DFL);
    ::dup2(its_end.number(), 0);
    ::dup2(its_end.number(), 1);
    ::dup2(nowhere.number(), 2);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::setpgid(id_, id_);
  ::fcntl(connection_.number(), F_SETFL, O_NONBLOCK);
}

// bwrap dies with its parent, and what is inside with bwrap (--die-with-parent, --unshare-pid).
SandboxedServer::~SandboxedServer() {
  ::kill(-id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool SandboxedServer::write(std::span<const std::byte> bytes, std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  while (!bytes.empty()) {
    const ssize_t count = ::send(connection_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count > 0)
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    else if ((errno != EAGAIN && errno != EINTR) || !wait_for(connection_.number(), POLLOUT, deadline))
      return false;
  }
  return true;
}

bool SandboxedServer::read(std::span<std::byte> bytes, std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  while (!bytes.empty()) {
    const ssize_t count = ::recv(connection_.number(), bytes.data(), bytes.size(), 0);
    if (count > 0)
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EAGAIN && errno != EINTR) || !wait_for(connection_.number(), POLLIN, deadline))
      return false;
  }
  return true;
}

} // namespace tandem::process
