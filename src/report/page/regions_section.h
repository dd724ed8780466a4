// The sections of gambling: which region proved which assertion, and why smaller ones did not.
#pragma once

#include "program/model/property.h"
#include "region/gamble.h"
#include "report/page/source_section.h"
#include "task/verdict.h"

namespace tandem::report::page {

Section regions_section(const Program& program, const Property& property, const ShownFiles& shown,
                        const std::vector<region::Attempted>& attempts, task::Verdict verdict);

} // namespace tandem::report::page
