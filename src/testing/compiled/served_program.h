// A compiled program that runs many tests in one sandbox: a server, compiled in, forks a process for each (runtime.c).
// Built from tandem's own text of the program, which reports the edges it takes, or from the user's files with gcov's
// counters.
#pragma once

#include "base/core/temp_dir.h"
#include "program/model/program.h"

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem::testing::compiled {

enum class Instrumentation : std::uint8_t {
  Edges, // the program as tandem writes it
  Gcov,  // the user's files, compiled by gcc --coverage
};

struct ServedOptions {
  Instrumentation instrumentation = Instrumentation::Edges;
  std::vector<std::string> compiler_args;
  std::chrono::milliseconds test_limit{2'000}; // wall time of one test
  std::chrono::milliseconds limit{600'000};    // of all of them
  std::uint64_t memory_limit = std::uint64_t{2} << 30;
};

struct ServedRun {
  enum class End : std::uint8_t { Exited, InputsExhausted, AssumptionFailed, ErrorReached, Signalled, TimeLimit };
  End end = End::Exited;
  int code = 0;
  std::vector<std::uint32_t> edges; // ids in the program, of those that no run before took

  std::string text() const; // "was ended by signal 11 (Segmentation fault)"
};

struct ServedResult {
  std::vector<ServedRun> runs; // fewer than tests if the limit of all of them was reached, or the server failed
  std::string problem;         // then why; for the user
};

class ServedProgram {
public:
  // Compiles. Throws InputError, with the compiler's message, for what cannot be compiled or run.
  ServedProgram(const Program& program, ServedOptions options);

  using Values = std::vector<UInt128>;
  ServedResult run(std::span<const Values> tests);

  // Of Instrumentation::Gcov, after run(): for each of the user's files what `gcov --json-format` says.
  std::vector<std::string> gcov_reports() const;

private:
  void compile_edges();
  void compile_gcov();

  const Program& program_;
  ServedOptions options_;
  TempDir folder_{"coverage"};
  std::size_t counters_ = 0; // files
};

} // namespace tandem::testing::compiled
