// The program that `tandem test` and `tandem coverage` work on: the user's, with a branch for each condition; of a
// function other than main with a driver that calls it (testing/module).
#pragma once

#include "cli/common/program_options.h"
#include "program/model/property.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::cli::commands {

struct TestedProgram {
  std::shared_ptr<TempDir> folder;    // of the driver
  std::string driver;                 // its file; empty: there is none
  std::shared_ptr<const void> origin; // what the program was made from
  std::shared_ptr<const Program> program;
  const Function* under_test = nullptr; // the function that the driver calls
  std::vector<std::string> remarks;     // on what the driver does, for the user
};

// Throws InputError.
TestedProgram load_tested_program(ProgramOptions options);

// The part of the program that the condition, a file, leaves open. Throws InputError for one that does not fit.
TestedProgram load_open_part(ProgramOptions options, const std::string& condition, const Property& property);

} // namespace tandem::cli::commands
