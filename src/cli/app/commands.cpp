#include "cli/app/commands.h"

#include "cli/commands/check.h"
#include "cli/commands/combine.h"
#include "cli/commands/compare.h"
#include "cli/commands/convert.h"
#include "cli/commands/doctor.h"
#include "cli/commands/gamble.h"
#include "cli/commands/reduce.h"
#include "cli/commands/run.h"
#include "cli/commands/show.h"
#include "cli/commands/strategies.h"
#include "cli/commands/tools.h"
#include "cli/commands/vc.h"
#include "cli/commands/verify.h"

#include <array>

namespace tandem::cli::app {

std::span<const Command* const> commands() {
  // clang-format off
  static const std::array table{
      &commands::verify_command,
      &commands::gamble_command,
      &commands::show_command,
      &commands::run_command,
      &commands::reduce_command,
      &commands::combine_command,
      &commands::compare_command,
      &commands::check_command,
      &commands::convert_command,
      &commands::tools_command,
      &commands::strategies_command,
      &commands::vc_command,
      &commands::doctor_command,
  };
  // clang-format on
  return table;
}

} // namespace tandem::cli::app
