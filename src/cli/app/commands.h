// All commands, in the order in which people read about them.
#pragma once

#include "cli/common/command.h"

#include <span>

namespace tandem::cli::app {

std::span<const Command* const> commands();

} // namespace tandem::cli::app
