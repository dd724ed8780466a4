// Whether what an automaton about goals claims is true: paths to rt by running their inputs, edges to ut by an engine.
#pragma once

#include "analysis/validate/check_gia.h"

namespace tandem::testing::automata {

// All ut claims together, if there are any, then each rt state.
std::vector<analysis::validate::ClaimCheck> check_goals(const Program& program, const exchange::Gia& gia,
                                                        const analysis::validate::EngineQuery& query,
                                                        const analysis::validate::ClaimOptions& options = {});

} // namespace tandem::testing::automata
