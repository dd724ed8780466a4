// A file is replaced by writing a neighbour, syncing it and renaming it over the old one, so that a reader, a crash or
// a kill at any moment finds either the old or the new content.

#include "base/core/text_file.h"

#include "base/core/descriptor.h"
#include "base/core/input_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem {
namespace {

std::string reason(int error) {
  if (error == ENOENT) return "no such file";
  if (error == EACCES || error == EPERM) return "permission denied";
  if (error == EISDIR) return "is a directory";
  return std::strerror(error);
}

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path, int error) {
  throw InputError(TextPosition{path.string()}, std::string("cannot ") + what + ": " + reason(error));
}

[[noreturn]] void too_large(const std::filesystem::path& path, std::uint64_t limit) {
  throw InputError(TextPosition{path.string()},
                   "is too large, files of at most " + std::to_string(limit) + " bytes are read");
}

void write_all(int descriptor, std::string_view text, const std::filesystem::path& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) cannot("write", path, errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void write_device(const std::filesystem::path& path, std::string_view text) {
  const Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!device.is_open()) cannot("write", path, errno);
  write_all(device.number(), text, path);
}

// A rename is durable only once the folder is synced too. Some file systems cannot sync folders; that is no error.
void sync_folder(const std::filesystem::path& folder) {
  const Descriptor descriptor(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open()) ::fsync(descriptor.number());
}

} // namespace

std::string read_text_file(const std::filesystem::path& path, std::uint64_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) cannot("read", path, errno);
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) cannot("read", path, errno);
  if (S_ISDIR(status.st_mode)) cannot("read", path, EISDIR);

  std::string text;
  // One byte more than the system says lets the common case end with a single empty read. Pipes and the like say 0.
  const std::uint64_t expected = status.st_size > 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  std::size_t wanted = expected > 0 ? expected + 1 : 65536;
  for (;;) {
    if (std::max<std::uint64_t>(text.size(), expected) > limit) too_large(path, limit);
    const std::size_t size = text.size();
    text.resize(size + wanted);
    const ssize_t count = ::read(file.number(), text.data() + size, wanted);
    if (count < 0 && errno != EINTR) cannot("read", path, errno);
    text.resize(size + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count == 0) return text;
    if (text.size() >= expected) wanted = 65536;
  }
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return write_device(path, text);
  // The file that a symbolic link points to is replaced, not the link.
  const std::filesystem::path target = std::filesystem::exists(status) ? std::filesystem::canonical(path) : path;
  const std::string part = target.string() + "." + std::to_string(::gettid()) + ".part";
  const Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) cannot("write", path, errno);
  try {
    write_all(file.number(), text, path);
    if (std::filesystem::exists(status)) ::fchmod(file.number(), static_cast<mode_t>(status.permissions()));
    if (::fsync(file.number()) != 0 && errno != EINVAL) cannot("write", path, errno);
    if (::rename(part.c_str(), target.c_str()) != 0) cannot("write", path, errno);
  } catch (...) {
    ::unlink(part.c_str());
    throw;
  }
  sync_folder(target.parent_path());
}

} // namespace tandem
