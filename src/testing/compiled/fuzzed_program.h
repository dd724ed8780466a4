// A compiled program that runs tens of thousands of inputs a second: in a loop inside one process in a sandbox, told by
// its own instrumentation which branches were taken and how far the operands of comparisons are from taking the others
// (share/testing/fuzzed.c).
#pragma once

#include "base/core/temp_dir.h"
#include "base/process/sandboxed_server.h"
#include "program/model/program.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tandem::testing::compiled {

struct FuzzedOptions {
  std::vector<std::string> compiler_args;
  std::vector<std::uint64_t> words;         // values that Tail::Words chooses from
  std::chrono::milliseconds run_limit{200}; // of one run
  std::chrono::milliseconds compile_limit{120'000};
  std::uint32_t branches = 100'000; // likewise
};

// What a run gets when its list of inputs is used up.
enum class Tail : std::uint32_t { End, Zero, Small, Words, Any };

struct Candidate {
  std::vector<UInt128> values;
  Tail tail = Tail::End;
  std::uint32_t most = 4096; // inputs
  std::uint64_t seed = 1;    // of the tail; not 0
};

// The type of an input, as far as the program tells.
struct InputShape {
  std::uint8_t kind = 0; // as in task::HarnessInputs::Served; 0: unknown

  unsigned bytes() const { return kind == 0 ? 4 : kind & 0x1f; }
  bool is_bool() const { return (kind & 0x20) != 0; }
  bool is_float() const { return (kind & 0x40) != 0; }
};

struct FuzzedRun {
  // To the branch that is watched; all bits set: it was not come to. Of its nearest occurrence the operands: sign
  // extended integers, or floats in the order of their bit patterns.
  std::uint64_t distance = 0, left = 0, right = 0;
  bool takes_new_edge = false, has_new_pair = false, is_closer = false; // than all runs before
  // Of runs for which one of these holds:
  std::vector<UInt128> values; // that it read
  std::vector<InputShape> shapes;
  std::vector<std::uint32_t> new_edges, closer_edges;

  bool is_interesting() const { return takes_new_edge || has_new_pair || is_closer; }
};

inline constexpr std::uint32_t no_edge = ~std::uint32_t{0};

class FuzzedProgram {
public:
  // Compiles and starts. Throws InputError, with the compiler's message, for what cannot be compiled or run.
  FuzzedProgram(const Program& program, const FuzzedOptions& options);

  // Watches an edge of a branch. Of candidates whose runs take long only the first are run. Empty if the program's
  // server failed: then it is of no use any more.
  std::vector<FuzzedRun> run(std::span<const Candidate> candidates, std::uint32_t watched = no_edge);

  double cpu_seconds() const { return cpu_seconds_; } // of the process, which still runs

private:
  TempDir folder_{"fuzzing"};
  std::unique_ptr<process::SandboxedServer> server_;
  double cpu_seconds_ = 0;
};

} // namespace tandem::testing::compiled
