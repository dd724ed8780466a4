// Each proof is a process: what one of them does to itself does not concern the others, and its limits are enforced
// from outside.

#include "proofs/campaign.h"

#include "base/core/input_error.h"
#include "base/core/limits.h"
#include "base/core/sha256.h"
#include "base/core/shell_words.h"
#include "base/core/temp_dir.h"
#include "base/process/process.h"
#include "proofs/judge.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

// The process ends itself at its limit of CPU time; one that waits for something does not.
constexpr int wall_factor = 4;

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
    if (options_.executor.kind == bench::ExecutorKind::Local)
      run_here();
    else
      run_elsewhere();
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

  // A proof that has to be run.
  struct Prepared {
    Proof proof;
    std::vector<std::string> words;
    std::string key; // of its result in the store
  };

  void run_here() {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(options_.executor.jobs, 1u); ++i) workers.emplace_back([this] { work(); });
  }

  void work() {
    while (!options_.stop.stop_requested()) {
      std::size_t index = 0;
      {
        const std::lock_guard lock(mutex_);
        if (next_ == folders_.size()) return;
        index = next_++;
      }
      const std::optional<Prepared> prepared = prepare(index);
      if (!prepared) continue;
      {
        const std::lock_guard lock(mutex_);
        events_.started({prepared->proof.name, std::chrono::steady_clock::now()});
      }
      const std::optional<Result> result = verify(*prepared);
      if (!result) return;
      end(index, *result);
    }
  }

  // Each proof is a job: what one of the workers has begun, another finishes if it dies.
  void run_elsewhere() {
    const bench::JobFolder folder(fs::absolute(options_.store) / "jobs");
    fs::create_directories(folder.path());
    std::map<std::string, std::pair<std::size_t, Prepared>> by_key;
    std::vector<bench::Job> jobs;
    for (std::size_t i = 0; i < folders_.size(); ++i) {
      std::optional<Prepared> prepared = prepare(i);
      if (!prepared) continue;
      jobs.push_back(job_of(*prepared));
      folder.forget_result(jobs.back().key); // the store says what is still valid
      by_key.emplace(jobs.back().key, std::pair{i, std::move(*prepared)});
    }
    if (jobs.empty()) return;
    bench::run_jobs(options_.executor, folder, jobs,
                    {.on_result =
                         [&](const bench::JobResult& ran) {
                           const auto& [index, prepared] = by_key.at(ran.key);
                           end(index, keep(prepared, run_of(folder, ran)));
                         },
                     .should_stop = [&] { return options_.stop.stop_requested(); }});
  }

  bench::Job job_of(const Prepared& prepared) const {
    bench::Job job{.key = sha256(prepared.key).substr(0, 32), .words = prepared.words};
    job.words.insert(job.words.begin() + 2, {"--files-read", "{out}/files", "--json", "{out}/outcome.json"});
    job.limits.wall = wall_factor * parse_duration(cpu_of(prepared.proof));
    return job;
  }

  static ProofRun run_of(const bench::JobFolder& folder, const bench::JobResult& ran) {
    using End = bench::LimitedRun::End;
    ProofRun run{.end = ran.run.end == End::Exited     ? ProofRun::End::Exited
                        : ran.run.end == End::WallTime ? ProofRun::End::TimedOut
                                                       : ProofRun::End::Signalled,
                 .code = ran.run.code,
                 .output = bench::log_of(folder, ran),
                 .cpu = seconds(ran.run.cpu_time),
                 .wall = seconds(ran.run.wall_time),
                 .outcome = bench::file_of(folder, ran, "outcome.json").value_or(""),
                 .files_read = bench::file_of(folder, ran, "files").value_or("")};
    run.errors = run.output;
    return run;
  }

  // Nothing if the result is known: it is then recorded.
  std::optional<Prepared> prepare(std::size_t index) {
    const Found& found = folders_[index];
    Prepared prepared;
    try {
      prepared.proof = read_proof(found.folder, found.name, store_.scratch(found.name));
    } catch (const InputError& error) {
      end(index,
          {.proof = found.name, .verdict = Verdict::Unreadable, .text = error.position().text() + ": " + error.what()});
      return std::nullopt;
    }
    prepared.words = command(prepared.proof);
    prepared.key = options_.identity + " " + shell_words(prepared.words);
    if (options_.fresh) return prepared;
    std::optional<Result> known;
    {
      const std::lock_guard lock(mutex_);
      known = store_.find(found.name, prepared.key);
    }
    if (!known) return prepared;
    end(index, *known);
    return std::nullopt;
  }

  void end(std::size_t index, const Result& result) {
    const std::lock_guard lock(mutex_);
    events_.ended(result);
    results_[index] = result;
  }

  std::string cpu_of(const Proof& proof) const { return proof.cpu.empty() ? options_.cpu : proof.cpu; }

  std::vector<std::string> command(const Proof& proof) const {
    std::vector<std::string> words{
        options_.tandem.string(), "verify", "-q", "--strategy", "proofs", "--function", proof.entry};
    words.insert(words.end(), {"--cpu", cpu_of(proof)});
    if (!options_.memory.empty()) words.insert(words.end(), {"--memory", options_.memory});
    if (proof.malloc_may_fail) words.push_back("--malloc-may-fail");
    words.push_back("--allow-multiple-definition"); // as in CBMC, by which proofs replace functions of the project
    if (!proof.data_model.empty()) words.insert(words.end(), {"--data-model", proof.data_model});
    if (!options_.assertions_only)
      for (const std::string& check : proof.checks) words.insert(words.end(), {"--check", check});
    for (const std::string& function : proof.without_body) words.insert(words.end(), {"--without-body", function});
    words.insert(words.end(), proof.compiler.begin(), proof.compiler.end());
    words.insert(words.end(), options_.further.begin(), options_.further.end());
    for (const fs::path& source : proof.sources) words.push_back(source.string());
    return words;
  }

  // Nothing if the run was stopped.
  std::optional<Result> verify(const Prepared& prepared) {
    using End = process::ProcessResult::End;
    const TempDir temporary;
    ProofRun run{.outcome = temporary.path() / "outcome.json", .files_read = temporary.path() / "files"};
    std::vector<std::string> words = prepared.words;
    words.insert(words.begin() + 2, {"--files-read", run.files_read.string(), "--json", run.outcome.string()});
    process::ProcessResult ran =
        process::run_process({.words = std::move(words),
                              .wall_limit = wall_factor * parse_duration(cpu_of(prepared.proof)),
                              .stop = options_.stop});
    if (ran.end == End::Stopped || options_.stop.stop_requested()) return std::nullopt;
    run.end = ran.end == End::Exited     ? ProofRun::End::Exited
              : ran.end == End::TimedOut ? ProofRun::End::TimedOut
                                         : ProofRun::End::Signalled;
    run.code = ran.code;
    run.output = std::move(ran.output);
    run.errors = std::move(ran.errors);
    run.cpu = seconds(ran.cpu_time);
    run.wall = seconds(ran.wall_time);
    return keep(prepared, run);
  }

  // Results outlive the run, unless the proof could not be read.
  Result keep(const Prepared& prepared, const ProofRun& run) {
    Result result = judge(prepared.proof.name, run);
    result.command = shell_words(prepared.words);
    std::vector<fs::path> files = files_read(run);
    files.insert(files.end(), prepared.proof.definition.begin(), prepared.proof.definition.end());
    const std::lock_guard lock(mutex_);
    if (result.verdict != Verdict::Unreadable) store_.put(result, prepared.key, files);
    return result;
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
