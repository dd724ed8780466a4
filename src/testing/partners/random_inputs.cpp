// Every second run starts from the inputs of a test that is already in the suite: some values are replaced, by random
// ones or by constants that the program compares with, the list is cut, or continued with other values. What covers new
// goals becomes a test and thereby a parent of further ones, as in coverage-guided fuzzing.

#include "testing/partners/random_inputs.h"

#include "analysis/invariants/sample_inputs.h"
#include "testing/partners/chance.h"

#include <algorithm>

namespace tandem::testing::partners {

using analysis::invariants::SampleInputs;

namespace {

class RandomInputs : public Partner {
public:
  RandomInputs(const Program& program, std::uint64_t seed) : constants_(program), seed_(seed), chance_(seed) {}

  std::string name() const override { return "random"; }
  double weight() const override { return 0.5; }

  bool finds_tests_without_goals() const override { return true; }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (runs_ == 0) {
      ++runs_;
      run_zeros(generation);
    }
    if (reads_nothing_) return Progress::Exhausted;
    while (!slice.is_over()) {
      if (runs_ % 2 == 0 && !generation.tests().empty())
        mutate(generation);
      else
        sample(generation);
      ++runs_;
    }
    return Progress::More;
  }

private:
  // Through loops over large arrays, too: they may lead to the rest of the program.
  void run_zeros(suite::TestGeneration& generation) {
    for (const std::uint64_t steps : {20'000, 200'000, 4'000'000}) {
      semantics::TextInputs zeros({}, semantics::Exhaustion::Zero);
      const suite::TestRun run = generation.offer(zeros, name(), {.steps = steps}).run;
      reads_nothing_ = run.inputs.empty();
      if (run.end == semantics::interpreter::End::StepLimit) continue;
      whole_run_ = run.steps;
      return;
    }
  }

  // Most runs are short, unless none is; longer ones reach what needs many steps.
  suite::RunLimits limits() const {
    suite::RunLimits result;
    result.steps = runs_ % 64 == 63 ? 2'000'000 : runs_ % 8 == 7 ? 200'000 : 20'000;
    result.steps = std::max(result.steps, 2 * whole_run_);
    return result;
  }

  void sample(suite::TestGeneration& generation) {
    SampleInputs inputs(seed_ + runs_, static_cast<std::uint32_t>(runs_ / 2 % SampleInputs::kinds), constants_);
    generation.offer(inputs, name(), limits());
  }

  void mutate(suite::TestGeneration& generation) {
    const suite::Test& parent = generation.tests()[chance_.below(generation.tests().size())];
    std::vector<UInt128> values = parent.values();
    if (!values.empty()) {
      const std::uint64_t changes = 1 + chance_.below(3);
      for (std::uint64_t i = 0; i < changes; ++i) {
        const std::size_t at = chance_.below(values.size());
        values[at] = changed(values[at], *parent.inputs[at].type);
      }
      if (chance_.below(4) == 0) values.resize(1 + chance_.below(values.size()));
    }
    SampleInputs then(seed_ + runs_, static_cast<std::uint32_t>(chance_.below(SampleInputs::kinds)), constants_);
    suite::ListedInputs inputs(std::move(values), &then);
    generation.offer(inputs, name(), limits());
  }

  UInt128 changed(UInt128 bits, const Type& type) {
    switch (chance_.below(4)) {
    case 0: return semantics::random_bits(type, chance_.state());
    case 1:
      if (!type.is_integer() || constants_.all.empty()) return semantics::random_bits(type, chance_.state());
      return masked(static_cast<UInt128>(constants_.all[chance_.below(constants_.all.size())]), type);
    case 2: return masked(bits + 1, type);
    default: return masked(bits - 1, type);
    }
  }

  static UInt128 masked(UInt128 bits, const Type& type) {
    const std::uint64_t width = type.is_integer() ? type.width() : type.size() * 8;
    return width >= 128 ? bits : bits & ((UInt128{1} << width) - 1);
  }

  analysis::invariants::ProgramConstants constants_;
  std::uint64_t seed_, runs_ = 0;
  std::uint64_t whole_run_ = 0; // steps of the one on zeros, if it ends
  Chance chance_;
  bool reads_nothing_ = false;
};

} // namespace

std::unique_ptr<Partner> make_random_inputs(const Program& program, std::uint64_t seed) {
  return std::make_unique<RandomInputs>(program, seed);
}

} // namespace tandem::testing::partners
