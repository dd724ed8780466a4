// The child sends lines through a pipe: "p text" for progress, "l text" for what it has learnt, "f fact" for what
// partners may use, "t json" for a target that is decided, and finally "o json" for its outcome. Facts of partners come
// to it through a socket, one on each line; the parent never waits for a child to read them, and takes only so many
// from one, so that an actor that does not listen or says too much holds up no other. The parent monitors the wall
// time, CPU time and memory of the child and its descendants, asks it to stop by SIGTERM, and kills the whole tree
// (through a control group where one is available). The automaton does not pass through the pipe; the parent reads it
// from the file.

#include "task/isolated.h"

#include "base/core/descriptor.h"
#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/core/temp_dir.h"
#include "base/process/control_group.h"
#include "base/process/deep_stack.h"
#include "base/process/process_tree.h"
#include "exchange/gia/gia_file.h"
#include "program/model/target.h"
#include "task/error_path.h"
#include "task/fact_channel.h"
#include "task/monitors.h"
#include "task/outcome_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <set>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::task {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The actor is asked to stop this long before its limit, so that it has time to report.
constexpr milliseconds reporting_reserve{300};
constexpr milliseconds poll_interval{50};

milliseconds own_cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return milliseconds(now.tv_sec * 1000 + now.tv_nsec / 1'000'000);
}

// Set by SIGTERM in the child.
volatile std::sig_atomic_t asked_to_stop = 0;

class ChildMonitor : public PipeMonitor {
public:
  ChildMonitor(int descriptor, int from_parent, const Task& task, std::filesystem::path file)
      : PipeMonitor(descriptor), program_(task.program), limits_(task.limits), facts_(from_parent, task.program),
        file_(std::move(file)) {}

  bool should_stop() override {
    const milliseconds margin = reporting_reserve + 2 * checkpoint_cost_;
    return asked_to_stop != 0 || (limits_.cpu && own_cpu_time() + margin >= *limits_.cpu) ||
           (limits_.wall && Clock::now() - start_ + margin >= *limits_.wall);
  }

  bool wants_checkpoint() override {
    const milliseconds now = own_cpu_time();
    if (now - last_checkpoint_ < checkpoint_interval(now)) return false;
    asked_ = last_checkpoint_ = now;
    return true;
  }

  void checkpoint(const exchange::Gia& known) override {
    const milliseconds began = asked_.value_or(own_cpu_time()); // the actor may also call it without being asked
    asked_.reset();
    write(known);
    last_checkpoint_ = own_cpu_time();
    checkpoint_cost_ = last_checkpoint_ - began;
  }

  std::vector<exchange::Fact> received() override { return facts_.receive(); }
  void decided(const TargetStatus& status) override { send("t " + to_json(status, program_).dump()); }

private:
  // A file that cannot be written is an error at the start; a disk that is full later must not end the analysis.
  void write(const exchange::Gia& known) {
    try {
      exchange::write_gia(file_, known);
      has_written_ = true;
    } catch (const InputError& error) {
      if (!has_written_) throw;
      progress(fmt::format("the condition was not saved: {}", error.what()));
    }
  }

  // Frequently at first, since an early result may be followed by a solver query that never ends; then every few
  // seconds; and less often where checkpoints are expensive, so that they take at most a tenth of the time, as long as
  // no more than five seconds of work may be lost. Measured in CPU time: a busy machine or a waiting actor does not
  // count.
  milliseconds checkpoint_interval(milliseconds now) const {
    constexpr milliseconds shortest{100}, longest{2'500}, longest_of_all{4'500};
    const milliseconds by_age = std::clamp(now / 4, shortest, longest);
    return std::clamp(10 * checkpoint_cost_, by_age, longest_of_all);
  }

  const Program& program_;
  Limits limits_;
  FactReceiver facts_;
  std::filesystem::path file_;
  Clock::time_point start_ = Clock::now();
  milliseconds last_checkpoint_ = own_cpu_time();
  std::optional<milliseconds> asked_; // when the next checkpoint was requested
  milliseconds checkpoint_cost_{0};   // CPU time of the last one, including its construction by the actor
  bool has_written_ = false;
};

std::string crash_text(const std::string& actor, const std::string& what) {
  return fmt::format("{} crashed ({}): this is a bug in tandem, please report it together with the program",
                     actor.empty() ? "the engine" : actor, what);
}

// The actor's automaton, or else the task's condition, completed by the verdict and by the targets that are decided.
std::optional<exchange::Gia> final_condition(Outcome& outcome, const Task& task) {
  const auto header = [&] { return exchange::gia_header(task.program, task.property, "tandem"); };
  if (outcome.verdict == Verdict::True && !outcome.gia)
    return exchange::gia_of_everything(exchange::Accept::Unreachable, header());
  const exchange::DecidedTargets decided = decided_targets(task.program, outcome);
  if (outcome.verdict == Verdict::True || (decided.errors.empty() && decided.unreachable.empty()))
    return std::move(outcome.gia);
  const exchange::Gia* known = outcome.gia ? &*outcome.gia : task.condition;
  return known != nullptr ? exchange::with_targets(*known, decided) : exchange::gia_of_targets(decided, header());
}

Outcome run_guarded(Actor& actor, const Task& task, Monitor& monitor) {
  try {
    if (task.condition != nullptr)
      monitor.checkpoint(*task.condition);
    else
      monitor.checkpoint(exchange::gia_of_everything(
          exchange::Accept::Candidate, exchange::gia_header(task.program, task.property, "tandem " + actor.name())));
    return process::on_deep_stack([&] {
      Outcome outcome = actor.run(task, monitor);
      if (task.condition != nullptr) outcome.invariants.clear(); // they hold only on open paths
      if (const auto known = final_condition(outcome, task)) monitor.checkpoint(*known);
      return outcome;
    });
  } catch (const std::bad_alloc&) {
    return unknown("memory limit");
  } catch (const InputError& error) {
    const std::string position = error.position().text();
    return unknown(position.empty() ? error.what() : position + ": " + error.what());
  } catch (const std::exception& error) {
    Outcome outcome = unknown(crash_text(actor.name(), std::string("internal error: ") + error.what()));
    outcome.crash = outcome.reason;
    return outcome;
  }
}

[[noreturn]] void be_child(Actor& actor, const Task& task, int descriptor, int from_parent,
                           const std::filesystem::path& file) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN); // the parent decides when to stop
  std::signal(SIGTERM, [](int) { asked_to_stop = 1; });
  process::adopt_orphans();
  ChildMonitor monitor(descriptor, from_parent, task, file);
  const Outcome outcome = run_guarded(actor, task, monitor);
  process::kill_descendants();
  write_all(descriptor, "o " + to_json(outcome, task.program).dump() + "\n");
  ::_exit(0); // the parent's buffers and objects must not be flushed or destroyed twice
}

} // namespace

class Isolated::Parent {
public:
  Parent(std::string name, pid_t child, Descriptor from_child, Descriptor to_child, const Task& task, Monitor& monitor,
         std::filesystem::path file, std::unique_ptr<TempDir> folder, std::unique_ptr<process::ControlGroup> group)
      : name_(std::move(name)), child_(child), from_child_(std::move(from_child)), facts_(std::move(to_child)),
        task_(task), monitor_(monitor), file_(std::move(file)), folder_(std::move(folder)), group_(std::move(group)) {}
  ~Parent() { end(); }

  State wait(milliseconds at_most) {
    const Clock::time_point until = Clock::now() + at_most;
    while (child_ > 0) {
      facts_.send(monitor_.received());
      const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
      if (!receive(std::clamp(left, milliseconds(0), poll_interval)) || outcome_ ||
          !(reason_ = limit_reached()).empty())
        end();
      if (Clock::now() >= until) break;
    }
    return child_ > 0 ? State::Running : State::Ended;
  }

  void stop(milliseconds grace_period, std::string reason) {
    if (child_ <= 0 || killed_at_) return;
    ::kill(child_, SIGTERM);
    resume();
    killed_at_ = Clock::now() + grace_period;
    kill_reason_ = std::move(reason);
  }

  void pause() {
    // Resuming a tree above resumes the child as well.
    if (child_ <= 0 || killed_at_ || (is_paused_ && process::is_stopped(child_))) return;
    process::pause_tree(child_);
    is_paused_ = true;
  }

  void resume() {
    if (child_ > 0 && is_paused_) process::resume_tree(child_);
    is_paused_ = false;
  }

  bool is_paused() const { return is_paused_; }

  Outcome collect_outcome() {
    require(child_ <= 0, "an outcome should be collected when the actor has ended");
    Outcome outcome = outcome_ ? std::move(*outcome_) : without_answer();
    try {
      outcome.gia = exchange::read_gia(file_);
    } catch (const InputError& error) { // the child could not write there, either
      outcome.gia = exchange::gia_of_everything(exchange::Accept::Candidate,
                                                exchange::gia_header(task_.program, task_.property, "tandem"));
    }
    return outcome;
  }

  std::optional<exchange::Gia> new_checkpoint() {
    std::error_code none;
    const auto written = std::filesystem::last_write_time(file_, none);
    if (none || written == seen_) return std::nullopt;
    seen_ = written;
    try {
      return exchange::read_gia(file_);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

  milliseconds cpu_time() { return child_ > 0 ? usage().cpu_time : cpu_time_; }
  std::uint64_t memory() { return child_ > 0 ? usage().memory : 0; }
  milliseconds wall_time() const {
    return std::chrono::duration_cast<milliseconds>((child_ > 0 ? Clock::now() : ended_) - start_);
  }

private:
  // Cached for a short time, since computing the usage of a tree reads several files of each of its processes.
  const process::TreeUsage& usage() {
    constexpr milliseconds is_recent{100};
    if (const auto now = Clock::now(); !looked_at_ || now - *looked_at_ >= is_recent) {
      usage_ = process::usage_of_tree(child_);
      looked_at_ = now;
    }
    return usage_;
  }

  // At a limit it is killed; these signals come from a bug.
  bool has_crashed() const {
    constexpr std::array bugs{SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    return reason_.empty() && WIFSIGNALED(status_) && std::ranges::find(bugs, WTERMSIG(status_)) != bugs.end();
  }

  std::string end_reason() const {
    if (!reason_.empty()) return reason_;
    if (has_crashed())
      return crash_text(name_, fmt::format("signal {}, {}", WTERMSIG(status_), ::strsignal(WTERMSIG(status_))));
    if (WIFSIGNALED(status_)) return fmt::format("the engine was ended by signal {}", WTERMSIG(status_));
    return "the engine ended without an answer";
  }

  // Reached ones first, then what is open.
  std::vector<TargetStatus> all_statuses(const std::string& why_open) {
    std::vector<TargetStatus> result;
    std::set<const Edge*> decided;
    const auto take = [&](TargetState state) {
      for (TargetStatus& status : decided_)
        if (status.state == state && decided.insert(status.target).second) result.push_back(std::move(status));
    };
    take(TargetState::Reached);
    const std::size_t reached = result.size();
    take(TargetState::Unreachable);
    if (task_.search != TargetSearch::All) return result;
    std::vector<TargetStatus> open;
    for (const Target& target : targets_by_place(task_.program, task_.property))
      if (!decided.contains(target.call)) open.push_back({.target = target.call, .why = why_open});
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(reached), std::make_move_iterator(open.begin()),
                  std::make_move_iterator(open.end()));
    return result;
  }

  // What it had found out about single targets counts.
  Outcome without_answer() {
    Outcome outcome = unknown(end_reason());
    if (has_crashed()) outcome.crash = outcome.reason;
    outcome.targets = all_statuses(outcome.reason);
    for (const TargetStatus& status : outcome.targets) {
      if (status.state != TargetState::Reached || outcome.counterexample) continue;
      outcome.verdict = Verdict::False;
      outcome.counterexample = status.counterexample;
    }
    return outcome;
  }

  // False at the end of the pipe.
  bool receive(milliseconds at_most) {
    pollfd waiting{from_child_.number(), POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(at_most.count())) <= 0) return true;
    char buffer[65536];
    const ssize_t count = ::read(from_child_.number(), buffer, sizeof buffer);
    if (count == 0) return false;
    if (count > 0) received_.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end = received_.find('\n'); end != std::string::npos; end = received_.find('\n')) {
      collect_outcome(std::string_view(received_).substr(0, end));
      received_.erase(0, end + 1);
    }
    return true;
  }

  void collect_outcome(std::string_view line) {
    if (line.starts_with("p ")) monitor_.progress(line.substr(2));
    if (line.starts_with("l ")) monitor_.learnt(line.substr(2));
    if (line.starts_with("f ")) pass_on(line.substr(2));
    if (line.starts_with("t ")) {
      decided_.push_back(target_status_from_json(nlohmann::json::parse(line.substr(2)), task_.program));
      monitor_.decided(decided_.back());
    }
    if (line.starts_with("o ")) outcome_ = outcome_from_json(nlohmann::json::parse(line.substr(2)), task_.program);
  }

  // What is no fact about the program, or one too many, is dropped.
  void pass_on(std::string_view line) {
    constexpr std::uint32_t most_facts = 1000;
    if (++facts_said_ > most_facts) return;
    try {
      monitor_.publish(exchange::read_fact(line, task_.program));
    } catch (const InputError& error) {
      monitor_.progress(fmt::format("what it told its partners was not passed on: {}", error.what()));
    }
  }

  std::string limit_reached() {
    if (monitor_.should_stop()) stop(default_grace_period, "interrupted");
    if (killed_at_ && Clock::now() >= *killed_at_) return kill_reason_;
    const Limits& limits = task_.limits;
    if (limits.wall && Clock::now() - start_ >= *limits.wall + grace) return "time limit";
    if (!limits.cpu && !limits.memory) return "";
    if (limits.cpu && usage().cpu_time >= *limits.cpu + grace) return "time limit";
    if (limits.memory && usage().memory >= *limits.memory) return "memory limit";
    return "";
  }

  void end() {
    if (child_ <= 0) return;
    process::kill_tree(child_);
    if (group_) group_->kill();
    rusage used{};
    while (::wait4(child_, &status_, 0, &used) < 0 && errno == EINTR) {
    }
    child_ = 0;
    group_.reset();
    ended_ = Clock::now();
    // Of descendants that were killed with it, the system was not told.
    cpu_time_ = std::max(time_of(used.ru_utime) + time_of(used.ru_stime), usage_.cpu_time);
  }

  static milliseconds time_of(const timeval& time) { return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000); }

  static constexpr milliseconds grace{200};

  std::string name_; // of the actor
  pid_t child_;      // 0 once it has ended
  Descriptor from_child_;
  FactSender facts_;
  std::uint32_t facts_said_ = 0; // by the child
  const Task& task_;
  Monitor& monitor_;
  Clock::time_point start_ = Clock::now(), ended_ = start_;
  std::optional<Clock::time_point> killed_at_;
  std::string kill_reason_;
  bool is_paused_ = false;
  milliseconds cpu_time_{0};
  process::TreeUsage usage_; // when last computed
  std::optional<Clock::time_point> looked_at_;
  int status_ = 0;
  std::string received_;
  std::string reason_;
  std::optional<Outcome> outcome_;
  std::vector<TargetStatus> decided_;
  std::filesystem::path file_;                   // with the automaton
  std::filesystem::file_time_type seen_;         // when what was last read from it had been written
  std::unique_ptr<TempDir> folder_;              // the child's temporary files
  std::unique_ptr<process::ControlGroup> group_; // of the child, where control groups are available
};

Isolated::Isolated(Actor& actor, const Task& task, Monitor& monitor, std::filesystem::path condition_file) {
  auto folder = std::make_unique<TempDir>("run");
  if (condition_file.empty()) condition_file = folder->path() / "known.gia";
  std::unique_ptr<process::ControlGroup> group = process::ControlGroup::make();
  // Slightly above the limit that the parent monitors, which reports why it ended the child.
  if (group && task.limits.memory) group->limit_memory(*task.limits.memory + *task.limits.memory / 16);
  int ends[2];
  require(::pipe2(ends, O_CLOEXEC) == 0, "a pipe should be available");
  Descriptor read_end(ends[0]), write_end(ends[1]);
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "a socket should be available");
  Descriptor to_child(ends[0]), from_parent(ends[1]);
  const pid_t child = ::fork();
  require(child >= 0, "a process should be available");
  if (child == 0) {
    read_end.close();
    to_child.close();
    if (group) group->enter();
    // Temporary files of the child and its descendants are removed with the folder, even if they are killed.
    ::setenv("TMPDIR", folder->path().c_str(), 1);
    be_child(actor, task, write_end.number(), from_parent.number(), condition_file);
  }
  ::setpgid(child, child);
  write_end.close();
  parent_ = std::make_unique<Parent>(actor.name(), child, std::move(read_end), std::move(to_child), task, monitor,
                                     std::move(condition_file), std::move(folder), std::move(group));
}

Isolated::~Isolated() = default;
Isolated::State Isolated::wait(milliseconds at_most) { return parent_->wait(at_most); }
void Isolated::stop(milliseconds grace_period, std::string reason) { parent_->stop(grace_period, std::move(reason)); }
void Isolated::pause() { parent_->pause(); }
void Isolated::resume() { parent_->resume(); }
bool Isolated::is_paused() const { return parent_->is_paused(); }
std::optional<exchange::Gia> Isolated::new_checkpoint() { return parent_->new_checkpoint(); }
Outcome Isolated::collect_outcome() { return parent_->collect_outcome(); }
milliseconds Isolated::cpu_time() const { return parent_->cpu_time(); }
milliseconds Isolated::wall_time() const { return parent_->wall_time(); }
std::uint64_t Isolated::memory() const { return parent_->memory(); }

Outcome run_isolated(Actor& actor, const Task& task, Monitor& monitor, const std::filesystem::path& condition_file) {
  Isolated run(actor, task, monitor, condition_file);
  while (run.wait(std::chrono::seconds(1)) == Isolated::State::Running) {
  }
  return run.collect_outcome();
}

} // namespace tandem::task
