#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command check_command;

} // namespace tandem::cli
