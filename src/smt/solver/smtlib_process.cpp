// Input and output pipes are non-blocking and polled together: a solver that writes while we write must not deadlock
// with us.

#include "smt/solver/smtlib_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace tandem::smt {

namespace {

constexpr int poll_milliseconds = 20;
constexpr std::size_t longest_answer = 256'000'000;

[[noreturn]] void run_child(const std::vector<std::string>& command, int in, int out) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  ::_exit(127);
}

} // namespace

SmtlibProcess::SmtlibProcess(const std::vector<std::string>& command) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0) {
    problem_ = fmt::format("no pipe: {}", std::strerror(errno));
    return;
  }
  Descriptor in_read(in[0]);
  to_ = Descriptor(in[1]);
  if (::pipe2(out.data(), O_CLOEXEC) != 0) {
    problem_ = fmt::format("no pipe: {}", std::strerror(errno));
    return;
  }
  from_ = Descriptor(out[0]);
  Descriptor out_write(out[1]);
  ::fcntl(to_.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(from_.number(), F_SETFL, O_NONBLOCK);
  id_ = ::fork();
  if (id_ == 0) run_child(command, in_read.number(), out_write.number());
  if (id_ < 0) problem_ = fmt::format("{} did not start: {}", command[0], std::strerror(errno));
}

SmtlibProcess::~SmtlibProcess() { give_up(""); }

void SmtlibProcess::give_up(std::string problem) {
  if (id_ <= 0) return;
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  problem_ = std::move(problem);
}

std::string SmtlibProcess::ask(std::string_view command, StopSign& sign) {
  if (!alive()) return "";
  write_command(command);
  if (!send(sign)) return "";
  for (;;) {
    if (std::string answer = take_answer(); !answer.empty()) return answer;
    if (!receive(sign)) return "";
  }
}

bool SmtlibProcess::send(StopSign& sign) {
  // Writing to a closed pipe should be an error, not a signal.
  struct sigaction ignore{};
  struct sigaction old{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &old);
  std::size_t sent = 0;
  bool good = true;
  while (good && sent < pending_.size()) {
    const ssize_t count = ::write(to_.number(), pending_.data() + sent, pending_.size() - sent);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EINTR) {
      pollfd wait{to_.number(), POLLOUT, 0};
      ::poll(&wait, 1, poll_milliseconds);
      // The solver may be waiting for us to read.
      std::array<char, 65536> buffer{};
      const ssize_t got = ::read(from_.number(), buffer.data(), buffer.size());
      if (got > 0) received_.append(buffer.data(), static_cast<std::size_t>(got));
      if (sign.raised()) {
        give_up(sign.reason());
        good = false;
      }
    } else {
      // The output before the pipe was closed may contain the reason.
      good = receive(sign) && false;
      give_up(fmt::format("the solver ended: {}", received_.substr(0, 300)));
    }
  }
  ::sigaction(SIGPIPE, &old, nullptr);
  pending_.clear();
  return good;
}

bool SmtlibProcess::receive(StopSign& sign) {
  for (;;) {
    if (sign.raised()) {
      give_up(sign.reason());
      return false;
    }
    std::array<char, 65536> buffer{};
    const ssize_t count = ::read(from_.number(), buffer.data(), buffer.size());
    if (count > 0) {
      received_.append(buffer.data(), static_cast<std::size_t>(count));
      if (received_.size() <= longest_answer) return true;
      give_up("the output of the solver is too long");
      return false;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      give_up(received_.empty() ? "the solver ended without an answer"
                                : fmt::format("the solver ended: {}", received_.substr(0, 300)));
      return false;
    }
    pollfd wait{from_.number(), POLLIN, 0};
    ::poll(&wait, 1, poll_milliseconds);
  }
}

std::string SmtlibProcess::take_answer() {
  for (; scanned_ < received_.size(); ++scanned_) {
    const char c = received_[scanned_];
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
      continue;
    }
    if (c == '"' || c == '|') quote_ = c;
    if (c == '(') ++depth_;
    if (c == ')') --depth_;
    if (depth_ > 0 || (c != ')' && c != '\n')) continue;
    std::string answer = received_.substr(0, scanned_ + 1);
    received_.erase(0, scanned_ + 1);
    scanned_ = 0;
    depth_ = 0;
    const std::size_t first = answer.find_first_not_of(" \n\r\t");
    if (first != std::string::npos) return answer.substr(first, answer.find_last_not_of(" \n\r\t") + 1 - first);
    if (received_.empty()) return "";
    --scanned_; // an empty line: rescan from the start (the loop adds one)
  }
  return "";
}

} // namespace tandem::smt
