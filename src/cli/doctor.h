#pragma once

#include "cli/command.h"

namespace tandem::cli {

extern const Command doctor_command;

} // namespace tandem::cli
