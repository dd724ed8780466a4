#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command tools_command;

} // namespace tandem::cli
