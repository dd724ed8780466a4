// The page of a verdict: what holds, the source with what is known of each line, the way to the error, what each
// partner did.
#pragma once

#include "report/page/page.h"
#include "report/text/verdict_report.h"

namespace tandem::report::page {

// Further sections can be added.
Page verdict_page(const VerdictReport& report);

} // namespace tandem::report::page
