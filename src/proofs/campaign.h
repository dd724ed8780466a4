// All proofs below a folder, several at a time.
#pragma once

#include "bench/jobs/run_jobs.h"
#include "proofs/proof.h"
#include "proofs/store.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace tandem::proofs {

struct CampaignOptions {
  std::filesystem::path root;
  std::filesystem::path store;  // where results are kept
  std::filesystem::path tandem; // the program to start
  std::string identity;         // of the program: results of another one are not valid
  bench::ExecutorChoice executor;
  std::string cpu = "60s"; // of each proof that has no limit of its own
  std::string memory;
  bool assertions_only = false;     // without the checks that proofs ask for
  bool fresh = false;               // nothing is taken from the store
  std::vector<std::string> only;    // parts of names; empty: all proofs
  std::vector<std::string> further; // options for each verify
  std::stop_token stop;
};

struct Running {
  std::string proof;
  std::chrono::steady_clock::time_point since;
};

// Called under a lock, from the threads that run proofs.
struct CampaignEvents {
  std::function<void(const Running&)> started;
  std::function<void(const Result&)> ended;
};

// In the order of the names. After a stop, those that ended before.
std::vector<Result> run_campaign(const CampaignOptions& options, const CampaignEvents& events);

} // namespace tandem::proofs
