// Zip archives in memory, for small files such as Test-Comp's suites. Archives beyond 4 GiB, encryption and
// methods other than stored and deflated are refused.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange::formats {

struct ZipEntry {
  std::string name;
  std::string content;
};

// Limits on all contents together, after expansion: protection against zip bombs.
struct ZipBounds {
  std::uint64_t content = std::uint64_t{1} << 28; // bytes
  std::size_t entries = 100'000;
};

bool looks_like_zip(std::string_view bytes);
// The files, in the order of the archive, without folders. Throws InputError.
std::vector<ZipEntry> read_zip(std::string_view bytes, const std::string& name, ZipBounds bounds = {});

// The most files that an archive without extensions can have.
inline constexpr std::size_t most_zip_entries = 65'535;
// An archive of these files, stored; deterministic. At most most_zip_entries.
std::string write_zip(const std::vector<ZipEntry>& entries);

} // namespace tandem::exchange::formats
