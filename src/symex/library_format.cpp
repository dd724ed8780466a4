// printf, sprintf and their relatives, of formats that are known: %d %i %u %x %X %o %c %s %% with a width,
// the flags - and 0, and lengths. Text of symbolic length is a list of characters with a symbolic length; a digit is
// found by comparing with multiples of powers of the base, which is far easier for a solver than a division by ten. All
// other formats are left to what clib/effects.h says of the functions. Writing to a stream succeeds.

#include "program/model/calling_convention.h"
#include "symex/library_call.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace tandem::symex {

using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

namespace {

constexpr std::uint32_t longest = 256;             // of formats, and of the text that is made
constexpr std::uint64_t largest_size = 0x7FFFFFFF; // POSIX: a larger one is an error

// Characters up to a length that depends on the path.
class Text {
public:
  explicit Text(smt::Terms& terms) : terms_(terms), length_(terms.bv(32, 0)) {}

  smt::Term length() const { return length_; }
  std::uint32_t most() const { return static_cast<std::uint32_t>(characters_.size()); }
  std::uint32_t least() const { return least_; }
  smt::Term character(std::uint32_t i) const { return characters_[i]; }
  smt::Term reaches(std::uint32_t i) const {
    return i < least_ ? terms_.true_() : terms_.bv_ult(terms_.bv(32, i), length_);
  }

  // Adds the character if the condition holds.
  void add(smt::Term character, smt::Term condition) {
    if (terms_.is_false(condition)) return;
    characters_.push_back(character);
    for (std::uint32_t i = least_; i + 1 < most(); ++i) {
      const smt::Term here = terms_.and_(condition, terms_.eq(length_, terms_.bv(32, i)));
      characters_[i] = terms_.ite(here, character, characters_[i]);
    }
    if (terms_.is_true(condition)) ++least_;
    length_ = terms_.bv_add(length_, terms_.bool_to_bv(condition, 32));
  }
  void add(char character) { add(terms_.bv(8, static_cast<unsigned char>(character)), terms_.true_()); }
  void add(const Text& other) {
    for (std::uint32_t i = 0; i < other.most(); ++i) add(other.character(i), other.reaches(i));
  }
  // Fills what `used` lacks to the width.
  void pad(char character, smt::Term used, std::uint32_t least_used, std::uint32_t width) {
    for (std::uint32_t i = 0; least_used + i < width; ++i)
      add(terms_.bv(8, static_cast<unsigned char>(character)),
          terms_.bv_ult(terms_.bv_add(used, terms_.bv(32, i)), terms_.bv(32, width)));
  }

private:
  smt::Terms& terms_;
  std::vector<smt::Term> characters_;
  smt::Term length_;
  std::uint32_t least_ = 0;
};

// Where the values to be printed come from: arguments of the call, or a list.
class Values {
public:
  Values(Call& call, std::size_t next) : call_(call), next_(next) {}
  Values(Call& call, smt::Term list) : call_(call), list_(list) {}

  std::optional<smt::Term> take(const Type& wanted) {
    if (list_) return take_listed_argument(call_, *list_, wanted);
    if (next_ >= call_.count()) return std::nullopt;
    const Type& given = call_.type(next_);
    if (!is_passed_alike(given, wanted, call_.executor().program().data_model())) return std::nullopt;
    const smt::Term value = call_.argument(next_++);
    if (given.is_pointer() != wanted.is_pointer()) return std::nullopt;
    return call_.terms().bv_extract(value, wanted.width() - 1, 0);
  }

private:
  Call& call_;
  std::size_t next_ = 0;
  std::optional<smt::Term> list_;
};

struct Directive {
  bool left = false, zero = false;
  std::uint32_t width = 0;
  std::string length;
  char conversion = 0;
};

class Formatter {
public:
  Formatter(Call& call, Values values) : call_(call), terms_(call.terms()), values_(values), text_(terms_) {}

  // Nullopt: something is not known, or not modelled.
  std::optional<Text> format(const std::string& format) {
    for (std::size_t at = 0; at < format.size() && text_.most() <= longest;) {
      if (format[at] != '%')
        text_.add(format[at++]);
      else if (!write(read_directive(format, ++at)))
        return std::nullopt;
    }
    if (text_.most() > longest) return std::nullopt;
    return text_;
  }

private:
  static Directive read_directive(const std::string& format, std::size_t& at) {
    const auto peek = [&] { return at < format.size() ? format[at] : '\0'; };
    Directive result;
    for (; peek() == '-' || peek() == '0'; ++at) (peek() == '-' ? result.left : result.zero) = true;
    for (; peek() >= '0' && peek() <= '9' && result.width < longest; ++at)
      result.width = result.width * 10 + static_cast<std::uint32_t>(peek() - '0');
    while (peek() != '\0' && std::string_view("hljzt").find(peek()) != std::string_view::npos)
      result.length += format[at++];
    result.conversion = peek();
    ++at;
    return result;
  }

  bool write(const Directive& directive) {
    if (directive.width >= longest) return false;
    switch (directive.conversion) {
    case '%': return text_.add('%'), directive.width == 0;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return write_integer(directive);
    case 'c': return directive.length.empty() && write_character(directive);
    case 's': return directive.length.empty() && write_string(directive);
    default: return false;
    }
  }

  const Type& integer_type(const std::string& length) const {
    const TypeTable& types = call_.types();
    if (length == "l" || length == "z" || length == "t") return types.size_type();
    return types.integer(length == "ll" || length == "j" ? IntegerKind::ULongLong : IntegerKind::UInt);
  }

  const Type& string_type() const {
    TypeTable& types = call_.executor().program().context().types();
    return types.pointer_to(types.integer(IntegerKind::Char));
  }

  bool write_integer(const Directive& directive) {
    constexpr std::string_view lengths[] = {"", "h", "hh", "l", "ll", "j", "z", "t"};
    if (std::ranges::find(lengths, directive.length) == std::end(lengths)) return false;
    std::optional<smt::Term> value = values_.take(integer_type(directive.length));
    if (!value) return false;
    if (directive.length.starts_with('h')) value = terms_.bv_extract(*value, directive.length == "h" ? 15 : 7, 0);
    const std::uint32_t width = terms_.width(*value);
    const bool is_signed = directive.conversion == 'd' || directive.conversion == 'i';
    const smt::Term negative = is_signed ? terms_.bv_slt(*value, terms_.bv(width, 0)) : terms_.false_();
    const std::uint32_t base = directive.conversion == 'o' ? 8 : is_signed || directive.conversion == 'u' ? 10 : 16;
    const Text number = digits(terms_.ite(negative, terms_.bv_neg(*value), *value), base, directive.conversion == 'X');
    Text sign(terms_);
    sign.add(terms_.bv(8, '-'), negative);
    put(directive, sign, number, directive.zero && !directive.left ? '0' : ' ');
    return true;
  }

  // From the first to the last. With a sum of powers of two times the place, a digit takes one subtraction for each
  // bit.
  Text digits(smt::Term value, std::uint32_t base, bool upper) {
    const std::uint32_t width = terms_.width(value);
    const UInt128 limit = UInt128{1} << width;
    std::vector<UInt128> places;
    for (UInt128 place = 1; place < limit; place *= base) places.push_back(place);
    Text result(terms_);
    smt::Term rest = value;
    for (std::size_t i = places.size(); i-- > 0;) {
      smt::Term digit = terms_.bv(8, 0);
      for (const std::uint32_t part : {8U, 4U, 2U, 1U}) {
        const UInt128 weight = places[i] * part;
        if (part >= base || weight >= limit) continue;
        const smt::Term subtracted = terms_.bv(width, static_cast<std::uint64_t>(weight));
        const smt::Term has = terms_.bv_ule(subtracted, rest);
        rest = terms_.ite(has, terms_.bv_sub(rest, subtracted), rest);
        digit = terms_.bv_or(digit, terms_.ite(has, terms_.bv(8, part), terms_.bv(8, 0)));
      }
      const smt::Term letter = terms_.bv_add(digit, terms_.bv(8, (upper ? 'A' : 'a') - 10));
      const smt::Term numeral = terms_.bv_add(digit, terms_.bv(8, '0'));
      const smt::Term character =
          base == 16 ? terms_.ite(terms_.bv_ult(digit, terms_.bv(8, 10)), numeral, letter) : numeral;
      result.add(character, i == 0 ? terms_.true_()
                                   : terms_.bv_ule(terms_.bv(width, static_cast<std::uint64_t>(places[i])), value));
    }
    return result;
  }

  bool write_character(const Directive& directive) {
    const std::optional<smt::Term> value = values_.take(call_.types().int_type());
    if (!value || directive.zero) return false;
    Text text(terms_);
    text.add(terms_.bv_extract(*value, 7, 0), terms_.true_());
    put(directive, Text(terms_), text, ' ');
    return true;
  }

  // Of strings whose end is known, if not which character is the first zero.
  bool write_string(const Directive& directive) {
    const std::optional<smt::Term> start = values_.take(string_type());
    if (!start || directive.zero || !call_.constant(*start) || *call_.constant(*start) == 0) return false;
    Text text(terms_);
    smt::Term goes_on = terms_.true_();
    for (std::uint32_t i = 0; i < longest; ++i) {
      const smt::Term character = byte_at(call_, *start, i);
      goes_on = terms_.and_(goes_on, terms_.not_(terms_.eq(character, terms_.bv(8, 0))));
      if (terms_.is_false(goes_on)) return put(directive, Text(terms_), text, ' '), true;
      text.add(character, goes_on);
      if (!is_inside(*start, i + 1)) return false;
    }
    return false;
  }

  bool is_inside(smt::Term start, std::uint32_t offset) const {
    const auto object = call_.memory().object_at(*call_.constant(start));
    if (!object) return false;
    const auto& found = call_.memory().object(*object);
    return *call_.constant(start) + offset < found.address + found.size;
  }

  void put(const Directive& directive, const Text& sign, const Text& content, char fill) {
    const smt::Term used = terms_.bv_add(sign.length(), content.length());
    const std::uint32_t least = sign.least() + content.least();
    if (!directive.left && fill == ' ') text_.pad(' ', used, least, directive.width);
    text_.add(sign);
    if (!directive.left && fill == '0') text_.pad('0', used, least, directive.width);
    text_.add(content);
    if (directive.left) text_.pad(' ', used, least, directive.width);
  }

public:
  static smt::Term byte_at(Call& call, smt::Term start, std::uint32_t i) {
    const smt::Term at = call.terms().bv_add(start, call.terms().bv(call.terms().width(start), i));
    return call.memory().load(call.state(), at, 8, nullptr);
  }

private:
  Call& call_;
  smt::Terms& terms_;
  Values values_;
  Text text_;
};

std::optional<std::string> known_string(Call& call, smt::Term start) {
  std::string result;
  while (result.size() < longest) {
    const auto byte = call.constant(Formatter::byte_at(call, start, static_cast<std::uint32_t>(result.size())));
    if (!byte) return std::nullopt;
    if (*byte == 0) return result;
    result += static_cast<char>(*byte);
  }
  return std::nullopt;
}

// What lies behind the end of the text keeps its value.
void store(Call& call, const Text& text, smt::Term to, std::uint64_t size) {
  smt::Terms& terms = call.terms();
  for (std::uint32_t i = 0; i <= text.most() && i < size; ++i) {
    const smt::Term at = terms.bv_add(to, terms.bv(terms.width(to), i));
    const smt::Term end = terms.bv(8, 0);
    smt::Term value = end;
    if (i + 1 < size && i < text.most()) value = terms.ite(text.reaches(i), text.character(i), end);
    if (i > text.least()) {
      const smt::Term is_written = terms.bv_ule(terms.bv(32, i), text.length());
      value = terms.ite(is_written, value, call.memory().load(call.state(), at, 8, nullptr));
    }
    call.memory().store(call.state(), at, value, nullptr);
  }
}

enum class To : std::uint8_t { Text, LimitedText, Output, Stream };
enum class From : std::uint8_t { Call, List };

constexpr std::size_t format_of(To to) {
  switch (to) {
  case To::Output: return 0;
  case To::Text:
  case To::Stream: return 1;
  case To::LimitedText: return 2;
  }
  return 0;
}

// Nothing: it is not known, or not a valid one.
template <To to> std::optional<std::uint64_t> size_of_text(Call& call) {
  if constexpr (to != To::LimitedText) return ~std::uint64_t{0};
  const auto size = call.constant(call.argument(1));
  return size && *size <= largest_size ? size : std::nullopt;
}

template <To to, From from> Result print(Call& call) {
  constexpr std::size_t format = format_of(to);
  if (call.executor().target().is_mathematical() || call.count() <= format || !call.may_return(32)) return std::nullopt;
  for (const std::size_t i : {std::size_t{0}, format})
    if (!call.type(i).is_pointer()) return std::nullopt;
  const auto size = size_of_text<to>(call);
  const auto known = known_string(call, call.argument(format));
  if (!size || !known || (from == From::List && call.count() != format + 2)) return std::nullopt;
  const Values values = from == From::List ? Values(call, list_at(call, format + 1)) : Values(call, format + 1);
  const std::optional<Text> text = Formatter(call, values).format(*known);
  if (!text) return std::nullopt;
  if (from == From::List) end_list(call, format + 1);
  if (to == To::Text || to == To::LimitedText) store(call, *text, call.argument(0), *size);
  return call.returns(text->length());
}

} // namespace

LibraryModel format_model(std::string_view name) {
  static const std::unordered_map<std::string_view, LibraryModel> models{
      {"printf", print<To::Output, From::Call>},        {"vprintf", print<To::Output, From::List>},
      {"fprintf", print<To::Stream, From::Call>},       {"vfprintf", print<To::Stream, From::List>},
      {"sprintf", print<To::Text, From::Call>},         {"vsprintf", print<To::Text, From::List>},
      {"snprintf", print<To::LimitedText, From::Call>}, {"vsnprintf", print<To::LimitedText, From::List>},
  };
  const auto found = models.find(name);
  return found != models.end() ? found->second : nullptr;
}

} // namespace tandem::symex
