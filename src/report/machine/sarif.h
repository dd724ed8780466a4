// Results as SARIF 2.1.0, the format of code scanning and of editors.
//
// Only targets that are reached are results: services show results of every kind as problems. What is open is a
// notification of the run, as are the program's notes; what is proved is not mentioned.
#pragma once

#include "report/text/verdict_report.h"

#include <string>

namespace tandem::report::machine {

std::string sarif(const VerdictReport& report);

} // namespace tandem::report::machine
