#include "engines/strategies.h"

#include "base/core/share_folders.h"
#include "cooperate/strategy_actor.h"
#include "engines/registry.h"

namespace tandem::engines {

std::unique_ptr<task::Actor> make_strategy_actor(const StrategyChoice& choice, const EngineOptions& options) {
  cooperate::StrategyOptions settings;
  settings.factory = [options](const std::string& name, const cooperate::PartnerOptions& partner) {
    EngineOptions own = options;
    own.artifacts = partner.artifacts;
    own.reduce = partner.reduce;
    own.with = partner.with;
    return make_actor(name, own);
  };
  settings.jobs = choice.jobs;
  settings.exchange = choice.exchange;
  settings.resumes = choice.resumes;
  settings.journal = choice.journal;
  settings.remote_parts = choice.remote_parts;
  settings.artifacts = options.artifacts;
  return cooperate::make_strategy(
      cooperate::StrategyBook(share_folders("strategies")).find(choice.name, choice.partners), std::move(settings));
}

} // namespace tandem::engines
