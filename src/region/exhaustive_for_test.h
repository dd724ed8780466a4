// For tests only: all executions of a program whose values stay within 0 … 3, by the interpreter. Inputs, arbitrary and
// uninitialised values are chosen from that domain in every possible way; runs that take too long are counted.
#pragma once

#include "program/model/program.h"
#include "semantics/interpreter/run.h"
#include "task/actor.h"

#include <set>
#include <vector>

namespace tandem::region {

// Replays a list of choices and continues with the first value each; advance() moves to the next list.
class AllChoices : public semantics::InputSource {
public:
  static constexpr unsigned domain = 4;

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    // Bytes of a larger value other than the lowest are zero, pointers null or not.
    const bool is_free = !request.byte || *request.byte % 4 == 0;
    if (position_ == choices_.size()) choices_.push_back({0, is_free ? domain : 1});
    return choices_[position_++].value;
  }
  bool advance() {
    while (!choices_.empty() && choices_.back().value + 1 == choices_.back().count) choices_.pop_back();
    position_ = 0;
    if (choices_.empty()) return false;
    ++choices_.back().value;
    return true;
  }

private:
  struct Choice {
    unsigned value, count;
  };
  std::vector<Choice> choices_;
  std::size_t position_ = 0;
};

struct Exploration {
  // The calls that led to a violation, and the call of the error function: all that were on the stack.
  std::set<const Edge*> violated;
  const Edge* target = nullptr; // one of the error calls reached
  bool is_complete = true;      // no run was too long, and there were not too many
};

inline Exploration explore(const Program& program, std::uint64_t step_limit = 400, std::size_t run_limit = 20'000) {
  Exploration result;
  semantics::interpreter::Executable executable(program);
  AllChoices choices;
  std::size_t runs = 0;
  do {
    if (++runs > run_limit) {
      result.is_complete = false;
      break;
    }
    const semantics::interpreter::RunResult run =
        executable.run(choices, {.step_limit = step_limit,
                                 .uninitialised = semantics::interpreter::Uninitialised::IsArbitrary,
                                 .arbitrary = &choices});
    if (run.end == semantics::interpreter::End::StepLimit || run.end == semantics::interpreter::End::MemoryLimit)
      result.is_complete = false;
    if (run.end != semantics::interpreter::End::ErrorCall) continue;
    result.target = run.last_edge;
    result.violated.insert(run.last_edge);
    result.violated.insert(run.call_stack.begin(), run.call_stack.end());
  } while (choices.advance());
  return result;
}

// A verifier for programs of that kind.
class ExhaustiveVerifier : public task::Actor {
public:
  std::string name() const override { return "exhaustive"; }
  task::Outcome run(const task::Task& task, task::Monitor&) override {
    const Exploration found = explore(task.program);
    task::Outcome outcome;
    if (found.target != nullptr) {
      outcome.verdict = task::Verdict::False;
      outcome.counterexample.emplace().target = found.target;
    } else if (found.is_complete) {
      outcome.verdict = task::Verdict::True;
    } else {
      outcome.reason = "too many executions";
    }
    return outcome;
  }
};

} // namespace tandem::region
