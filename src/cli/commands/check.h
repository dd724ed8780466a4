#pragma once

#include "cli/common/command.h"

namespace tandem::cli::commands {

extern const Command check_command;

} // namespace tandem::cli::commands
