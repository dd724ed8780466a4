// A counterexample for the user: the inputs first, then the executed lines with the values they wrote. Similar
// iterations of loops are counted instead of listed, and steps that change nothing the user can name are omitted.
#pragma once

#include "report/text/inputs.h"
#include "report/text/listing.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::report {

struct ListingOptions {
  std::size_t lines = 40;
  std::size_t columns = 100;
};

// What a counterexample says to people.
struct Explanation {
  std::vector<ShownInput> inputs;
  std::vector<Row> rows;
};
Explanation explain(const Program& program, const task::Counterexample& found);

// What `tandem run --inputs` takes: "3,-1".
std::string given_values(const Program& program, const task::Counterexample& found);

// Ends with a newline.
std::string counterexample_text(const Program& program, const task::Counterexample& found,
                                const ListingOptions& options = {});

} // namespace tandem::report
