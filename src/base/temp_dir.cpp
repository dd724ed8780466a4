#include "base/temp_dir.h"

#include "base/input_error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace tandem {
namespace fs = std::filesystem;
namespace {

// A folder without write permission keeps what is in it from being removed.
void make_writable(const fs::path& root) {
  std::error_code failure;
  fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, failure);
  for (fs::recursive_directory_iterator i(root, failure), end; !failure && i != end; i.increment(failure)) {
    std::error_code ignored;
    if (!i->is_symlink(ignored) && i->is_directory(ignored))
      fs::permissions(i->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
  }
}

} // namespace

TempDir::TempDir(const std::string& purpose) {
  const char* root = std::getenv("TMPDIR");
  std::string name =
      (fs::path(root != nullptr && *root != '\0' ? root : "/tmp") / ("tandem-" + purpose + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr)
    throw InputError(Place{fs::path(name).parent_path().string()}, std::string("cannot make a temporary folder: ") +
                                                                       std::strerror(errno) +
                                                                       "; set TMPDIR to one that exists");
  path_ = name;
}

TempDir::~TempDir() {
  std::error_code failure;
  fs::remove_all(path_, failure);
  if (!failure) return;
  make_writable(path_);
  fs::remove_all(path_, failure);
}

} // namespace tandem
