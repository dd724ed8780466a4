#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command vc_command;

} // namespace tandem::cli
