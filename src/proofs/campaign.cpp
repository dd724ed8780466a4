// Each proof is a process: what one of them does to itself does not concern the others, and its limits are enforced
// from outside.

#include "proofs/campaign.h"

#include "base/core/input_error.h"
#include "base/core/limits.h"
#include "base/core/shell_words.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <sstream>
#include <thread>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

constexpr int true_code = 0, false_code = 10, unknown_code = 20;

std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string line, last;
  while (std::getline(lines, line))
    if (!line.empty()) last = line;
  return last;
}

std::string line_with(const std::string& text, std::string_view part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != std::string::npos) return line;
  return {};
}

std::vector<fs::path> listed_files(const fs::path& list) {
  std::vector<fs::path> result;
  if (!fs::exists(list)) return result;
  std::istringstream lines(read_text_file(list));
  for (std::string line; std::getline(lines, line);) result.emplace_back(line);
  return result;
}

class Campaign {
public:
  Campaign(const CampaignOptions& options, const CampaignEvents& events)
      : options_(options), events_(events), store_(options.store) {}

  std::vector<Result> run() {
    for (const fs::path& folder : find_proofs(options_.root)) {
      const std::string name = fs::relative(folder, options_.root).string();
      const auto is_in_name = [&](const std::string& part) { return name.find(part) != std::string::npos; };
      if (options_.only.empty() || std::ranges::any_of(options_.only, is_in_name)) folders_.push_back({folder, name});
    }
    results_.resize(folders_.size());
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(options_.jobs, 1u); ++i) workers.emplace_back([this] { work(); });
    workers.clear();
    std::vector<Result> done;
    for (std::optional<Result>& result : results_)
      if (result) done.push_back(std::move(*result));
    return done;
  }

private:
  struct Found {
    fs::path folder;
    std::string name;
  };

  void work() {
    while (!options_.stop.stop_requested()) {
      std::size_t index = 0;
      {
        const std::lock_guard lock(mutex_);
        if (next_ == folders_.size()) return;
        index = next_++;
      }
      std::optional<Result> result = decide(folders_[index]);
      if (!result) return;
      const std::lock_guard lock(mutex_);
      events_.ended(*result);
      results_[index] = std::move(result);
    }
  }

  // Nothing if the run was stopped.
  std::optional<Result> decide(const Found& found) {
    Proof proof;
    try {
      proof = read_proof(found.folder, found.name, store_.scratch(found.name));
    } catch (const InputError& error) {
      return Result{
          .proof = found.name, .verdict = Verdict::Unreadable, .text = error.position().text() + ": " + error.what()};
    }
    const std::vector<std::string> words = command(proof);
    const std::string key = options_.identity + " " + shell_words(words);
    {
      const std::lock_guard lock(mutex_);
      if (!options_.fresh)
        if (const std::optional<Result> known = store_.find(found.name, key)) return known;
      events_.started({found.name, std::chrono::steady_clock::now()});
    }
    return verify(proof, words, key);
  }

  std::vector<std::string> command(const Proof& proof) const {
    std::vector<std::string> words{options_.tandem.string(), "verify", "-q", "--function", proof.entry};
    words.insert(words.end(), {"--cpu", proof.cpu.empty() ? options_.cpu : proof.cpu});
    if (!options_.memory.empty()) words.insert(words.end(), {"--memory", options_.memory});
    if (proof.malloc_may_fail) words.push_back("--malloc-may-fail");
    if (!proof.data_model.empty()) words.insert(words.end(), {"--data-model", proof.data_model});
    if (!options_.assertions_only)
      for (const std::string& check : proof.checks) words.insert(words.end(), {"--check", check});
    for (const std::string& function : proof.without_body) words.insert(words.end(), {"--without-body", function});
    words.insert(words.end(), proof.compiler.begin(), proof.compiler.end());
    words.insert(words.end(), options_.further.begin(), options_.further.end());
    for (const fs::path& source : proof.sources) words.push_back(source.string());
    return words;
  }

  std::optional<Result> verify(const Proof& proof, std::vector<std::string> words, const std::string& key) {
    const TempDir temporary;
    const fs::path list = temporary.path() / "files";
    words.insert(words.begin() + 2, {"--files-read", list.string()});
    // The process ends itself at its limit of CPU time; one that waits for something does not.
    const std::chrono::milliseconds limit = 4 * parse_duration(proof.cpu.empty() ? options_.cpu : proof.cpu);
    const process::ProcessResult ran =
        process::run_process({.words = std::move(words), .wall_limit = limit, .stop = options_.stop});
    if (ran.end == process::ProcessResult::End::Stopped || options_.stop.stop_requested()) return std::nullopt;
    Result result;
    result.proof = proof.name;
    result.cpu = static_cast<double>(ran.cpu_time.count()) / 1000;
    result.wall = static_cast<double>(ran.wall_time.count()) / 1000;
    judge(ran, result);
    std::vector<fs::path> files = listed_files(list);
    files.insert(files.end(), proof.definition.begin(), proof.definition.end());
    const std::lock_guard lock(mutex_);
    if (result.verdict != Verdict::Unreadable) store_.put(result, key, files);
    return result;
  }

  static void judge(const process::ProcessResult& ran, Result& result) {
    using End = process::ProcessResult::End;
    const std::string line = last_line(ran.output);
    if (ran.end == End::TimedOut) {
      result.text = "did not end within its limit";
    } else if (ran.end != End::Exited) {
      result.text = fmt::format("tandem ended by signal {}", ran.code);
    } else if (ran.code == true_code && line == "Result: TRUE") {
      result.verdict = Verdict::True;
    } else if (ran.code == false_code) {
      result.verdict = Verdict::False;
      result.text = line_with(ran.output, "The error is reached at");
      if (result.text.empty()) result.text = line_with(ran.output, "This does not hold");
    } else if (ran.code == unknown_code) {
      result.text = line.substr(std::min(line.find('('), line.size()));
    } else {
      result.verdict = Verdict::Unreadable;
      result.text = line_with(ran.errors, "error");
      if (result.text.empty()) result.text = fmt::format("tandem ended with exit code {}", ran.code);
    }
  }

  const CampaignOptions& options_;
  const CampaignEvents& events_;
  std::mutex mutex_; // of everything below, and of the events
  Store store_;
  std::vector<Found> folders_;
  std::vector<std::optional<Result>> results_;
  std::size_t next_ = 0;
};

} // namespace

std::vector<Result> run_campaign(const CampaignOptions& options, const CampaignEvents& events) {
  return Campaign(options, events).run();
}

} // namespace tandem::proofs
