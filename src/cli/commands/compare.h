#pragma once

#include "cli/common/command.h"

namespace tandem::cli::commands {

extern const Command compare_command;

} // namespace tandem::cli::commands
