// Kinds of undefined or unwanted behaviour that a program can be checked for, as --check names them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

enum class CheckKind : std::uint8_t {
  Overflow,
  Div,
  Shift,
  UnsignedOverflow,
  Conversion,
  Float,
  Memory, // accesses are inside objects that exist
  Bounds, // indices are below the lengths of arrays, accesses inside their objects
  Null,
  Free,
  Leak,
  Cleanup,
  PointerCompare,
  Uninit,
  Enum,
};

struct CheckDescription {
  CheckKind kind;
  std::string_view name;    // "overflow"
  std::string_view summary; // for --help
};
std::span<const CheckDescription> all_checks();
std::string_view name(CheckKind kind);

// The property of SV-COMP that a failing check violates: "valid-deref"; empty if there is none.
std::string_view violated_property(CheckKind kind);

// The name by which properties know the calls that report a failing check: "__tandem_check_overflow".
std::string check_function(CheckKind kind);

// "overflow,div"; `memory`, `standard` and `all` are several kinds. Sorted, each once. Throws InputError with what
// would be accepted.
std::vector<CheckKind> parse_checks(const std::vector<std::string>& names);

// A place that is checked.
struct CheckTarget {
  CheckKind kind = CheckKind::Overflow;
  std::string text; // what has to hold: "`a + b` fits int"
};

} // namespace tandem
