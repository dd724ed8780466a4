// Length modifiers are interpreted in the program's data model and replaced by the host's widest type.

#include "semantics/interpreter/format.h"

#include "semantics/core/float_bits.h"

#include <cstdio>
#include <optional>

namespace tandem::semantics::interpreter {

namespace {

struct Directive {
  std::string flags;
  std::optional<int> width, precision;
  std::string length;
  char conversion = 0;
};

class Formatter {
public:
  Formatter(LibraryCall& call, const std::string& format, FormatArguments& arguments)
      : call_(call), format_(format), arguments_(arguments) {}

  std::string run() {
    while (at_ < format_.size()) {
      if (format_[at_] != '%')
        result_ += format_[at_++];
      else
        write(read_directive());
    }
    return std::move(result_);
  }

private:
  char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }

  std::optional<int> read_number() {
    if (peek() == '*') {
      ++at_;
      return static_cast<int>(arguments_.integer(4));
    }
    if (peek() < '0' || peek() > '9') return std::nullopt;
    int value = 0;
    while (peek() >= '0' && peek() <= '9' && value < 100'000'000) value = value * 10 + (format_[at_++] - '0');
    return value;
  }

  Directive read_directive() {
    Directive directive;
    ++at_;
    while (std::string_view("-+ #0'").find(peek()) != std::string_view::npos && peek() != '\0')
      directive.flags += format_[at_++];
    directive.width = read_number();
    if (directive.width && *directive.width < 0) {
      directive.flags += '-';
      directive.width = -*directive.width;
    }
    if (peek() == '.') {
      ++at_;
      directive.precision = read_number().value_or(0);
      if (*directive.precision < 0) directive.precision.reset();
    }
    while (std::string_view("hlLqjzt").find(peek()) != std::string_view::npos && peek() != '\0')
      directive.length += format_[at_++];
    directive.conversion = peek();
    ++at_;
    return directive;
  }

  std::uint64_t integer_size(const std::string& length) const {
    if (length == "hh") return 1;
    if (length == "h") return 2;
    if (length == "l" || length == "z" || length == "t") return call_.word_size();
    if (length == "ll" || length == "q" || length == "j" || length == "L") return 8;
    return 4;
  }

  template <typename T> void print(const Directive& directive, const char* length, T value) {
    std::string spec = "%" + directive.flags;
    if (directive.width) spec += std::to_string(*directive.width);
    if (directive.precision) spec += "." + std::to_string(*directive.precision);
    spec += length;
    spec += directive.conversion;
    const int size = std::snprintf(nullptr, 0, spec.c_str(), value);
    if (size < 0) throw Fault(FaultKind::Library, "a printed field is too long");
    std::string text(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), spec.c_str(), value);
    text.pop_back();
    result_ += text;
  }

  void write(const Directive& directive) {
    switch (directive.conversion) {
    case '%': result_ += '%'; return;
    case 'd':
    case 'i': return write_signed(directive);
    case 'u':
    case 'x':
    case 'X':
    case 'o': return write_unsigned(directive);
    case 'c': return print(directive, "", static_cast<int>(arguments_.integer(4)));
    case 's': return write_string(directive);
    case 'p': return write_pointer(directive);
    case 'n': return write_count(directive);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': return write_real(directive);
    default: // a char has more values than there are directives
      throw Fault(FaultKind::Library, std::string("the directive %") + directive.conversion + " is not modelled");
    }
  }

  void write_signed(const Directive& directive) {
    const std::uint64_t size = integer_size(directive.length);
    const std::uint64_t bits = arguments_.integer(size < 4 ? 4 : size);
    const int shift = static_cast<int>(64 - size * 8);
    print(directive, "ll", static_cast<long long>(bits << shift) >> shift);
  }

  void write_unsigned(const Directive& directive) {
    const std::uint64_t size = integer_size(directive.length);
    const std::uint64_t bits = arguments_.integer(size < 4 ? 4 : size);
    const int shift = static_cast<int>(64 - size * 8);
    print(directive, "ll", static_cast<unsigned long long>(bits << shift) >> shift);
  }

  void write_real(const Directive& directive) {
    if (directive.length == "L")
      print(directive, "L", arguments_.real(FloatKind::LongDouble));
    else
      print(directive, "", static_cast<double>(arguments_.real(FloatKind::Double)));
  }

  // With a precision the string need not be terminated.
  void write_string(const Directive& directive) {
    const std::uint64_t address = arguments_.integer(call_.word_size());
    std::string text;
    if (address == 0)
      text = "(null)";
    else if (!directive.precision)
      text = call_.memory().c_string(address);
    while (address != 0 && directive.precision && text.size() < static_cast<std::size_t>(*directive.precision)) {
      const auto c = static_cast<char>(call_.load(address + text.size(), 1));
      if (c == '\0') break;
      text += c;
    }
    const std::size_t width = directive.width ? static_cast<std::size_t>(*directive.width) : 0;
    const std::string padding(width > text.size() ? width - text.size() : 0, ' ');
    result_ += directive.flags.find('-') != std::string::npos ? text + padding : padding + text;
  }

  void write_pointer(Directive directive) {
    const std::uint64_t address = arguments_.integer(call_.word_size());
    directive.conversion = address == 0 ? 's' : 'x';
    if (address != 0) call_.machine().note_difference();
    if (address == 0) return print(directive, "", "(nil)");
    directive.flags += '#';
    print(directive, "ll", static_cast<unsigned long long>(address));
  }

  void write_count(const Directive& directive) {
    const std::uint64_t to = arguments_.integer(call_.word_size());
    call_.store(to, integer_size(directive.length), result_.size());
  }

  LibraryCall& call_;
  const std::string& format_;
  FormatArguments& arguments_;
  std::size_t at_ = 0;
  std::string result_;
};

std::uint64_t low_bytes(std::uint64_t bits, std::uint64_t size) {
  return size >= 8 ? bits : bits & ((std::uint64_t{1} << (size * 8)) - 1);
}

} // namespace

std::uint64_t CallArguments::integer(std::uint64_t size) {
  return low_bytes(static_cast<std::uint64_t>(call_.wide(next_++)), size);
}

long double CallArguments::real(FloatKind) { return call_.real(next_++); }

std::uint64_t list_address(LibraryCall& call, std::size_t i) { return call.address(i); }

std::uint64_t rounded_to_words(LibraryCall& call, std::uint64_t size) {
  return (size + call.word_size() - 1) / call.word_size() * call.word_size();
}

ListArguments::ListArguments(LibraryCall& call, std::size_t list)
    : call_(call), next_(static_cast<std::uint64_t>(call.load(list_address(call, list), call.word_size()))) {}

std::uint64_t ListArguments::next_address(std::uint64_t size) {
  const std::uint64_t at = next_;
  next_ += rounded_to_words(call_, size);
  return at;
}

std::uint64_t ListArguments::integer(std::uint64_t size) {
  return static_cast<std::uint64_t>(call_.load(next_address(size), size));
}

long double ListArguments::real(FloatKind kind) {
  if (kind == FloatKind::Double) return float_from_bits(kind, call_.load(next_address(8), 8));
  return float_from_bits(FloatKind::LongDouble, call_.load(next_address(call_.word_size() == 8 ? 16 : 12), 10));
}

std::string formatted(LibraryCall& call, const std::string& format, FormatArguments& arguments) {
  return Formatter(call, format, arguments).run();
}

} // namespace tandem::semantics::interpreter
