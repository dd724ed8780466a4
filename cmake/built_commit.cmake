# Writes a source file with the commit of the source folder; leaves it alone if it says so already.
execute_process(COMMAND git -C ${source} describe --always --dirty=-changed --abbrev=10 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${result} CONTENT [[
#include "cli/common/version.h"

namespace tandem::cli {
const char* const built_commit = "@commit@";
} // namespace tandem::cli
]] @ONLY)
