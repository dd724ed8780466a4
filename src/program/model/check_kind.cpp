#include "program/model/check_kind.h"

#include "base/core/input_error.h"
#include "base/core/require.h"

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
    CheckDescription{CheckKind::Memory, "memory",
                     "accesses outside of objects, to freed memory, to variables out of scope; bounds and free, too"},
    CheckDescription{CheckKind::Bounds, "bounds", "indices and accesses outside of arrays and objects"},
    CheckDescription{CheckKind::Null, "null", "accesses through null pointers"},
    CheckDescription{CheckKind::Free, "free", "free and realloc of what is no allocated block"},
    CheckDescription{CheckKind::Leak, "leak", "allocated blocks that no pointer leads to at the end"},
    CheckDescription{CheckKind::Cleanup, "cleanup", "allocated blocks that are not freed at the end"},
    CheckDescription{CheckKind::PointerCompare, "pointer-compare",
                     "order and difference of pointers to different objects"},
    CheckDescription{CheckKind::Uninit, "uninit", "values that are used but were never written"},
    CheckDescription{CheckKind::Enum, "enum", "values of an enum object that are none of its enumerators"},
};

// Names for several kinds.
struct CheckGroup {
  std::string_view name;
  std::vector<CheckKind> kinds;
};

std::vector<CheckGroup> groups() {
  using enum CheckKind;
  std::vector<CheckKind> all;
  for (const CheckDescription& each : descriptions) all.push_back(each.kind);
  return {{"memory", {Memory, Bounds, Free}},
          {"standard", {Memory, Bounds, Free, Overflow, Div, Shift}},
          {"all", std::move(all)}};
}

} // namespace

std::span<const CheckDescription> all_checks() { return descriptions; }

std::string_view name(CheckKind kind) { return descriptions[static_cast<std::size_t>(kind)].name; }

std::string check_function(CheckKind kind) {
  std::string result = "__tandem_check_" + std::string(name(kind));
  std::ranges::replace(result, '-', '_');
  return result;
}

std::string_view violated_property(CheckKind kind) {
  switch (kind) {
  case CheckKind::Overflow: return "no-overflow";
  case CheckKind::Memory:
  case CheckKind::Bounds:
  case CheckKind::Null: return "valid-deref";
  case CheckKind::Free: return "valid-free";
  case CheckKind::Leak: return "valid-memtrack";
  case CheckKind::Cleanup: return "valid-memcleanup";
  case CheckKind::Div:
  case CheckKind::Shift:
  case CheckKind::UnsignedOverflow:
  case CheckKind::Conversion:
  case CheckKind::Float:
  case CheckKind::PointerCompare:
  case CheckKind::Uninit:
  case CheckKind::Enum: return {};
  }
  unreachable();
}

std::vector<CheckKind> parse_checks(const std::vector<std::string>& names) {
  std::vector<CheckKind> result;
  const std::vector<CheckGroup> several = groups();
  for (const std::string& wanted : names) {
    const auto group = std::ranges::find(several, wanted, &CheckGroup::name);
    const auto found = std::ranges::find(descriptions, wanted, &CheckDescription::name);
    if (group != several.end()) {
      result.insert(result.end(), group->kinds.begin(), group->kinds.end());
    } else if (found != descriptions.end()) {
      result.push_back(found->kind);
    } else {
      std::vector<std::string_view> accepted;
      for (const CheckDescription& each : descriptions) accepted.push_back(each.name);
      throw InputError(
          fmt::format("there is no check '{}'; accepted are {}, standard and all", wanted, fmt::join(accepted, ", ")));
    }
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

} // namespace tandem
