#include "cli/app/commands.h"

#include "cli/commands/all.h"

#include <array>

namespace tandem::cli::app {

std::span<const Command* const> commands() {
  // clang-format off
  static const std::array table{
      &commands::verify_command,
      &commands::test_command,
      &commands::coverage_command,
      &commands::gamble_command,
      &commands::show_command,
      &commands::run_command,
      &commands::reduce_command,
      &commands::combine_command,
      &commands::compare_command,
      &commands::check_command,
      &commands::convert_command,
      &commands::bench_command,
      &commands::proofs_command, &commands::tools_command,
      &commands::strategies_command,
      &commands::vc_command,
      &commands::doctor_command,
  };
  // clang-format on
  return table;
}

} // namespace tandem::cli::app
