// The section about the partners of a run: who worked when, what each got, sent and decided.
#pragma once

#include "report/page/source_section.h"
#include "report/text/verdict_report.h"

namespace tandem::report::page {

Section cooperation_section(const VerdictReport& report, const ShownFiles& shown);

} // namespace tandem::report::page
