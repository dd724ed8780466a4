#include "frontend/parse/nearby_header.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace tandem::frontend::parse {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_folders = 400; // a project's; more would keep the user waiting

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error))
    if (std::error_code unreadable; each->is_directory(unreadable) && !each->is_symlink(unreadable) &&
                                    !each->path().filename().string().starts_with('.'))
      result.push_back(each->path());
  std::ranges::sort(result);
  return result;
}

// Breadth first: what is near the root is meant more often than what is deep below it.
std::optional<fs::path> search(const fs::path& root, const std::string& header) {
  std::deque<fs::path> open{root};
  for (std::size_t seen = 0; !open.empty() && seen < most_folders; ++seen) {
    const fs::path folder = open.front();
    open.pop_front();
    if (std::error_code error; fs::is_regular_file(folder / header, error)) return folder;
    for (fs::path& below : folders_in(folder)) open.push_back(std::move(below));
  }
  return std::nullopt;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

} // namespace

std::optional<fs::path> folder_with_header(const fs::path& file, const std::string& header) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  if (error || header.empty()) return std::nullopt;
  fs::path folder = absolute.parent_path();
  if (!is_below(folder, here)) folder = folder.parent_path(); // `../lib/src/a.c`: its headers may be beside src
  for (;; folder = folder.parent_path()) {
    if (std::optional<fs::path> found = search(folder, header))
      return is_below(*found, here) ? found->lexically_relative(here) : *found;
    if (folder == here || !is_below(folder, here)) return std::nullopt;
  }
}

} // namespace tandem::frontend::parse
