// Gambling with an engine or an external tool as the verifier of regions.
#pragma once

#include "engines/engine_options.h"
#include "region/gamble.h"

#include <memory>
#include <string>

namespace tandem::engines {

// What regions may assume of the program around them.
enum class Facts : std::uint8_t { None, All };

std::unique_ptr<region::Gamble> make_gamble(const std::string& verifier, const EngineOptions& options,
                                            const region::GambleOptions& settings, Facts facts);

} // namespace tandem::engines
