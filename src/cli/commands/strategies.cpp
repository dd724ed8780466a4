// tandem strategies: which strategies there are, and what they consist of.
#include "cli/commands/all.h"

#include "base/core/share_folders.h"
#include "cooperate/strategy.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace tandem::cli::commands {
namespace {

std::string text(const cooperate::StrategyStep& step);

std::string text(const std::vector<cooperate::StrategyStep>& steps, std::string_view between) {
  std::vector<std::string> parts;
  for (const cooperate::StrategyStep& step : steps) parts.push_back(text(step));
  return fmt::format("{}", fmt::join(parts, between));
}

std::string text(const cooperate::StrategyStep& step) {
  using cooperate::StrategyStepKind;
  switch (step.kind) {
  case StrategyStepKind::Run: return step.actor;
  case StrategyStepKind::Sequence: return text(step.steps, ", then ");
  case StrategyStepKind::Parallel: return "(" + text(step.steps, " beside ") + ")";
  case StrategyStepKind::Repeat: return "repeatedly (" + text(step.steps, ", then ") + ")";
  case StrategyStepKind::Split: return "parts (" + text(step.steps, ", then ") + ")";
  case StrategyStepKind::If: {
    const std::string otherwise = step.otherwise.empty() ? "" : " or (" + text(step.otherwise, ", then ") + ")";
    return "depending on the program (" + text(step.steps, ", then ") + ")" + otherwise;
  }
  }
  return "";
}

Action declare(CLI::App&) {
  return [] {
    for (const cooperate::Strategy& strategy : cooperate::StrategyBook(share_folders("strategies")).all())
      fmt::print("{:22} {}\n{:22} {}\n", strategy.name, strategy.about, "", text(strategy.root));
    return ExitCode::Done;
  };
}

} // namespace

const Command strategies_command{
    .name = "strategies",
    .summary = "show how engines and tools can be combined",
    .details =
        "A strategy is a YAML file; those of your own go to ~/.config/tandem/strategies. 'tandem verify --strategy "
        "NAME' uses one.",
    .examples = {{"tandem strategies", "what there is"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
