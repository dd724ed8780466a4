// A folder for the time of a scope.
#pragma once

#include "base/core/descriptor.h"

#include <filesystem>
#include <string>

namespace tandem {

// Made under TMPDIR (or /tmp) for this user alone; removed with everything in it when the object goes, also when an
// exception passes. A signal that kills the process leaves it behind: main turns those that can be caught into an end
// in order, and what SIGKILL has left is removed by the next process that wants a folder.
class TempDir {
public:
  explicit TempDir(const std::string& purpose = "work");
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
  Descriptor lock_; // held by this process and those it forks: the folder is in use
};

// Removes folders of this user under `root` that no living process holds. Those younger than a minute stay: they may
// not be locked yet.
void remove_abandoned_folders(const std::filesystem::path& root);

} // namespace tandem
