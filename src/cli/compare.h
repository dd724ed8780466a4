#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command compare_command;

} // namespace tandem::cli
