// The page of a campaign: what is wrong, sums, a table of all runs with filters and links to their logs, and plots.
#pragma once

#include "bench/results/table.h"
#include "report/page/page.h"

namespace tandem::report::page {

Page bench_page(const bench::ResultTable& table);

} // namespace tandem::report::page
