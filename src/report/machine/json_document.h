// The outcome as JSON for scripts: types by name, values as C has them, files and lines of every place. What processes
// of tandem pass to each other is task/outcome_json.h; this format is published (docs/formats/outcome.schema.json).
#pragma once

#include "base/core/input_error.h"
#include "report/text/verdict_report.h"

#include <nlohmann/json.hpp>

#include <string>

namespace tandem::report::machine {

nlohmann::json json_document(const VerdictReport& report);

// Of a run that ended before there was an outcome.
nlohmann::json error_document(const std::string& message, const TextPosition& position, const std::string& command,
                              int exit_code);

} // namespace tandem::report::machine
