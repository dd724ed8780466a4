#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command combine_command;

} // namespace tandem::cli
