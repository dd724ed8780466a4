#include "cli/commands.h"

#include "cli/check.h"
#include "cli/combine.h"
#include "cli/compare.h"
#include "cli/convert.h"
#include "cli/doctor.h"
#include "cli/gamble.h"
#include "cli/reduce.h"
#include "cli/run.h"
#include "cli/show.h"
#include "cli/strategies.h"
#include "cli/tools.h"
#include "cli/vc.h"
#include "cli/verify.h"

#include <array>

namespace tandem::cli {

std::span<const Command* const> commands() {
  // clang-format off
  static const std::array table{
      &verify_command,
      &gamble_command,
      &show_command,
      &run_command,
      &reduce_command,
      &combine_command,
      &compare_command,
      &check_command,
      &convert_command,
      &tools_command,
      &strategies_command,
      &vc_command,
      &doctor_command,
  };
  // clang-format on
  return table;
}

} // namespace tandem::cli
