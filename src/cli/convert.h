#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command convert_command;

} // namespace tandem::cli
