// Inputs that reach something new, and what may follow them: the beginning of a run that took an edge for the first
// time is kept, and other runs begin with it. So programs that ask for one input after the other, and end at a wrong
// one, are entered step by step.
#pragma once

#include "analysis/invariants/sample_inputs.h"
#include "semantics/core/inputs.h"
#include "semantics/interpreter/run.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tandem::testing {

// Given values first, then random ones.
class BegunInputs : public semantics::InputSource {
public:
  BegunInputs(std::vector<UInt128> first, analysis::invariants::SampleInputs rest)
      : first_(std::move(first)), rest_(std::move(rest)) {}
  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    return used_ < first_.size() ? first_[used_++] : rest_.next(request);
  }

private:
  std::vector<UInt128> first_;
  std::size_t used_ = 0;
  analysis::invariants::SampleInputs rest_;
};

class GrownRuns {
public:
  explicit GrownRuns(const analysis::invariants::ProgramConstants& constants) : constants_(constants) {}

  // A run that has taken new edges.
  void keep(const semantics::interpreter::RunResult& run);
  bool is_empty() const { return kept_.empty(); }

  struct Next {
    BegunInputs inputs;
    std::uint64_t steps; // that the run may have
  };
  // A part of a kept run, those kept last more often than others; the same sequence in each process.
  Next next();

private:
  struct Kept {
    std::vector<UInt128> inputs;
    std::uint64_t steps;
  };
  std::uint64_t below(std::uint64_t bound);

  const analysis::invariants::ProgramConstants& constants_;
  std::vector<Kept> kept_;
  std::uint64_t state_ = 0x9e3779b97f4a7c15u, runs_ = 0;
};

} // namespace tandem::testing
