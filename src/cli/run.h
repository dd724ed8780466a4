#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command run_command;

} // namespace tandem::cli
