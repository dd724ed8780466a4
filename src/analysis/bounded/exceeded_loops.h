// What has more iterations than a bound, for people.
#pragma once

#include "program/model/program.h"

#include <string>
#include <vector>

namespace tandem::analysis::bounded {

// The places of the loops and entries of recursion, as the end of a sentence; empty if there is none.
std::string exceeded_at(const Program& program, const std::vector<const Location*>& heads);

} // namespace tandem::analysis::bounded
