#include "testing/partners/external_tester.h"

#include "base/core/input_error.h"
#include "testing/goals/goal_program.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::testing::partners {

namespace {

constexpr std::chrono::milliseconds first_limit{4'000}, last_limit{60'000};
constexpr std::size_t most_seeds = 500;

class ExternalTester : public Partner {
public:
  ExternalTester(std::string name, RunTester run) : name_(std::move(name)), run_(std::move(run)) {}

  std::string name() const override { return name_; }
  double start_cost() const override { return 1; }
  std::string remark() const override {
    return problem_.empty() ? fmt::format("{} tests came back", returned_) : problem_;
  }

  Progress work(suite::TestGeneration& generation, const Slice& slice) override {
    if (!problem_.empty()) return Progress::Exhausted;
    const Program residual = goals::without_unreachable(generation.program(), generation.table());
    std::vector<std::string> seeds;
    for (const suite::Test& test : generation.tests())
      if (seeds.size() < most_seeds && !test.inputs.empty()) seeds.push_back(suite::input_bytes(test.inputs));
    std::vector<std::vector<std::string>> tests;
    try {
      tests = run_(residual, seeds, {.cpu = limit_, .wall = std::min(2 * limit_, slice.wall_left()), .memory = {}});
    } catch (const InputError& failure) {
      problem_ = failure.what();
      return Progress::Exhausted;
    }
    limit_ = std::min(limit_ * 2, last_limit);
    returned_ += tests.size();
    for (const std::vector<std::string>& texts : tests) {
      if (slice.must_stop()) break;
      if (!std::ranges::all_of(texts, [](const std::string& text) { return semantics::is_value(text); })) continue;
      semantics::TextInputs inputs(texts, semantics::Exhaustion::Zero);
      generation.offer(inputs, name_, {.steps = 5'000'000});
    }
    return Progress::More;
  }

private:
  std::string name_, problem_;
  RunTester run_;
  std::chrono::milliseconds limit_ = first_limit;
  std::size_t returned_ = 0;
};

} // namespace

std::unique_ptr<Partner> make_external_tester(std::string name, RunTester run) {
  return std::make_unique<ExternalTester>(std::move(name), std::move(run));
}

} // namespace tandem::testing::partners
