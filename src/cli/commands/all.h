// All commands. Each is defined in the file of its name.
#pragma once

#include "cli/common/command.h"

namespace tandem::cli::commands {

extern const Command verify_command;
extern const Command test_command;
extern const Command coverage_command;
extern const Command gamble_command;
extern const Command show_command;
extern const Command run_command;
extern const Command reduce_command;
extern const Command combine_command;
extern const Command compare_command;
extern const Command check_command;
extern const Command convert_command;
extern const Command bench_command;
extern const Command proofs_command;
extern const Command tools_command;
extern const Command strategies_command;
extern const Command vc_command;
extern const Command doctor_command;

} // namespace tandem::cli::commands
