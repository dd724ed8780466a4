#include "base/text_file.h"

#include "base/input_error.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace tandem {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what, std::error_code reason) {
  throw InputError({.file = path.string()}, what + ": " + reason.message());
}

std::error_code last_error() { return {errno != 0 ? errno : EIO, std::generic_category()}; }

std::error_code write_stream(const fs::path& path, std::string_view text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  return out ? std::error_code{} : last_error();
}

} // namespace

std::string read_text_file(const fs::path& path) {
  if (fs::is_directory(path)) fail(path, "cannot read", std::make_error_code(std::errc::is_a_directory));
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in) fail(path, "cannot read", last_error());
  return std::move(text).str();
}

void write_text_file(const fs::path& path, std::string_view text) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    failure = write_stream(path, text);
    if (failure) fail(path, "cannot write", failure);
    return;
  }
  const fs::path target = fs::exists(status) ? fs::canonical(path) : path; // not the symbolic link but its file
  fs::path part = target;
  part += "." + std::to_string(::getpid()) + ".part";
  failure = write_stream(part, text);
  if (!failure) fs::rename(part, target, failure);
  if (!failure) return;
  std::error_code ignored;
  fs::remove(part, ignored);
  fail(path, "cannot write", failure);
}

} // namespace tandem
