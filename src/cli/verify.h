#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command verify_command;

} // namespace tandem::cli
