// A counterexample for the user: the inputs first, then the executed lines with the values they wrote. Similar
// iterations of loops are counted instead of listed, and steps that change nothing the user can name are omitted.
#pragma once

#include "task/counterexample.h"

#include <string>

namespace tandem::report {

struct ListingOptions {
  std::size_t lines = 40;
  std::size_t columns = 100;
};

// Ends with a newline.
std::string counterexample_text(const Program& program, const task::Counterexample& found,
                                const ListingOptions& options = {});

} // namespace tandem::report
