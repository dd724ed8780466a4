#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command gamble_command;

} // namespace tandem::cli
