// A counterexample for the user: the inputs first, then the executed lines with the values they wrote. Similar
// iterations of loops are counted instead of listed, and steps that change nothing the user can name are omitted.
#pragma once

#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::report {

struct ListingOptions {
  std::size_t lines = 40;
  std::size_t columns = 100;
};

// A value that the program asked for, or found in something uninitialised.
struct ShownInput {
  std::string value;      // "3"
  std::string text;       // "for __VERIFIER_nondet_int"
  SourcePoint point;      // where; unknown if there is no such place
  bool is_answer = false; // the text says what the value means, not what it is for
  bool is_given = true;   // whether it is in the list of inputs that a run is given
};

// In the order in which the program asks for them.
std::vector<ShownInput> shown_inputs(const Program& program, const task::Counterexample& found);

// What `tandem run --inputs` takes: "3,-1".
std::string given_values(const Program& program, const task::Counterexample& found);

// Ends with a newline.
std::string counterexample_text(const Program& program, const task::Counterexample& found,
                                const ListingOptions& options = {});

} // namespace tandem::report
