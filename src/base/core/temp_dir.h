// A temporary folder that lives as long as a scope.
#pragma once

#include "base/core/descriptor.h"

#include <filesystem>
#include <string>

namespace tandem {

// Created under TMPDIR (or /tmp) for this user alone; removed with all its contents by the destructor, also when an
// exception is thrown. A signal that kills the process leaves it behind: main turns those that can be caught into an
// orderly end, and what SIGKILL leaves is removed by the next process that needs a temporary folder.
class TempDir {
public:
  explicit TempDir(const std::string& purpose = "work");
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
  Descriptor lock_; // held by this process and the processes it forks while the folder is in use
};

// Removes temporary folders of this user under `root` that no living process has locked. Those younger than a minute
// stay: they may not be locked yet.
void remove_abandoned_folders(const std::filesystem::path& root);

} // namespace tandem
