#pragma once

#include "cli/common/command.h"

namespace tandem::cli::commands {

extern const Command vc_command;

} // namespace tandem::cli::commands
