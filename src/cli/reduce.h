#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command reduce_command;

} // namespace tandem::cli
