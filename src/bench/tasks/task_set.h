// Verification tasks for benchmarks: programs with a property and, where it is known, the right answer. Read from
// SV-COMP task definitions (.yml) and sets of them (.set), tables (.csv) and folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::bench {

enum class Expected : std::uint8_t { Unknown, True, False };
std::string_view name(Expected expected); // "true"; empty if it is not known

struct BenchTask {
  std::string name;  // unique in a set: the file's path, without what all have in common
  std::string group; // the folder or the set, for sums
  std::vector<std::filesystem::path> files;
  std::string property;                // "unreach-call"
  std::filesystem::path property_file; // empty: the default property
  Expected expected = Expected::Unknown;
  std::string subproperty; // that is violated, "valid-deref"; empty: not said
  std::string data_model;  // "ILP32", "LP64"; empty: not said
};

struct TaskSelection {
  std::string property;             // only tasks of this property; empty: all
  std::vector<std::string> folders; // only these groups; empty: all
  std::vector<std::string> only;    // only names that match one of these patterns (* and ?); empty: all
  unsigned limit = 0;               // the first so many of each group; 0: all
  unsigned every = 1;               // every n-th task of what is left
};

// InputError for what cannot be read, with file and line, and where nothing is selected.
std::vector<BenchTask> read_task_set(const std::vector<std::filesystem::path>& sources, const TaskSelection& selection);

// The SV-COMP task definition: one task for each of its properties.
std::vector<BenchTask> read_task_definition(const std::filesystem::path& file);

// Paths that match a pattern with *, ? and ** in its folders, sorted.
std::vector<std::filesystem::path> files_matching(const std::filesystem::path& folder, const std::string& pattern);

} // namespace tandem::bench
