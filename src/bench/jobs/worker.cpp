// Workers look for jobs that are neither finished nor claimed, each from another place of the list on, so that they
// rarely want the same one. A job runs in a temporary folder of its own; what it wrote to {out} is moved to the shared
// folder before the result is published, so that a result never names a file that is not there.

#include "bench/jobs/worker.h"

#include "base/core/sha256.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/core/timestamp.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

// Unique also after a restart of the job that started this worker.
std::string worker_name() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const char* const node = std::getenv("SLURMD_NODENAME");
  return fmt::format("{}-{}-{:x}", node != nullptr ? node : host_name(), ::getpid(), now);
}

// The cores of the n-th worker: the n-th group of those that this process may use; none where there are too few.
std::vector<unsigned> cores_of(unsigned number, unsigned count) {
  cpu_set_t allowed;
  std::vector<unsigned> all;
  if (count == 0 || ::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {};
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed)) all.push_back(cpu);
  const std::size_t begin = std::size_t{number} * count;
  if (count > all.size()) return {};
  if (begin + count > all.size()) return {all.begin(), all.begin() + count};
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(begin + count)};
}

std::vector<std::string> with_out_folder(std::vector<std::string> words, const std::string& folder) {
  for (std::string& word : words)
    for (std::size_t at = 0; (at = word.find("{out}", at)) != std::string::npos; at += folder.size())
      word.replace(at, 5, folder);
  return words;
}

class Worker {
public:
  Worker(const JobFolder& folder, const WorkerOptions& options)
      : folder_(folder), options_(options), jobs_(folder.jobs()), name_(worker_name()) {
    folder_.announce(name_);
  }
  ~Worker() {
    try {
      folder_.release_all(name_);
    } catch (const std::exception&) { // those who wait for us learn it from our silence
    }
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void work();

private:
  std::vector<const Job*> open_jobs() const;
  void take(const Job& job);
  JobResult run(const Job& job);
  bool should_leave();
  bool is_cancelled(const Job& job);
  void keep_files(const fs::path& from, JobResult& result) const;

  const JobFolder& folder_;
  const WorkerOptions& options_;
  std::vector<Job> jobs_;
  std::string name_;
  std::uint64_t taken_ = 0;
  Clock::time_point last_sign_ = Clock::now();
  bool given_up_ = false; // our entry is gone: our jobs are another's now
};

std::vector<const Job*> Worker::open_jobs() const {
  const std::set<std::string> finished = folder_.finished(), claimed = folder_.claimed();
  std::vector<const Job*> open;
  for (const Job& job : jobs_)
    if (!finished.contains(job.key) && !claimed.contains(job.key)) open.push_back(&job);
  return open;
}

bool Worker::should_leave() {
  if (Clock::now() - last_sign_ >= options_.heartbeat) {
    last_sign_ = Clock::now();
    given_up_ = given_up_ || !folder_.touch(name_) || folder_.is_stopping();
  }
  return given_up_ || options_.is_interrupted();
}

bool Worker::is_cancelled(const Job& job) {
  const Clock::time_point before = last_sign_;
  if (should_leave()) return true;
  return before != last_sign_ && folder_.is_needless(job.group);
}

void Worker::keep_files(const fs::path& from, JobResult& result) const {
  const fs::path relative = fs::path("files") / (result.key + "." + name_);
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    const fs::path name = relative / entry.path().lexically_relative(from);
    fs::create_directories((folder_.path() / name).parent_path());
    fs::copy_file(entry.path(), folder_.path() / name, fs::copy_options::overwrite_existing);
    result.files.push_back(name.string());
  }
  std::ranges::sort(result.files);
}

JobResult Worker::run(const Job& job) {
  JobResult result{.key = job.key, .host = host_name(), .worker = name_};
  result.started = timestamp(std::chrono::system_clock::now());
  const TempDir scratch("bench");
  const fs::path log = scratch.path() / "log", work_folder = scratch.path() / "work", out = scratch.path() / "out";
  fs::create_directories(work_folder);
  fs::create_directories(out);
  if (folder_.is_needless(job.group)) {
    result.run.end = LimitedRun::End::Cancelled;
    return result;
  }
  result.run = run_limited({.words = with_out_folder(job.words, out.string()),
                            .folder = work_folder,
                            .log = log,
                            .limits = job.limits,
                            .cpus = cores_of(options_.number, job.limits.cores),
                            .is_cancelled = [&] { return is_cancelled(job); }});
  const std::string text = read_text_file(log);
  read_answer(job, text, result);
  result.log = fmt::format("logs/{}.{}.log", job.key, name_);
  write_text_file(folder_.path() / result.log, text);
  keep_files(out, result);
  return result;
}

void Worker::take(const Job& job) {
  JobResult result = run(job);
  // A scheduler that ends this worker signals the run, too: what came of that is no result.
  if (result.run.end == LimitedRun::End::Signalled && (result.run.code == SIGTERM || result.run.code == SIGKILL))
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const bool counts = !should_leave() || result.run.end != LimitedRun::End::Cancelled;
  const bool published = counts && !options_.is_interrupted() && folder_.publish(result);
  if (published && !job.group.empty() && !job.deciding_answer.empty() && result.answer.starts_with(job.deciding_answer))
    folder_.declare_needless(job.group);
  if (!published) {
    std::error_code ignored;
    if (!result.log.empty()) fs::remove(folder_.path() / result.log, ignored);
    fs::remove_all(folder_.path() / "files" / (result.key + "." + name_), ignored);
  }
  folder_.release(job.key, name_);
}

void Worker::work() {
  const std::size_t offset = std::stoul(sha256(name_).substr(0, 7), nullptr, 16);
  for (;;) {
    std::vector<const Job*> open = open_jobs();
    if (open.empty()) return;
    // A single worker keeps the order of the list.
    const std::size_t workers = folder_.workers().size();
    if (workers > 2) std::ranges::rotate(open, open.begin() + static_cast<std::ptrdiff_t>(offset % open.size()));
    std::size_t claimed = 0;
    for (const Job* const job : open) {
      if (should_leave() || folder_.is_stopping() || (options_.most > 0 && taken_ >= options_.most)) return;
      if (!folder_.claim(job->key, name_)) continue;
      ++claimed;
      if (folder_.is_finished(job->key)) // by one that released its claim since we looked
        folder_.release(job->key, name_);
      else {
        ++taken_;
        take(*job);
      }
      if (claimed >= 64) break; // the list is old
    }
    if (claimed == 0) return; // others have all that is left
  }
}

} // namespace

void work(const JobFolder& folder, const WorkerOptions& options) { Worker(folder, options).work(); }

} // namespace tandem::bench
