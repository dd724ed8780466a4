#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command show_command;

} // namespace tandem::cli
