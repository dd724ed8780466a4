// One proof: sources, the function to start in, options; in a folder of its own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::proofs {

struct Proof {
  std::string name; // the folder, as seen from where the search began
  std::filesystem::path folder;
  std::vector<std::filesystem::path> sources;
  std::string entry = "harness";
  std::vector<std::string> compiler;     // options for reading the sources: -I, -D, …
  std::vector<std::string> checks;       // of --check
  std::vector<std::string> without_body; // FUNCTION or FILE:FUNCTION
  std::string data_model;                // empty: the default
  std::string cpu;                       // its own limit; empty: that of the command line
  bool malloc_may_fail = true;
  std::vector<std::filesystem::path> definition; // the files that say all this
};

// What `proof.yml` and a Makefile with a harness are called.
inline constexpr const char* definition_name = "proof.yml";

// Whether the folder has a proof: a proof.yml, or a Makefile with HARNESS_ENTRY.
bool is_proof(const std::filesystem::path& folder);
// Folders of proofs below this one, itself included, sorted. Throws InputError if it does not exist.
std::vector<std::filesystem::path> find_proofs(const std::filesystem::path& root);
// Throws InputError with the place. Sources that a rule makes with sed are made in `scratch`.
Proof read_proof(const std::filesystem::path& folder, const std::string& name, const std::filesystem::path& scratch);

Proof read_definition(const std::filesystem::path& file);
Proof import_makefile(const std::filesystem::path& file, const std::filesystem::path& scratch);

} // namespace tandem::proofs
