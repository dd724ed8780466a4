// How the alarms of engines and tools are confirmed.
#pragma once

#include "analysis/confirm/confirm.h"
#include "engines/engine_options.h"

namespace tandem::engines {

// The replay's settings that follow from an engine's.
analysis::confirm::ConfirmOptions confirm_options(const EngineOptions& options);

// nullptr: alarms are reported as they are.
analysis::confirm::Confirm confirmation(const EngineOptions& options);
analysis::confirm::Confirm confirmation(const EngineOptions& options, analysis::confirm::ConfirmOptions settings);

} // namespace tandem::engines
