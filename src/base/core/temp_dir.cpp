// Every folder holds a lock file, locked with flock for as long as the process lives or a child has inherited the
// descriptor. The kernel drops the lock even after SIGKILL, so that a later process can tell an abandoned folder from
// one in use.

#include "base/core/temp_dir.h"

#include "base/core/input_error.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace tandem {
namespace fs = std::filesystem;
namespace {

// The entries of a folder without write permission cannot be removed.
void make_writable(const fs::path& root) {
  std::error_code failure;
  fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, failure);
  for (fs::recursive_directory_iterator i(root, failure), end; !failure && i != end; i.increment(failure)) {
    std::error_code ignored;
    if (!i->is_symlink(ignored) && i->is_directory(ignored))
      fs::permissions(i->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
  }
}

void remove_with_contents(const fs::path& folder) {
  std::error_code failure;
  fs::remove_all(folder, failure);
  if (!failure) return;
  make_writable(folder);
  fs::remove_all(folder, failure);
}

constexpr std::string_view prefix = "tandem-", lock_name = ".in-use";

bool is_old(const fs::path& folder) {
  std::error_code failure;
  const auto changed = fs::last_write_time(folder, failure);
  return !failure && fs::file_time_type::clock::now() - changed > std::chrono::minutes(1);
}

bool is_own(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 && status.st_uid == ::geteuid();
}

} // namespace

void remove_abandoned_folders(const fs::path& root) {
  std::error_code failure;
  for (fs::directory_iterator i(root, failure), end; !failure && i != end; i.increment(failure)) {
    if (!i->path().filename().string().starts_with(prefix)) continue;
    const Descriptor lock(::open((i->path() / lock_name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (lock.number() < 0 || !is_own(lock.number()) || !is_old(i->path())) continue;
    if (::flock(lock.number(), LOCK_EX | LOCK_NB) == 0) remove_with_contents(i->path());
  }
}

TempDir::TempDir(const std::string& purpose) {
  const char* given = std::getenv("TMPDIR");
  const fs::path root = given != nullptr && *given != '\0' ? given : "/tmp";
  static std::once_flag once;
  std::call_once(once, [&root] { remove_abandoned_folders(root); });
  std::string name = (root / (std::string(prefix) + purpose + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr)
    throw InputError(TextPosition{fs::path(name).parent_path().string()},
                     std::string("cannot make a temporary folder: ") + std::strerror(errno) +
                         "; set TMPDIR to one that exists");
  path_ = name;
  // Without a lock (a full disk, a file system that has none) only this process removes the folder.
  lock_ = Descriptor(::open((path_ / lock_name).c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (lock_.number() >= 0 && ::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0) ::unlink((path_ / lock_name).c_str());
}

TempDir::~TempDir() { remove_with_contents(path_); }

} // namespace tandem
