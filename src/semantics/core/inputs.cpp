// Integers are read modulo 2^128 and then truncated to the type; decimal floats are converted by the host directly to
// the precision of the type. Random values prefer small numbers and the neighbours of powers of two (splitmix64).

#include "semantics/core/inputs.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "base/core/xml_reader.h"
#include "semantics/core/float_bits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace tandem::semantics {

namespace {

struct Number {
  bool is_float = false;
  UInt128 integer = 0; // modulo 2^128
  long double real = 0;
};

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<unsigned char> escape(std::string_view text) {
  constexpr std::string_view letters = "ntr0abfv\\'\"?";
  constexpr std::string_view meanings("\n\t\r\0\a\b\f\v\\'\"?", 12);
  if (text.size() == 1 && letters.find(text[0]) != std::string_view::npos)
    return static_cast<unsigned char>(meanings[letters.find(text[0])]);
  if (text.empty()) return std::nullopt;
  const bool hex = text[0] == 'x';
  const std::string digits(hex ? text.substr(1) : text);
  char* end = nullptr;
  const unsigned long value = std::strtoul(digits.c_str(), &end, hex ? 16 : 8);
  if (digits.empty() || *end != '\0' || value > 255) return std::nullopt;
  return static_cast<unsigned char>(value);
}

std::optional<Number> read_character(std::string_view text) {
  if (text.size() < 3 || text.back() != '\'') return std::nullopt;
  const std::string_view inner = text.substr(1, text.size() - 2);
  std::optional<unsigned char> byte;
  if (inner.size() == 1) byte = static_cast<unsigned char>(inner[0]);
  if (inner.size() > 1 && inner[0] == '\\') byte = escape(inner.substr(1));
  if (!byte) return std::nullopt;
  return Number{.integer = static_cast<UInt128>(static_cast<Int128>(static_cast<signed char>(*byte)))};
}

std::optional<UInt128> read_digits(std::string_view digits, unsigned base) {
  if (digits.empty()) return std::nullopt;
  UInt128 value = 0;
  for (const char c : digits) {
    const int digit = std::isdigit(static_cast<unsigned char>(c)) ? c - '0'
                      : std::isxdigit(static_cast<unsigned char>(c))
                          ? std::tolower(static_cast<unsigned char>(c)) - 'a' + 10
                          : 99;
    if (digit >= static_cast<int>(base)) return std::nullopt;
    value = value * base + static_cast<unsigned>(digit);
  }
  return value;
}

std::optional<Number> read_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const bool octal = !hex && text.size() > 1 && text[0] == '0';
  const auto magnitude = hex ? read_digits(text.substr(2), 16) : read_digits(text, octal ? 8 : 10);
  if (!magnitude) return std::nullopt;
  return Number{.integer = negative ? UInt128{0} - *magnitude : *magnitude};
}

std::optional<Number> read_real(std::string_view text) {
  const std::string copy(text);
  if (copy.empty() || std::isspace(static_cast<unsigned char>(copy[0]))) return std::nullopt;
  char* end = nullptr;
  const long double value = std::strtold(copy.c_str(), &end);
  if (end == copy.c_str() || *end != '\0') return std::nullopt;
  return Number{.is_float = true, .real = value};
}

// 0x1F ends in a digit, not in a suffix, so the plain text is tried before each suffix letter is removed.
std::optional<Number> read_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('\'')) return read_character(text);
  for (int suffixes = 0; suffixes <= 4; ++suffixes) {
    if (const auto integer = read_integer(text)) return integer;
    if (const auto real = read_real(text)) return real;
    if (text.empty() || std::string_view("lLuUfF").find(text.back()) == std::string_view::npos) break;
    text.remove_suffix(1);
  }
  if (text == "true") return Number{.integer = 1};
  if (text == "false") return Number{.integer = 0};
  return std::nullopt;
}

UInt128 low_bits(UInt128 bits, std::uint32_t width) { return width >= 128 ? bits : bits & ((UInt128{1} << width) - 1); }

std::uint64_t next_random(std::uint64_t& state) { // splitmix64
  state += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

} // namespace

std::optional<UInt128> read_value(std::string_view text, const Type& type) {
  const auto number = read_number(text);
  if (!number) return std::nullopt;
  const Int128 integer = static_cast<Int128>(number->integer);
  if (type.is_float()) {
    // A double that is written in decimal must not be rounded twice.
    if (!number->is_float) return float_to_bits(type.float_kind(), static_cast<long double>(integer));
    const std::string copy(trimmed(text));
    if (type.float_kind() == FloatKind::Float)
      return float_to_bits(FloatKind::Float, std::strtof(copy.c_str(), nullptr));
    if (type.float_kind() == FloatKind::Double)
      return float_to_bits(FloatKind::Double, std::strtod(copy.c_str(), nullptr));
    return float_to_bits(FloatKind::LongDouble, number->real);
  }
  if (type.is_bool()) return number->is_float ? number->real != 0 : integer != 0;
  if (!number->is_float) return low_bits(number->integer, type.width());
  if (!std::isfinite(number->real) || std::fabs(number->real) >= 0x1p127L) return std::nullopt;
  return low_bits(static_cast<UInt128>(static_cast<Int128>(number->real)), type.width());
}

bool is_value(std::string_view text) { return read_number(text).has_value(); }

std::string write_value(UInt128 bits, const Type& type) {
  if (type.is_float()) {
    const long double value = float_from_bits(type.float_kind(), bits);
    if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    const int digits = type.float_kind() == FloatKind::Float ? 9 : type.float_kind() == FloatKind::Double ? 17 : 21;
    std::string text = fmt::format("{:.{}g}", value, digits);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  const UInt128 sign = type.is_signed() ? UInt128{1} << (type.width() - 1) : 0;
  const Int128 value = static_cast<Int128>((bits ^ sign) - sign);
  if (!type.is_signed()) return fmt::format("{}", bits);
  return fmt::format("{}", value);
}

UInt128 random_bits(const Type& type, std::uint64_t& state) {
  const std::uint64_t choice = next_random(state);
  const UInt128 bits = (UInt128{next_random(state)} << 64) | next_random(state);
  if (type.is_float()) {
    const bool whole = choice % 2 == 0;
    const long double value = whole ? static_cast<long double>(static_cast<std::int64_t>(bits % 201) - 100)
                                    : std::ldexp(static_cast<long double>(static_cast<std::int64_t>(bits)),
                                                 static_cast<int>((choice >> 8) % 80) - 70);
    return float_to_bits(type.float_kind(), value);
  }
  const UInt128 small = static_cast<UInt128>(static_cast<Int128>(static_cast<std::int64_t>(bits % 41) - 20));
  const UInt128 power = (UInt128{1} << (bits % type.width())) + static_cast<UInt128>((choice >> 8) % 3) - 1;
  if (choice % 4 == 0) return low_bits(bits, type.width());
  return low_bits(choice % 4 == 1 ? power : small, type.width());
}

TextInputs::TextInputs(std::vector<std::string> texts, Exhaustion exhaustion, std::uint64_t seed)
    : texts_(std::move(texts)), exhaustion_(exhaustion), random_state_(seed) {
  for (const std::string& text : texts_)
    if (!is_value(text))
      throw InputError("'" + text + "' is no input value; accepted are numbers such as 7, -3, 0x1F, 1.5 and 'a'");
}

std::optional<UInt128> TextInputs::next(const InputRequest& request) {
  if (used_ < texts_.size()) {
    const std::string& text = texts_[used_++];
    const auto bits = read_value(text, request.type);
    if (!bits) throw InputError("the input value '" + text + "' does not fit the type it is asked for");
    return bits;
  }
  switch (exhaustion_) {
  case Exhaustion::Stop: return std::nullopt;
  case Exhaustion::Zero: return UInt128{0};
  case Exhaustion::Random: return random_bits(request.type, random_state_);
  }
  unreachable();
}

std::vector<std::string> split_inputs(std::string_view list) {
  std::vector<std::string> values;
  if (trimmed(list).empty()) return values;
  std::string current;
  bool quoted = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '\'' && !(quoted && i > 0 && list[i - 1] == '\\')) quoted = !quoted;
    if (c == ',' && !quoted) {
      values.push_back(std::string(trimmed(current)));
      current.clear();
    } else {
      current += c;
    }
  }
  values.push_back(std::string(trimmed(current)));
  return values;
}

std::vector<std::string> read_test_case(const std::filesystem::path& file) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 24;
  const XmlElement test = XmlElement::read_text(read_text_file(file, most_bytes), file.string());
  if (test.name() != "testcase") test.fail("not a test case; a <testcase> element was expected");
  std::vector<std::string> values;
  for (const XmlElement& input : test.children("input")) {
    values.push_back(input.text());
    if (!is_value(values.back())) input.fail("the input '" + values.back() + "' is no number and no character");
  }
  return values;
}

} // namespace tandem::semantics
