// A folder for the time of a scope.
#pragma once

#include <filesystem>
#include <string>

namespace tandem {

// Made under TMPDIR (or /tmp) for this user alone; removed with everything in it when the object goes, also when an
// exception passes. A signal that kills the process leaves it behind: main turns those that can be caught into an end
// in order.
class TempDir {
public:
  explicit TempDir(const std::string& purpose = "work");
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

} // namespace tandem
