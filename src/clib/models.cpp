// The index (index.txt, made by scripts/index_clib.py) has a line for each function: its name, its file, and `exact` or
// `open`. Open models choose results that a run of the program decides (unspecified) or that the environment decides.

#include "clib/models.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

namespace tandem::clib {

namespace {

constexpr std::string_view index_name = "index.txt";

// Not linked: something faster is built into the engines; only they can do it, such as allocating; or the standard
// leaves more open than the model does, such as the order in which qsort compares: a proof would rest on one of many
// orders.
constexpr std::string_view not_linked[] = {
    "__errno_location", "__isinf", "__isnan", "bsearch", "calloc", "cfree",   "malloc_usable_size",
    "memcmp",           "memcpy",  "memmove", "memset",  "qsort",  "realloc", "reallocarray",
    "strcmp",           "strlen",  "strncmp"};

// Built in; how far they read depends on what they find.
constexpr std::string_view reads_strings[] = {"strcmp", "strlen", "strncmp"};

// Exact, but of no use without open ones: what they set, getenv and rand read.
constexpr std::string_view set_environment[] = {"clearenv", "putenv", "srand", "srandom", "unsetenv"};

bool is_linked(std::string_view function, std::string_view kind, Linked linked) {
  if (linked != Linked::Exact) return true;
  return kind == "exact" && std::ranges::find(set_environment, function) == std::end(set_environment);
}

// Solvers know floats, the interpreter prints what a program prints, and streams are read from standard input.
bool is_left_to_engines(std::string_view file) { return file.starts_with("math_") || file.starts_with("stdio_"); }

} // namespace

Models::Models(const std::vector<std::filesystem::path>& folders, Linked linked) : linked_(linked) {
  for (const std::filesystem::path& folder : folders) {
    const std::filesystem::path index = folder / index_name;
    if (!std::filesystem::exists(index)) continue;
    std::istringstream lines(read_text_file(index));
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
      std::istringstream words(line);
      std::string function, file, kind;
      if (!(words >> function >> file >> kind) || (kind != "exact" && kind != "open"))
        throw InputError(TextPosition{index.string(), number},
                         "expected 'function file exact|open', found '" + line + "'");
      if (is_linked(function, kind, linked) && !is_left_to_engines(file)) files_.try_emplace(function, folder / file);
    }
  }
}

bool Models::may_call(std::string_view function) const {
  constexpr std::array replaceable{"calloc", "cfree", "free", "malloc", "realloc"};
  if (std::ranges::find(replaceable, function) != replaceable.end()) return false;
  return files_.contains(std::string(function)) || std::ranges::find(not_linked, function) != std::end(not_linked);
}

std::optional<std::filesystem::path> Models::file_of(std::string_view function) const {
  const bool is_checked =
      linked_ == Linked::Checked && std::ranges::find(reads_strings, function) != std::end(reads_strings);
  if (!is_checked && std::ranges::find(not_linked, function) != std::end(not_linked)) return std::nullopt;
  const auto found = files_.find(std::string(function));
  if (found == files_.end()) return std::nullopt;
  return found->second;
}

} // namespace tandem::clib
