// Workers are judged by the time since their file changed, measured by the clock of this process alone: the clocks of a
// cluster's machines may differ.

#include "bench/jobs/executor.h"

#include <map>
#include <set>
#include <thread>

namespace tandem::bench {
namespace {

using Clock = std::chrono::steady_clock;

class Conductor {
public:
  Conductor(const JobFolder& folder, const std::vector<Job>& jobs, Executor& executor, const Conducting& conducting)
      : folder_(folder), executor_(executor), conducting_(conducting) {
    for (const Job& job : jobs)
      if (!folder_.is_finished(job.key)) open_.insert(job.key);
  }

  Conducted conduct() {
    while (!open_.empty()) {
      if (conducting_.should_stop()) {
        executor_.cancel();
        collect();
        return Conducted::Stopped;
      }
      give_up_the_dead();
      executor_.provide_workers(open_.size());
      std::this_thread::sleep_for(conducting_.poll);
      collect();
      conducting_.on_tick();
    }
    folder_.ask_to_stop();
    executor_.cancel();
    return Conducted::All;
  }

private:
  struct Sign {
    std::filesystem::file_time_type changed;
    Clock::time_point seen;
  };

  void collect() {
    for (const std::string& key : folder_.finished()) {
      if (!open_.contains(key)) continue;
      if (const auto result = folder_.result(key)) {
        open_.erase(key);
        conducting_.on_result(*result);
      } else {
        folder_.forget_result(key); // not JSON: a disk that was full; run it again
      }
    }
  }

  void give_up_the_dead() {
    for (const std::string& worker : folder_.workers()) {
      const auto changed = folder_.last_sign_of(worker);
      const auto [sign, is_new] = signs_.try_emplace(worker, Sign{changed, Clock::now()});
      if (changed != sign->second.changed) sign->second = {changed, Clock::now()};
      if (Clock::now() - sign->second.seen < conducting_.lease && !executor_.is_dead(worker)) continue;
      folder_.release_all(worker);
      signs_.erase(worker);
    }
  }

  const JobFolder& folder_;
  Executor& executor_;
  const Conducting& conducting_;
  std::set<std::string> open_;
  std::map<std::string, Sign> signs_;
};

} // namespace

Conducted conduct(const JobFolder& folder, const std::vector<Job>& jobs, Executor& executor,
                  const Conducting& conducting) {
  return Conductor(folder, jobs, executor, conducting).conduct();
}

} // namespace tandem::bench
