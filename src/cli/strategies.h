#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command strategies_command;

} // namespace tandem::cli
