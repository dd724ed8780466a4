// One line for each target that is reached or open, for what shows problems beside the source.
#pragma once

#include "report/text/verdict_report.h"

#include <string>

namespace tandem::report::machine {

enum class AnnotationStyle : std::uint8_t {
  Lines,  // as compilers print: "file.c:12:7: error: text"
  GitHub, // workflow commands of GitHub Actions
};

std::string annotations(const VerdictReport& report, AnnotationStyle style);

} // namespace tandem::report::machine
