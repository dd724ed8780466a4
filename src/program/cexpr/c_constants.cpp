// Literals with suffixes where C has them; the smallest signed values and 128-bit integers as constant expressions,
// since C has no literals for them. Floats are written as the shortest decimal that reads back to the same value.

#include "program/cexpr/c_constants.h"

#include "base/core/require.h"
#include "program/cexpr/c_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace tandem::cexpr {

namespace {

std::string unsigned_decimal(UInt128 value) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string_view suffix(IntegerKind kind) {
  switch (kind) {
  case IntegerKind::Bool:
  case IntegerKind::Char:
  case IntegerKind::SChar:
  case IntegerKind::UChar:
  case IntegerKind::Short:
  case IntegerKind::UShort:
  case IntegerKind::Int: return "";
  case IntegerKind::UInt: return "u";
  case IntegerKind::Long: return "l";
  case IntegerKind::ULong: return "ul";
  case IntegerKind::LongLong: return "ll";
  case IntegerKind::ULongLong: return "ull";
  case IntegerKind::Int128:
  case IntegerKind::UInt128: return "";
  }
  unreachable();
}

// C has no negative literals, and none as large as the smallest value's magnitude.
BoundText signed_text(Int128 value, std::uint32_t width, std::string_view end) {
  const Int128 smallest = -(Int128{1} << (width - 1));
  if (value == smallest) return {fmt::format("(-{}{} - 1)", decimal(-(value + 1)), end), Binding::Primary};
  return {fmt::format("{}{}", decimal(value), end), value < 0 ? Binding::Unary : Binding::Primary};
}

BoundText wide_text(const Expr& constant) {
  const UInt128 bits = constant.bits();
  const std::string type = c_type(constant.type());
  const Int128 value = constant.value();
  if (value >= std::numeric_limits<long long>::min() + 1 && value <= std::numeric_limits<long long>::max())
    return {fmt::format("({}){}ll", type, decimal(value)), Binding::Unary};
  const auto high = static_cast<std::uint64_t>(bits >> 64), low = static_cast<std::uint64_t>(bits);
  return {fmt::format("({})((unsigned __int128){}ull << 64 | {}ull)", type, high, low), Binding::Unary};
}

BoundText pointer_text(const Expr& constant) {
  const std::string_view end = constant.bits() == 0 ? "" : "ul";
  return {fmt::format("({}){}{}", c_type(constant.type()), unsigned_decimal(constant.bits()), end), Binding::Unary};
}

bool is_narrow(IntegerKind kind) { return kind < IntegerKind::Int; }

bool is_wide(IntegerKind kind) { return kind >= IntegerKind::Int128; }

constexpr int digits_of_long_double = 21; // enough to tell any two values apart

struct FloatFormat {
  std::string_view suffix;  // of literals
  std::string_view builtin; // of __builtin_inf and __builtin_nan
  int payload_bits;         // of a quiet NaN
};

FloatFormat format_of(FloatKind kind) {
  switch (kind) {
  case FloatKind::Float: return {"f", "f", 22};
  case FloatKind::Double: return {"", "", 51};
  case FloatKind::LongDouble: return {"l", "l", 62};
  }
  unreachable();
}

// fmt's shortest form is exact for float and double; for long double the number of digits is found by search.
std::string shortest(long double magnitude, FloatKind kind) {
  if (kind == FloatKind::Float) return fmt::format("{}", static_cast<float>(magnitude));
  if (kind == FloatKind::Double) return fmt::format("{}", static_cast<double>(magnitude));
  if (magnitude < 1e18L && magnitude == std::floor(magnitude)) return fmt::format("{:.0f}", magnitude);
  std::string text;
  for (int digits = 1; digits <= digits_of_long_double; ++digits) {
    text = fmt::format("{:.{}g}", magnitude, digits);
    if (std::strtold(text.c_str(), nullptr) == magnitude) break;
  }
  return text;
}

// The shortest decimal that reads back as the same value: what the user wrote, most of the time.
std::string finite_text(long double magnitude, FloatKind kind) {
  std::string text = shortest(magnitude, kind);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + std::string(format_of(kind).suffix);
}

std::string nan_text(long double value, FloatKind kind) {
  const FloatFormat format = format_of(kind);
  std::uint64_t mantissa = 0;
  std::memcpy(&mantissa, &value, sizeof mantissa);
  const std::uint64_t payload = (mantissa & ((std::uint64_t{1} << 62) - 1)) >> (62 - format.payload_bits);
  const std::string tag = payload == 0 ? "" : fmt::format("0x{:x}", payload);
  return fmt::format("__builtin_nan{}(\"{}\")", format.builtin, tag);
}

bool is_plain(unsigned char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

std::string escaped(unsigned char c) {
  switch (c) {
  case '\n': return "\\n";
  case '\t': return "\\t";
  case '"': return "\\\"";
  case '\\': return "\\\\";
  // Three octal digits end by themselves, whatever character follows.
  default: return fmt::format("\\{:03o}", c);
  }
}

} // namespace

std::string decimal(Int128 value) {
  if (value >= 0) return unsigned_decimal(static_cast<UInt128>(value));
  return "-" + unsigned_decimal(-static_cast<UInt128>(value));
}

std::string decimal(const Expr& integer) {
  return integer.type().is_signed() ? decimal(integer.value()) : unsigned_decimal(integer.bits());
}

bool fits_int(const Expr& integer) {
  const Int128 value = integer.value();
  if (integer.type().is_integer() && integer.type().integer_kind() == IntegerKind::UInt128 && value < 0) return false;
  return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
}

BoundText c_integer(const Expr& constant) {
  const Type& type = constant.type();
  if (type.is_pointer()) return pointer_text(constant);
  const IntegerKind kind = type.integer_kind();
  if (is_wide(kind)) return wide_text(constant);
  if (is_narrow(kind)) return {fmt::format("({}){}", c_type(type), decimal(constant.value())), Binding::Unary};
  if (type.is_signed()) return signed_text(constant.value(), type.width(), suffix(kind));
  return {unsigned_decimal(constant.bits()) + std::string(suffix(kind)), Binding::Primary};
}

BoundText c_plain_integer(const Expr& constant) {
  return fits_int(constant) ? signed_text(constant.value(), 32, "") : c_integer(constant);
}

BoundText c_float(const Expr& constant) {
  const long double value = constant.float_value();
  const FloatKind kind = constant.type().float_kind();
  const long double magnitude = std::signbit(value) ? -value : value;
  std::string text;
  if (std::isnan(value))
    text = nan_text(value, kind);
  else if (std::isinf(value))
    text = fmt::format("__builtin_inf{}()", format_of(kind).builtin);
  else
    text = finite_text(magnitude, kind);
  if (std::signbit(value)) return {"-" + text, Binding::Unary};
  return {text, Binding::Postfix};
}

std::string c_string_literal(std::string_view bytes) {
  std::string text = "\"";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    const bool trigraph = c == '?' && i > 0 && bytes[i - 1] == '?';
    text += trigraph ? "\\?" : is_plain(c) ? std::string(1, bytes[i]) : escaped(c);
  }
  return text + "\"";
}

} // namespace tandem::cexpr
