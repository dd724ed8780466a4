// The section that draws the control-flow automata of a program's functions and the condition of a run.
#pragma once

#include "exchange/gia/gia.h"
#include "report/page/source_section.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::report::page {

// `states`: by file, one letter a line (line_states.h), for the colours. Nothing if Graphviz is not installed and the
// condition is small. Functions and automata that are too large to be laid out in reasonable time are left to the
// browser, which draws them in pieces, or left out.
std::optional<Section> automata_section(const Program& program, const exchange::Gia* condition, const ShownFiles& shown,
                                        const std::vector<std::string>& states);

} // namespace tandem::report::page
