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
    "bsearch", "calloc", "cfree",   "malloc_usable_size", "memcmp", "memcpy", "memmove",
    "memset",  "qsort",  "realloc", "reallocarray",       "strcmp", "strlen", "strncmp"};

// Of math.h, with and without f and l: operations that solvers have.
constexpr std::string_view operations[] = {"__finite", "__fpclassify", "__isinf", "__isnan",  "__signbit", "ceil",
                                           "fabs",     "finite",       "floor",   "fmax",     "fmin",      "fpclassify",
                                           "isfinite", "isinf",        "isnan",   "isnormal", "nearbyint", "rint",
                                           "round",    "signbit",      "trunc"};

bool is_operation(std::string_view function) {
  const auto is_known = [](std::string_view name) {
    return std::ranges::find(operations, name) != std::end(operations);
  };
  const bool has_suffix = function.ends_with('f') || function.ends_with('l');
  return is_known(function) || (has_suffix && is_known(function.substr(0, function.size() - 1)));
}

// Exact, but of no use without open ones: what they set, getenv and rand read, and the real functions set the real
// errno.
constexpr std::string_view set_environment[] = {"__errno_location", "clearenv", "environ", "errno",
                                                "putenv",           "srand",    "srandom", "unsetenv"};

// Built in; how far they read depends on what they find.
constexpr std::string_view reads_strings[] = {"strcmp", "strlen", "strncmp"};

bool is_linked(std::string_view function, std::string_view kind, Linked linked) {
  if (linked != Linked::Exact) return true;
  return kind == "exact" && std::ranges::find(set_environment, function) == std::end(set_environment);
}

// Formatted output: engines format text themselves.
constexpr std::string_view formatted_output[] = {"fprintf",  "printf",  "snprintf",  "sprintf",
                                                 "vfprintf", "vprintf", "vsnprintf", "vsprintf"};

// A program that is run prints what it prints, and reads standard input.
bool is_left_to_engines(std::string_view function, std::string_view file, Linked linked) {
  if (!file.starts_with("stdio_")) return false;
  return linked == Linked::Exact || std::ranges::find(formatted_output, function) != std::end(formatted_output);
}

bool is_built_in(std::string_view function) {
  return std::ranges::find(not_linked, function) != std::end(not_linked) || is_operation(function);
}

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
      if (is_linked(function, kind, linked) && !is_left_to_engines(function, file, linked))
        files_.try_emplace(function, folder / file);
    }
  }
}

bool Models::may_call(std::string_view function) const {
  constexpr std::array replaceable{"calloc", "cfree", "free", "malloc", "realloc"};
  if (std::ranges::find(replaceable, function) != replaceable.end()) return false;
  return files_.contains(std::string(function)) || is_built_in(function);
}

std::optional<std::filesystem::path> Models::file_of(std::string_view function) const {
  const bool is_checked =
      linked_ == Linked::Checked && std::ranges::find(reads_strings, function) != std::end(reads_strings);
  if (!is_checked && is_built_in(function)) return std::nullopt;
  const auto found = files_.find(std::string(function));
  if (found == files_.end()) return std::nullopt;
  return found->second;
}

} // namespace tandem::clib
