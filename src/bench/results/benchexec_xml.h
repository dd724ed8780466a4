// Results in the format of BenchExec (result.dtd), which its table-generator reads: a file for each tool and
// repetition.
#pragma once

#include "bench/results/table.h"

namespace tandem::bench {

std::string benchexec_xml(const ResultTable& table, std::size_t tool, unsigned repetition);

} // namespace tandem::bench
