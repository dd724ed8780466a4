// All commands, in the order in which people read about them.
#pragma once

#include "cli/command.h"

#include <span>

namespace tandem::cli {

std::span<const Command* const> commands();

} // namespace tandem::cli
