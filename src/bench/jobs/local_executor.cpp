// Workers as child processes. One that dies is replaced, unless workers die again and again without finishing a job.

#include "bench/jobs/executor.h"

#include "base/core/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tandem::bench {
namespace {

constexpr int most_failures = 20;

class LocalExecutor : public Executor {
public:
  LocalExecutor(const WorkerCommand& command, unsigned workers) : command_(command), workers_(workers, -1) {}
  ~LocalExecutor() override { cancel(); }

  void provide_workers(std::size_t open_jobs) override {
    const std::size_t wanted = std::min(workers_.size(), open_jobs);
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      reap(workers_[i]);
      if (workers_[i] < 0 && i < wanted) workers_[i] = start(i);
    }
  }

  // "HOST-PID-TIME", written by a process of this machine.
  bool is_dead(const std::string& worker) override {
    const std::size_t last = worker.rfind('-'), before = worker.rfind('-', last - 1);
    if (last == std::string::npos || before == std::string::npos) return false;
    const pid_t id = std::stoi(worker.substr(before + 1, last - before - 1));
    return std::ranges::find(workers_, id) == workers_.end();
  }

  void cancel() override {
    for (const pid_t worker : workers_)
      if (worker > 0) ::kill(worker, SIGTERM);
    for (int i = 0; i < 300 && std::ranges::any_of(workers_, [](pid_t worker) { return worker > 0; }); ++i) {
      for (pid_t& worker : workers_) reap(worker);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    for (pid_t& worker : workers_) {
      if (worker < 0) continue;
      ::kill(worker, SIGKILL); // takes its run along
      ::waitpid(worker, nullptr, 0);
      worker = -1;
    }
  }

private:
  void reap(pid_t& worker) {
    int status = 0;
    if (worker < 0 || ::waitpid(worker, &status, WNOHANG) != worker) return;
    worker = -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    if (++failures_ > most_failures)
      throw InputError(fmt::format("workers of {} end with {} {} again and again; its log is above",
                                   command_.folder.string(), WIFEXITED(status) ? "exit code" : "signal",
                                   WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status)));
  }

  pid_t start(std::size_t number) const {
    std::vector<std::string> words = command_.words;
    words.push_back("--worker-number=" + std::to_string(number));
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t worker = ::fork();
    if (worker != 0) return worker;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1); // it died before we asked to be told
    ::signal(SIGINT, SIG_IGN);             // Ctrl-C reaches the parent, which ends us in order
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }

  WorkerCommand command_;
  std::vector<pid_t> workers_; // -1: none at the moment
  int failures_ = 0;
};

} // namespace

std::unique_ptr<Executor> make_local_executor(const WorkerCommand& command, unsigned workers) {
  return std::make_unique<LocalExecutor>(command, std::max(1u, workers));
}

} // namespace tandem::bench
