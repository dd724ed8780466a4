// A decimal number followed by a unit from a table; both kinds of amounts share the parser.

#include "base/core/limits.h"

#include "base/core/input_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <span>
#include <string>

namespace tandem {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array duration_units{Unit{"", 1e3}, Unit{"ms", 1}, Unit{"s", 1e3}, Unit{"min", 6e4}, Unit{"h", 3.6e6}};

constexpr std::array size_units{Unit{"b", 1},
                                Unit{"kb", 1e3},
                                Unit{"mb", 1e6},
                                Unit{"gb", 1e9},
                                Unit{"kib", 1024},
                                Unit{"mib", 1024.0 * 1024},
                                Unit{"gib", 1024.0 * 1024 * 1024}};

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The amount in the smallest unit. Amounts stay far below where doubles lose whole numbers.
std::uint64_t parse_amount(std::string_view text, std::span<const Unit> units, const char* expected) {
  const auto fail = [&] { return InputError("'" + std::string(text) + "' is not " + expected); };
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) throw fail();
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const auto unit = std::ranges::find(units, lower_case(rest), &Unit::name);
  if (unit == units.end()) throw fail();
  const double amount = number * unit->factor;
  if (!(amount >= 1 && amount < 1e15)) throw fail();
  return static_cast<std::uint64_t>(std::llround(amount));
}

} // namespace

std::chrono::milliseconds parse_duration(std::string_view text) {
  return std::chrono::milliseconds(
      parse_amount(text, duration_units, "a time; write for example 500ms, 90s, 2min or 1h"));
}

std::uint64_t parse_size(std::string_view text) {
  return parse_amount(text, size_units, "an amount of memory; write for example 500MB, 4GB or 2GiB");
}

} // namespace tandem
