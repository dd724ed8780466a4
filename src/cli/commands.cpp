#include "cli/commands.h"

#include "cli/doctor.h"

#include <array>

namespace tandem::cli {

std::span<const Command* const> commands() {
  static const std::array table{
      &doctor_command,
  };
  return table;
}

} // namespace tandem::cli
