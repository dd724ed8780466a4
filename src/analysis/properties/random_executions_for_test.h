// For tests only: random programs, all their executions over a small domain of inputs, and a monitor that stops early.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/property.h"
#include "semantics/interpreter/run.h"
#include "task/actor.h"

#include <random>
#include <string>
#include <vector>

namespace tandem::analysis::properties {

inline constexpr std::size_t inputs_tried = 4, values_tried = 3, steps_tried = 60;

class Listed : public semantics::InputSource {
public:
  explicit Listed(const std::vector<int>& values) : values_(values) {}
  std::optional<UInt128> next(const semantics::InputRequest&) override {
    if (used_ == values_.size()) return std::nullopt;
    return static_cast<UInt128>(static_cast<unsigned>(values_[used_++]));
  }

private:
  const std::vector<int>& values_;
  std::size_t used_ = 0;
};

inline Property property_of(const ErrorFunctions& error_functions) {
  Property property = unreach_call_property();
  property.error_functions = error_functions;
  return property;
}

// The executions that end in an error call.
inline std::vector<semantics::interpreter::RunResult> errors_of(const Program& program,
                                                                const ErrorFunctions& error_functions) {
  semantics::interpreter::ExecutableOptions settings;
  settings.targets = error_functions;
  semantics::interpreter::Executable executable(program, settings);
  std::vector<semantics::interpreter::RunResult> result;
  std::vector<std::vector<int>> open{{}};
  while (!open.empty()) {
    const std::vector<int> inputs = std::move(open.back());
    open.pop_back();
    Listed source(inputs);
    semantics::interpreter::RunOptions options;
    options.step_limit = steps_tried;
    options.trace_limit = steps_tried;
    options.call_depth_limit = 1000;
    options.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
    semantics::interpreter::RunResult run = executable.run(source, options);
    if (run.end == semantics::interpreter::End::InputsExhausted && inputs.size() < inputs_tried)
      for (std::size_t value = 0; value < values_tried; ++value) {
        open.push_back(inputs);
        // Boundary values: around zero and at the limits of a byte.
        open.back().push_back(value == 2 ? 255 : static_cast<int>(value));
      }
    if (run.end == semantics::interpreter::End::ErrorCall) result.push_back(std::move(run));
  }
  return result;
}

class PollLimitMonitor : public task::Monitor {
public:
  explicit PollLimitMonitor(std::uint32_t polls) : left_(polls) {}
  bool should_stop() override { return left_ == 0 || --left_ == 0; }
  void progress(std::string_view) override {}
  bool wants_checkpoint() override { return left_ % 3 == 1; }
  void checkpoint(const exchange::Gia& known) override { checkpoints.push_back(known); }

  std::vector<exchange::Gia> checkpoints;

private:
  std::uint32_t left_;
};

// Programs with memory: pointers to locals and globals, arrays, records with bit-fields, bytes and conversions.
inline std::string memory_program(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](const std::vector<std::string>& from) { return from[random() % from.size()]; };
  static const std::vector<std::string> operations{"x = __VERIFIER_nondet_int()",
                                                   "y = __VERIFIER_nondet_int()",
                                                   "x = x + 1",
                                                   "y = x - y",
                                                   "c = (unsigned char)(c + x)",
                                                   "x = c",
                                                   "u = u - 1",
                                                   "u = (unsigned int)x * 3",
                                                   "x = (int)(u >> 1)",
                                                   "p = &x",
                                                   "p = &g",
                                                   "p = &a[1]",
                                                   "p = y ? &x : &g",
                                                   "*p = y",
                                                   "*p = *p + 2",
                                                   "x = *p",
                                                   "a[x & 1] = y",
                                                   "a[2] = x",
                                                   "y = a[y & 1]",
                                                   "s.v = (short)x",
                                                   "s.w = x",
                                                   "x = s.w",
                                                   "t = s",
                                                   "s = t",
                                                   "y = t.v",
                                                   "set(&x, y)",
                                                   "set(p, 1)",
                                                   "set(&s.u, x)",
                                                   "x = sum(x, y)",
                                                   "x = y % 3",
                                                   "y = x / 2",
                                                   "x = x & 7",
                                                   "p = &s.u",
                                                   "b = x > y",
                                                   "x = b",
                                                   "g = g | 1",
                                                   "x = -y",
                                                   "y = ~x",
                                                   "x = (signed char)y"};
  static const std::vector<std::string> conditions{"x < y",    "x == 1",  "y != 0",           "c > 200",
                                                   "u > 5",    "*p == 0", "a[1] > 0",         "s.w == 3",
                                                   "t.v < 0",  "b",       "x >= 2 && y",      "x || c",
                                                   "g == 1",   "p == &x", "u == 4294967295U", "(unsigned char)x == 255",
                                                   "x + y > 3"};
  std::string text = R"(
struct pair { int u; short v; unsigned int w : 2; }
void reach_error(void)
int __VERIFIER_nondet_int(void)
int g = 1
int a[3]
struct pair t
set: void set(int *q, int v)
  L0 -> L1  *q = v
  L1 -> exit  return
sum: int sum(int l, int r)
  var int both
  L0 -> L1  both = l + r
  L1 -> exit  return both
main: int main(void)
  var int x
  var int y
  var unsigned char c
  var unsigned int u
  var _Bool b
  var int *p
  var struct pair s
  I0 -> I1  X
  I1 -> I2  Y
  I2 -> I3  c = 250
  I3 -> I4  u = 0
  I4 -> I5  b = 0
  I5 -> I6  P
  I6 -> L0  s = t
)";
  // Every other program starts with unknown values.
  const bool known = seed % 2 == 0;
  text.replace(text.find("  X\n") + 2, 1, known ? "x = 0" : "x = __VERIFIER_nondet_int()");
  text.replace(text.find("  Y\n") + 2, 1, known ? "y = 1" : "y = __VERIFIER_nondet_int()");
  text.replace(text.find("  P\n") + 2, 1, known ? "p = &g" : "p = x ? &y : &g");
  const std::uint32_t count = 6 + random() % 9;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto next = [&] {
      const std::uint32_t to = random() % 7 == 0 ? random() % count : i + 1 + random() % 2;
      return "L" + std::to_string(std::min(to, count));
    };
    const std::string from = "  L" + std::to_string(i) + " -> ";
    if (random() % 3 == 0) {
      const std::string condition = pick(conditions);
      text += from + next() + "  [" + condition + "]\n" + from + next() + "  [!(" + condition + ")]\n";
    } else if (random() % 9 == 0) {
      text += from + "L" + std::to_string(count) + "  reach_error()\n";
    } else {
      text += from + next() + "  " + pick(operations) + "\n";
    }
  }
  const std::string end = "  L" + std::to_string(count) + " -> ", condition = pick(conditions);
  const bool holds = random() % 2 == 0; // in the error
  return text + end + (holds ? "E0" : "E1") + "  [" + condition + "]\n" + end + (holds ? "E1" : "E0") + "  [!(" +
         condition + ")]\n  E0 -> E1  reach_error()\n  E1 -> exit  return x\n";
}

} // namespace tandem::analysis::properties
