// A file is replaced by writing a neighbour, syncing it and renaming it over the old one, so that a reader, a crash or
// a kill at any moment finds either the old or the new content.

#include "base/files.h"

#include "base/input_error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem {
namespace {

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

private:
  int number_;
};

std::string reason(int error) {
  if (error == ENOENT) return "no such file";
  if (error == EACCES || error == EPERM) return "permission denied";
  if (error == EISDIR) return "is a directory";
  return std::strerror(error);
}

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path, int error) {
  throw InputError(Place{path.string()}, std::string("cannot ") + what + ": " + reason(error));
}

void write_all(int descriptor, std::string_view text, const std::filesystem::path& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) cannot("write the file", path, errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

// A rename is durable only once the folder is synced too. Some file systems cannot sync folders; that is no error.
void sync_folder(const std::filesystem::path& folder) {
  const Descriptor descriptor(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open()) ::fsync(descriptor.number());
}

} // namespace

std::string read_file(const std::filesystem::path& path, std::uint64_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) cannot("read the file", path, errno);
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) cannot("read the file", path, errno);
  if (S_ISDIR(status.st_mode)) throw InputError(Place{path.string()}, "is a directory, expected a file");

  std::string text;
  // One byte more than expected lets the common case end with a single empty read.
  std::size_t wanted = status.st_size > 0 ? static_cast<std::size_t>(status.st_size) + 1 : 65536;
  for (;;) {
    if (text.size() > limit)
      throw InputError(Place{path.string()},
                       "file is too large: at most " + std::to_string(limit) + " bytes can be read");
    const std::size_t size = text.size();
    text.resize(size + wanted);
    const ssize_t count = ::read(file.number(), text.data() + size, wanted);
    if (count < 0 && errno != EINTR) cannot("read the file", path, errno);
    text.resize(size + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count == 0) return text;
    if (wanted > 65536 && text.size() >= static_cast<std::size_t>(status.st_size)) wanted = 65536;
  }
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(Place{path.string()}, "cannot write the file: is a directory");
  // Devices such as /dev/stdout cannot be replaced, only written to.
  if (std::filesystem::is_other(path, ignored)) {
    const Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!device.is_open()) cannot("write the file", path, errno);
    return write_all(device.number(), text, path);
  }
  std::string neighbour = path.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(neighbour.data(), O_CLOEXEC));
  if (!file.is_open()) cannot("write the file", path, errno);
  try {
    write_all(file.number(), text, path);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(file.number(), 0666 & ~mask) != 0) cannot("write the file", path, errno);
    if (::fsync(file.number()) != 0 && errno != EINVAL) cannot("write the file", path, errno);
    if (std::rename(neighbour.c_str(), path.c_str()) != 0) cannot("write the file", path, errno);
  } catch (...) {
    ::unlink(neighbour.c_str());
    throw;
  }
  sync_folder(path.parent_path());
}

} // namespace tandem
