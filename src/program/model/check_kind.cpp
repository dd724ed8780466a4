#include "program/model/check_kind.h"

#include "base/core/input_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace tandem {

namespace {

constexpr std::array descriptions{
    CheckDescription{CheckKind::Overflow, "overflow", "signed integers: results that do not fit the type"},
    CheckDescription{CheckKind::Div, "div", "integers: division by zero"},
    CheckDescription{CheckKind::Shift, "shift",
                     "shifts by too much, and of signed numbers to the left that do not fit"},
    CheckDescription{CheckKind::UnsignedOverflow, "unsigned-overflow", "unsigned integers: results that wrap around"},
    CheckDescription{CheckKind::Conversion, "conversion", "conversions to integers that change the value"},
    CheckDescription{CheckKind::Float, "float", "floats: results that are infinite or not a number"},
};

constexpr std::string_view every_check = "all";

} // namespace

std::span<const CheckDescription> all_checks() { return descriptions; }

std::string_view name(CheckKind kind) { return descriptions[static_cast<std::size_t>(kind)].name; }

std::string check_function(CheckKind kind) {
  std::string result = "__tandem_check_" + std::string(name(kind));
  std::ranges::replace(result, '-', '_');
  return result;
}

std::vector<CheckKind> parse_checks(const std::vector<std::string>& names) {
  std::vector<CheckKind> result;
  for (const std::string& wanted : names) {
    const auto found = std::ranges::find(descriptions, wanted, &CheckDescription::name);
    if (wanted == every_check) {
      for (const CheckDescription& each : descriptions) result.push_back(each.kind);
    } else if (found != descriptions.end()) {
      result.push_back(found->kind);
    } else {
      std::vector<std::string_view> accepted;
      for (const CheckDescription& each : descriptions) accepted.push_back(each.name);
      throw InputError(fmt::format("there is no check '{}'; accepted are {} and {}", wanted, fmt::join(accepted, ", "),
                                   every_check));
    }
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

} // namespace tandem
