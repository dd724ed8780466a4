// One verifier in three roles ("Verification by Gambling on Program Slices"). On the whole program it works as usual,
// and its alarms are confirmed. On a copy of the program in which only some assertions count, external tools need the
// written text. On a region, an alarm only means that the region does not suffice: it is reported without confirmation.

#include "engines/gambling.h"

#include "base/core/input_error.h"
#include "engines/gambling_facts.h"
#include "engines/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tandem::engines {
namespace {

std::unique_ptr<task::Actor> make_verifier(const std::string& name, const EngineOptions& options) {
  try {
    return make_actor(name, options);
  } catch (const InputError& error) {
    throw InputError(error.position(),
                     fmt::format("{}; engines are {}", error.what(), fmt::join(engine_names(), ", ")));
  }
}

} // namespace

std::unique_ptr<region::Gamble> make_gamble(const std::string& verifier, const EngineOptions& options,
                                            const region::GambleOptions& settings, Facts facts) {
  EngineOptions engine = options;
  region::Verifiers verifiers;
  verifiers.whole = make_verifier(verifier, engine);
  engine.source = tool::Source::Written;
  verifiers.trimmed = make_verifier(verifier, engine);
  engine.alarms = Alarms::Report;
  verifiers.region = make_verifier(verifier, engine);
  std::vector<region::MakeFacts> makers;
  if (facts == Facts::All) makers = {make_interval_facts(options.property), make_relation_facts(options.property)};
  return std::make_unique<region::Gamble>(std::move(verifiers), settings, std::move(makers));
}

} // namespace tandem::engines
