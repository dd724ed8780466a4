// A folder that all workers share, on this machine or a cluster. It holds the jobs, and every change to it is one
// atomic operation of the file system, so that any process may be killed at any time:
//
//   jobs.jsonl      the jobs, a line each
//   workers/ID      one file per worker, which it touches every few seconds
//   claims/KEY      a hard link to the worker's file: who runs this job; there can be only one
//   results/KEY.json, logs/, files/
//   needless/GROUP   the jobs of this group are not needed any more
//   stop            workers leave
//
// A worker that was believed dead and was not may finish a job that another took over: the first result stays.
#pragma once

#include "bench/jobs/job.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tandem::bench {

class JobFolder {
public:
  explicit JobFolder(std::filesystem::path path) : path_(std::move(path)) {}
  const std::filesystem::path& path() const { return path_; }

  // Replaces the jobs of before; results stay. Claims and workers of before are forgotten.
  void set_up(const std::vector<Job>& jobs) const;
  std::vector<Job> jobs() const;

  std::set<std::string> finished() const; // keys
  bool is_finished(const std::string& key) const;
  std::optional<JobResult> result(const std::string& key) const;
  // False if there is one already; what the worker kept of its run is then to be removed.
  bool publish(const JobResult& result) const;
  void forget_result(const std::string& key) const;

  std::set<std::string> claimed() const; // keys
  bool claim(const std::string& key, const std::string& worker) const;
  void release(const std::string& key, const std::string& worker) const;
  void release_all(const std::string& worker) const;

  void announce(const std::string& worker) const;
  // False if the folder or this worker's entry is gone: this worker has been given up.
  bool touch(const std::string& worker) const;
  void leave(const std::string& worker) const;
  std::vector<std::string> workers() const;
  std::filesystem::file_time_type last_sign_of(const std::string& worker) const;

  void declare_needless(const std::string& group) const;
  bool is_needless(const std::string& group) const;

  void ask_to_stop() const;
  bool is_stopping() const;

private:
  std::filesystem::path path_;
};

} // namespace tandem::bench
