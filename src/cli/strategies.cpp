// tandem strategies: which strategies there are, and what they consist of.
#include "cli/strategies.h"

#include "cli/share.h"
#include "cooperate/strategy.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace tandem::cli {
namespace {

std::string text(const cooperate::Step& step);

std::string text(const std::vector<cooperate::Step>& steps, std::string_view between) {
  std::vector<std::string> parts;
  for (const cooperate::Step& step : steps) parts.push_back(text(step));
  return fmt::format("{}", fmt::join(parts, between));
}

std::string text(const cooperate::Step& step) {
  using cooperate::StepKind;
  switch (step.kind) {
  case StepKind::Run: return step.actor;
  case StepKind::Sequence: return text(step.steps, ", then ");
  case StepKind::Parallel: return "(" + text(step.steps, " beside ") + ")";
  case StepKind::Repeat: return "repeatedly (" + text(step.steps, ", then ") + ")";
  case StepKind::If: {
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

} // namespace tandem::cli
