// What has to hold where library functions without a body read or write text: printf and its relatives, puts and others
// that are passed strings.
#pragma once

#include "transform/checks/memory_checks.h"

#include <optional>
#include <vector>

namespace tandem::transform::checks {

// Whether what is read may be written: the properties of the competition do not ask.
enum class Overlap : std::uint8_t { Ignore, Check };

// Nothing if it is not known which memory the call reads and writes: other functions, and formats that are not
// constant.
std::optional<std::vector<ExprCheck>> text_checks(Context& context, const Operation& call, Overlap overlap);

// The areas of one object that a model of strcpy or one of its relatives copies from and to do not overlap. `copy` is
// an assignment in its body; nothing if it copies no characters. The properties of the competition do not ask for that.
std::optional<ExprCheck> overlap_check(Context& context, const Function& model, const Operation& copy);

} // namespace tandem::transform::checks
