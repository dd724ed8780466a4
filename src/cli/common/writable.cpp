#include "cli/common/writable.h"

#include "base/core/input_error.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem::cli {
namespace {

[[noreturn]] void cannot_write(const std::filesystem::path& path, int error) {
  throw InputError(TextPosition{path.string()}, std::string("cannot write: ") + std::strerror(error));
}

} // namespace

void require_writable(const std::filesystem::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) cannot_write(path, EISDIR);
    if (!S_ISREG(status.st_mode)) return; // a device or a pipe
  }
  const std::filesystem::path folder = path.parent_path() / "."; // with the dot, a file is no folder
  if (::access(folder.c_str(), W_OK) != 0) cannot_write(path, errno);
}

} // namespace tandem::cli
