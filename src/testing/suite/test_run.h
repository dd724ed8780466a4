// One run of a program under test in the interpreter: the inputs that it read, how it ended, and the edges that it
// took.
#pragma once

#include "semantics/interpreter/run.h"
#include "task/counterexample.h"

#include <chrono>
#include <optional>
#include <vector>

namespace tandem::testing::suite {

// Values in order; when they are used up, another source goes on, or the run ends.
class ListedInputs : public semantics::InputSource {
public:
  explicit ListedInputs(std::vector<UInt128> values, semantics::InputSource* then = nullptr)
      : values_(std::move(values)), then_(then) {}
  std::optional<UInt128> next(const semantics::InputRequest& request) override;

private:
  std::vector<UInt128> values_;
  std::size_t used_ = 0;
  semantics::InputSource* then_;
};

struct RunLimits {
  std::uint64_t steps = 200'000;
  std::uint64_t trace = 0; // edges to record in order
  std::chrono::milliseconds time{2'000};
};

struct TestRun {
  semantics::interpreter::End end{};
  int exit_code = 0;               // as a shell sees it
  const Edge* last_edge = nullptr; // where it ended
  std::vector<task::InputValue> inputs;
  std::vector<bool> visited; // by edge id
  std::vector<const Edge*> trace;
  std::uint64_t steps = 0;

  std::vector<UInt128> values() const;
};

class TestRunner {
public:
  explicit TestRunner(const Program& program);
  // Errors do not end a run: what follows them is code to be covered as well.
  TestRun run(semantics::InputSource& inputs, const RunLimits& limits = {});
  TestRun run(const std::vector<UInt128>& values, const RunLimits& limits = {});

private:
  semantics::interpreter::Executable executable_;
};

} // namespace tandem::testing::suite
