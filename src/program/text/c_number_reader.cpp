// Types of integer constants follow C17 6.4.4.1. Floats are parsed by the host's strtof, strtod or strtold, which
// round correctly.

#include "program/text/c_number_reader.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace tandem::text {

namespace {

[[noreturn]] void refuse(const Token& token, const TextPosition& position, const char* what) {
  throw InputError(position_of(token, position), std::string(what) + " " + shown(token));
}

struct Suffix {
  bool is_unsigned = false;
  int longs = 0;
};

std::optional<Suffix> read_suffix(std::string_view text) {
  Suffix suffix;
  while (!text.empty()) {
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    if (c == 'u' && !suffix.is_unsigned) {
      suffix.is_unsigned = true;
      text.remove_prefix(1);
    } else if (c == 'l' && suffix.longs == 0) {
      suffix.longs = text.size() > 1 && text[1] == text[0] ? 2 : 1;
      text.remove_prefix(static_cast<std::size_t>(suffix.longs));
    } else {
      return std::nullopt;
    }
  }
  return suffix;
}

unsigned digit_value(char c) {
  if (std::isdigit(static_cast<unsigned char>(c)) != 0) return static_cast<unsigned>(c - '0');
  if (std::isxdigit(static_cast<unsigned char>(c)) != 0) return static_cast<unsigned>((c | 32) - 'a' + 10);
  return 255;
}

// C17 6.4.4.1: the first type in the list that can hold the value.
const Type* integer_type(const TypeTable& types, UInt128 value, Suffix suffix, bool is_decimal) {
  constexpr std::array kinds{IntegerKind::Int,   IntegerKind::UInt,     IntegerKind::Long,
                             IntegerKind::ULong, IntegerKind::LongLong, IntegerKind::ULongLong};
  for (std::size_t i = static_cast<std::size_t>(suffix.longs) * 2; i < kinds.size(); ++i) {
    const Type& type = types.integer(kinds[i]);
    if (suffix.is_unsigned && type.is_signed()) continue;
    if (!suffix.is_unsigned && is_decimal && !type.is_signed()) continue;
    const std::uint32_t bits = type.is_signed() ? type.width() - 1 : type.width();
    if (value < UInt128{1} << bits) return &type;
  }
  return nullptr;
}

} // namespace

const Expr& read_integer(Context& context, const Token& token, const TextPosition& position) {
  std::string_view text = token.text;
  unsigned base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (base != 10)
    text.remove_prefix(2);
  else if (text.size() > 1 && text[0] == '0')
    base = 8;
  UInt128 value = 0;
  std::size_t digits = 0;
  for (; !text.empty() && digit_value(text.front()) < base; text.remove_prefix(1), ++digits) {
    if (value >> 64 != 0) refuse(token, position, "this constant is too large:");
    value = value * base + digit_value(text.front());
  }
  const auto suffix = read_suffix(text);
  if (digits == 0 || !suffix) refuse(token, position, "this is not a number:");
  const Type* type = integer_type(context.types(), value, *suffix, base == 10);
  if (type == nullptr) refuse(token, position, "this constant is too large:");
  return context.integer(*type, value);
}

const Expr& read_float(Context& context, const Token& token, const TextPosition& position) {
  std::string digits(token.text);
  FloatKind kind = FloatKind::Double;
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  const char last = static_cast<char>(std::tolower(static_cast<unsigned char>(digits.back())));
  if (last == 'f' && (!is_hex || digits.find_first_of("pP") != std::string::npos)) kind = FloatKind::Float;
  if (last == 'l') kind = FloatKind::LongDouble;
  if (kind != FloatKind::Double) digits.pop_back();
  const Type& type = context.types().floating(kind);
  char* end = nullptr;
  // Parsed as the type itself, so that the decimal digits are rounded only once.
  long double value = 0;
  switch (kind) {
  case FloatKind::Float: value = std::strtof(digits.c_str(), &end); break;
  case FloatKind::Double: value = std::strtod(digits.c_str(), &end); break;
  case FloatKind::LongDouble: value = std::strtold(digits.c_str(), &end); break;
  }
  if (end != digits.c_str() + digits.size()) refuse(token, position, "this is not a number:");
  return context.floating(type, value);
}

const Expr& read_character(Context& context, const Token& token, const TextPosition& position) {
  const std::string bytes = unescaped(token, position);
  if (bytes.size() != 1) refuse(token, position, "expected one character but found");
  return context.integer(context.types().int_type(), int{static_cast<signed char>(bytes[0])});
}

const Expr& read_builtin_float(Context& context, const Token& name, const std::string& payload,
                               const TextPosition& position) {
  const std::string_view base = name.text.substr(0, std::strlen("__builtin_inf"));
  const std::string_view suffix = name.text.substr(base.size());
  FloatKind kind = FloatKind::Double;
  if (suffix == "f") kind = FloatKind::Float;
  if (suffix == "l") kind = FloatKind::LongDouble;
  if (kind == FloatKind::Double && !suffix.empty()) refuse(name, position, "calls are not allowed here:");
  const Type& type = context.types().floating(kind);
  if (base == "__builtin_inf") return context.floating(type, std::numeric_limits<long double>::infinity());
  switch (kind) {
  case FloatKind::Float: return context.floating(type, std::nanf(payload.c_str()));
  case FloatKind::Double: return context.floating(type, std::nan(payload.c_str()));
  case FloatKind::LongDouble: return context.floating(type, std::nanl(payload.c_str()));
  }
  refuse(name, position, "calls are not allowed here:");
}

std::optional<const Expr*> fold_literal(Context& context, BinaryOp op, const Expr& left, const Expr& right) {
  const Type& type = left.type();
  if (!type.is_integer() || !right.type().is_integer()) return std::nullopt;
  const bool is_wide = type.width() == 128;
  const bool keeps_type = right.type().is_signed() && right.type().width() <= type.width();
  if (op == BinaryOp::Sub && keeps_type && type.is_signed() && right.bits() == 1) {
    const UInt128 smallest = UInt128{1} << (type.width() - 1);
    if (static_cast<UInt128>(left.value()) - 1 == static_cast<UInt128>(static_cast<Int128>(0)) - smallest)
      return &context.integer(type, smallest);
  }
  if (is_wide && op == BinaryOp::Shl && right.value() == 64) return &context.integer(type, left.bits() << 64);
  if (is_wide && op == BinaryOp::BitOr && (left.bits() & ~std::uint64_t{0}) == 0 && !right.type().is_signed())
    return &context.integer(type, left.bits() | right.bits());
  return std::nullopt;
}

} // namespace tandem::text
