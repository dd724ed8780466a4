// What a run of `tandem verify` says about a proof.
#pragma once

#include "proofs/store.h"

namespace tandem::proofs {

// What came of the command, wherever it ran.
struct ProofRun {
  enum class End : std::uint8_t { Exited, Signalled, TimedOut };

  End end = End::Exited;
  int code = 0;                              // the exit code, or the signal
  std::string output, errors;                // the same where the two are not kept apart
  double cpu = 0, wall = 0;                  // seconds
  std::filesystem::path outcome, files_read; // what --json and --files-read wrote; need not exist
};

// The verdict, the targets and what it rests on.
Result judge(const std::string& proof, const ProofRun& run);
// The files that a verdict depends on, as far as the run says.
std::vector<std::filesystem::path> files_read(const ProofRun& run);

} // namespace tandem::proofs
