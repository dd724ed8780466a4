// Results of proofs for people and for other programs.
#pragma once

#include "proofs/store.h"

namespace tandem::proofs {

std::string text_table(const std::vector<Result>& results);
// What the verdicts rest on, each with the proofs that it is said of.
std::string assumptions_text(const std::vector<Result>& results);
// The command that shows how the first of the failing proofs fails; nothing if none fails.
std::string way_to_an_error(const std::vector<Result>& results);
std::string markdown_table(const std::vector<Result>& results);
std::string junit(const std::vector<Result>& results);
std::string json(const std::vector<Result>& results);
// "12 proofs: 10 TRUE, 1 FALSE, 1 UNKNOWN (3 from before)"
std::string summary(const std::vector<Result>& results);

} // namespace tandem::proofs
