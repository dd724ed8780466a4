// Strategies as actors, whose partners are the engines of the registry and external tools.
#pragma once

#include "cooperate/strategy_actor.h"
#include "engines/engine_options.h"
#include "task/actor.h"
#include "exchange/journal/journal.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::engines {

struct StrategyChoice {
  std::string name;                  // or the path of a file
  std::vector<std::string> partners; // in place of the strategy's own; may be empty
  unsigned jobs = 2;
  cooperate::Exchange exchange = cooperate::Exchange::Live;
  bool resumes = false; // goes on from the artifacts of a run that was ended
  exchange::Journal journal;
  cooperate::RemotePartFactory remote_parts;
};
std::unique_ptr<task::Actor> make_strategy_actor(const StrategyChoice& choice, const EngineOptions& options);

} // namespace tandem::engines
