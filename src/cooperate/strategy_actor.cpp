#include "cooperate/strategy_actor.h"

#include "cooperate/strategy_run.h"

namespace tandem::cooperate {
namespace {

class StrategyActor : public task::Actor {
public:
  StrategyActor(Strategy strategy, StrategyOptions options)
      : strategy_(std::move(strategy)), options_(std::move(options)) {
    check(strategy_.root);
  }
  std::string name() const override { return strategy_.name; }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    return run_strategy(strategy_, options_, task, monitor);
  }

private:
  // A partner that does not exist is an error before any of them works.
  void check(const StrategyStep& step) const {
    for (const StrategyStep& inner : step.steps) check(inner);
    for (const StrategyStep& inner : step.otherwise) check(inner);
    if (step.kind != StrategyStepKind::Run) return;
    try {
      options_.factory(step.actor, {.reduce = reducer(step), .with = step.with});
    } catch (const InputError& error) {
      throw InputError(step.position, error.what());
    }
  }

  Strategy strategy_;
  StrategyOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_strategy(Strategy strategy, StrategyOptions options) {
  return std::make_unique<StrategyActor>(std::move(strategy), std::move(options));
}

} // namespace tandem::cooperate
