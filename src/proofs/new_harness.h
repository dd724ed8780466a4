// A harness to begin with: the function called with any arguments.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::proofs {

struct NewHarness {
  std::string function;
  std::vector<std::string> files; // one that defines the function, and those that it needs besides
  std::string folder;             // empty: proofs/FUNCTION
  std::vector<std::string> include_folders, defines;
};

// Writes harness.c and proof.yml into the folder, which must not have a proof yet, and returns it. Throws InputError.
std::filesystem::path write_harness(const NewHarness& request);

} // namespace tandem::proofs
