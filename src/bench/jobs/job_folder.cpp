#include "bench/jobs/job_folder.h"

#include "base/core/input_error.h"
#include "base/core/line_stream.h"
#include "base/core/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;

// The names of the files, without what is being written.
std::set<std::string> names_in(const fs::path& folder, std::string_view ending) {
  std::set<std::string> names;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(folder, gone)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending) && !name.starts_with('.')) names.insert(name.substr(0, name.size() - ending.size()));
  }
  return names;
}

bool link_once(const fs::path& from, const fs::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return true;
  if (errno == EEXIST || errno == ENOENT) return false;
  throw InputError(TextPosition{to.string()},
                   fmt::format("cannot create a hard link, which jobs need: {}", std::strerror(errno)));
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code gone;
  return fs::equivalent(a, b, gone);
}

} // namespace

void JobFolder::set_up(const std::vector<Job>& jobs) const {
  for (const char* const name : {"workers", "claims", "needless"}) fs::remove_all(path_ / name);
  fs::remove(path_ / "stop");
  for (const char* const name : {"workers", "claims", "needless", "results", "logs", "files"})
    fs::create_directories(path_ / name);
  // A worker that was killed between log and result.
  for (const fs::directory_entry& log : fs::directory_iterator(path_ / "logs"))
    if (const std::string name = log.path().filename(); !is_finished(name.substr(0, name.find('.'))))
      fs::remove(log.path());
  std::string text;
  for (const Job& job : jobs)
    text += to_json(job).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  write_text_file(path_ / "jobs.jsonl", text);
}

std::vector<Job> JobFolder::jobs() const {
  std::vector<Job> jobs;
  for (LineStream lines(path_ / "jobs.jsonl"); lines.next();) {
    const nlohmann::json json = nlohmann::json::parse(lines.line(), nullptr, false);
    if (json.is_discarded()) throw InputError(lines.position(1), "expected a job, as JSON");
    jobs.push_back(job_from_json(json));
  }
  return jobs;
}

std::set<std::string> JobFolder::finished() const { return names_in(path_ / "results", ".json"); }

bool JobFolder::is_finished(const std::string& key) const { return fs::exists(path_ / "results" / (key + ".json")); }

std::optional<JobResult> JobFolder::result(const std::string& key) const {
  const fs::path file = path_ / "results" / (key + ".json");
  const nlohmann::json json = nlohmann::json::parse(read_text_file(file), nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return result_from_json(json);
}

bool JobFolder::publish(const JobResult& result) const {
  const fs::path made = path_ / "results" / ("." + result.key + "." + result.worker);
  write_text_file(made, to_json(result).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  const bool first = link_once(made, path_ / "results" / (result.key + ".json"));
  fs::remove(made);
  return first;
}

void JobFolder::forget_result(const std::string& key) const { fs::remove(path_ / "results" / (key + ".json")); }

std::set<std::string> JobFolder::claimed() const { return names_in(path_ / "claims", ""); }

bool JobFolder::claim(const std::string& key, const std::string& worker) const {
  return link_once(path_ / "workers" / worker, path_ / "claims" / key);
}

void JobFolder::release(const std::string& key, const std::string& worker) const {
  std::error_code gone;
  if (same_file(path_ / "claims" / key, path_ / "workers" / worker)) fs::remove(path_ / "claims" / key, gone);
}

void JobFolder::release_all(const std::string& worker) const {
  for (const std::string& key : claimed()) release(key, worker);
  leave(worker);
}

void JobFolder::announce(const std::string& worker) const {
  write_text_file(path_ / "workers" / worker, worker + "\n");
}

bool JobFolder::touch(const std::string& worker) const {
  return ::utimensat(AT_FDCWD, (path_ / "workers" / worker).c_str(), nullptr, 0) == 0;
}

void JobFolder::leave(const std::string& worker) const {
  std::error_code gone;
  fs::remove(path_ / "workers" / worker, gone);
}

std::vector<std::string> JobFolder::workers() const {
  const std::set<std::string> names = names_in(path_ / "workers", "");
  return {names.begin(), names.end()};
}

fs::file_time_type JobFolder::last_sign_of(const std::string& worker) const {
  std::error_code gone;
  return fs::last_write_time(path_ / "workers" / worker, gone);
}

void JobFolder::declare_needless(const std::string& group) const { write_text_file(path_ / "needless" / group, ""); }
bool JobFolder::is_needless(const std::string& group) const {
  return !group.empty() && fs::exists(path_ / "needless" / group);
}

void JobFolder::ask_to_stop() const { write_text_file(path_ / "stop", ""); }
bool JobFolder::is_stopping() const { return fs::exists(path_ / "stop") || !fs::exists(path_ / "jobs.jsonl"); }

} // namespace tandem::bench
