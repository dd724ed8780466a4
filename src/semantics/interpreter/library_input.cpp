// Input of <stdio.h>: from RunOptions::standard_input, and from strings.

#include "semantics/core/float_bits.h"
#include "semantics/interpreter/library.h"

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace tandem::semantics::interpreter {

namespace {

constexpr int end_of_file = -1;

bool is_space(int c) { return c != end_of_file && std::isspace(c) != 0; }

void require_standard_input(LibraryCall& call, std::size_t i) {
  if (call.address(i) != call.machine().library.streams[0])
    throw Fault(FaultKind::Library, "only standard input can be read");
}

int take_character(LibraryCall& call) {
  LibraryState& state = call.machine().library;
  const std::string& input = call.machine().options().standard_input;
  if (state.standard_input_at >= input.size()) {
    state.standard_input_ended = true;
    return end_of_file;
  }
  return static_cast<unsigned char>(input[state.standard_input_at++]);
}

void getchar_(LibraryCall& call) { call.give(take_character(call)); }

void fgetc_(LibraryCall& call) {
  require_standard_input(call, 0);
  call.give(take_character(call));
}

void ungetc_(LibraryCall& call) {
  LibraryState& state = call.machine().library;
  if (call.integer(0) >= 0 && state.standard_input_at > 0) --state.standard_input_at;
  call.give(call.integer(0));
}

void feof_(LibraryCall& call) { call.give(call.machine().library.standard_input_ended ? 1 : 0); }

void give_line(LibraryCall& call, const std::string& line) {
  if (line.empty()) return call.give(0);
  call.memory().write(call.address(0), std::string_view(line.c_str(), line.size() + 1));
  call.give_bits(call.address(0));
}

void fgets_(LibraryCall& call) {
  require_standard_input(call, 2);
  std::string line;
  while (static_cast<std::int64_t>(line.size()) < call.integer(1) - 1) {
    const int c = take_character(call);
    if (c != end_of_file) line += static_cast<char>(c);
    if (c == end_of_file || c == '\n') break;
  }
  give_line(call, line);
}

void gets_(LibraryCall& call) {
  std::string line;
  for (int c = take_character(call); c != end_of_file && c != '\n'; c = take_character(call))
    line += static_cast<char>(c);
  if (line.empty() && call.machine().library.standard_input_ended) return call.give(0);
  call.memory().write(call.address(0), std::string_view(line.c_str(), line.size() + 1));
  call.give_bits(call.address(0));
}

// scanf on a text; `at` moves along.
class Scanner {
public:
  Scanner(LibraryCall& call, const std::string& text, std::size_t& at, std::size_t first_argument)
      : call_(call), text_(text), at_(at), start_(at), next_(first_argument) {}

  int run(const std::string& format) {
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (is_space(static_cast<unsigned char>(format[i]))) {
        skip_space();
      } else if (format[i] != '%') {
        if (peek() != static_cast<unsigned char>(format[i])) return result();
        ++at_;
      } else if (!directive(format, ++i)) {
        return result();
      }
    }
    return stored_;
  }

private:
  int peek() const { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : end_of_file; }
  int result() const { return stored_ == 0 && at_ >= text_.size() ? end_of_file : stored_; }
  void skip_space() {
    while (is_space(peek())) ++at_;
  }

  bool directive(const std::string& format, std::size_t& i) {
    discard_ = format[i] == '*';
    if (discard_) ++i;
    width_ = 0;
    while (std::isdigit(static_cast<unsigned char>(format[i])))
      width_ = width_ * 10 + static_cast<std::size_t>(format[i++] - '0');
    length_.clear();
    while (std::strchr("hlLqjzt", format[i]) != nullptr && format[i] != '\0') length_ += format[i++];
    const char conversion = format[i];
    if (conversion == 'n') return store_count();
    if (conversion != 'c' && conversion != '[') skip_space();
    if (conversion == '%') return peek() == '%' ? (++at_, true) : false;
    switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'p': return number(conversion);
    case 'e':
    case 'f':
    case 'g': return real();
    case 's': return characters(nullptr, 1);
    case 'c': return character();
    case '[': return set(format, i);
    default: throw Fault(FaultKind::Library, std::string("the scanf directive %") + conversion + " is not modelled");
    }
  }

  std::uint64_t size() const {
    if (length_ == "hh") return 1;
    if (length_ == "h") return 2;
    if (length_ == "l" || length_ == "z" || length_ == "t") return call_.word_size();
    return length_ == "ll" || length_ == "q" || length_ == "j" ? 8 : 4;
  }

  void put(std::uint64_t bytes, UInt128 bits) {
    if (discard_) return;
    call_.store(call_.address(next_++), bytes, bits);
    ++stored_;
  }

  bool store_count() {
    call_.store(call_.address(next_++), size(), at_ - start_);
    return true;
  }

  bool number(char conversion) {
    const int base = conversion == 'i' ? 0 : conversion == 'o' ? 8 : conversion == 'd' || conversion == 'u' ? 10 : 16;
    const std::string part = text_.substr(at_, width_ == 0 ? std::string::npos : width_);
    char* end = nullptr;
    const long long value = part.starts_with('-') ? std::strtoll(part.c_str(), &end, base)
                                                  : static_cast<long long>(std::strtoull(part.c_str(), &end, base));
    if (end == part.c_str()) return false;
    at_ += static_cast<std::size_t>(end - part.c_str());
    put(conversion == 'p' ? call_.word_size() : size(), static_cast<UInt128>(static_cast<Int128>(value)));
    return true;
  }

  bool real() {
    const std::string part = text_.substr(at_, width_ == 0 ? std::string::npos : width_);
    char* end = nullptr;
    const long double value = std::strtold(part.c_str(), &end);
    if (end == part.c_str()) return false;
    at_ += static_cast<std::size_t>(end - part.c_str());
    if (length_ == "l")
      put(8, float_to_bits(FloatKind::Double, std::strtod(part.c_str(), nullptr)));
    else if (length_ == "L")
      put(10, float_to_bits(FloatKind::LongDouble, value));
    else
      put(4, float_to_bits(FloatKind::Float, std::strtof(part.c_str(), nullptr)));
    return true;
  }

  // Characters in the set, or without a set those that are not white space.
  bool characters(const std::string* allowed, std::size_t least) {
    std::string found;
    while (peek() != end_of_file && (width_ == 0 || found.size() < width_)) {
      const bool fits =
          allowed == nullptr ? !is_space(peek()) : allowed->find(static_cast<char>(peek())) != std::string::npos;
      if (!fits) break;
      found += text_[at_++];
    }
    if (found.size() < least) return false;
    if (discard_) return true;
    call_.memory().write(call_.address(next_++), std::string_view(found.c_str(), found.size() + 1));
    ++stored_;
    return true;
  }

  bool character() {
    const std::size_t count = width_ == 0 ? 1 : width_;
    if (text_.size() - at_ < count) return false;
    if (!discard_) {
      call_.memory().write(call_.address(next_++), std::string_view(text_).substr(at_, count));
      ++stored_;
    }
    at_ += count;
    return true;
  }

  bool set(const std::string& format, std::size_t& i) {
    const bool inverted = format[++i] == '^';
    if (inverted) ++i;
    std::string members;
    do {
      if (i >= format.size()) throw Fault(FaultKind::Library, "a scanf set is not closed");
      const bool range = format[i] == '-' && !members.empty() && i + 1 < format.size() && format[i + 1] != ']';
      if (range)
        for (int c = static_cast<unsigned char>(members.back()) + 1; c < static_cast<unsigned char>(format[i + 1]); ++c)
          members += static_cast<char>(c);
      else
        members += format[i];
      ++i;
    } while (i >= format.size() || format[i] != ']');
    std::string allowed;
    for (int c = 0; c < 256; ++c)
      if ((members.find(static_cast<char>(c)) != std::string::npos) != inverted) allowed += static_cast<char>(c);
    return characters(&allowed, 1);
  }

  LibraryCall& call_;
  const std::string& text_;
  std::size_t& at_;
  std::size_t start_, next_, width_ = 0;
  std::string length_;
  bool discard_ = false;
  int stored_ = 0;
};

void scan_input(LibraryCall& call, const std::string& format, std::size_t first_argument) {
  LibraryState& state = call.machine().library;
  call.give(
      Scanner(call, call.machine().options().standard_input, state.standard_input_at, first_argument).run(format));
}

void scanf_(LibraryCall& call) { scan_input(call, call.text(0), 1); }

void fscanf_(LibraryCall& call) {
  require_standard_input(call, 0);
  scan_input(call, call.text(1), 2);
}

void sscanf_(LibraryCall& call) {
  const std::string text = call.text(0);
  std::size_t at = 0;
  call.give(Scanner(call, text, at, 2).run(call.text(1)));
}

} // namespace

constinit const LibraryTable input_functions = {
    {"getchar", &getchar_}, {"fgetc", &fgetc_},
    {"getc", &fgetc_},      {"_IO_getc", &fgetc_},
    {"ungetc", &ungetc_},   {"feof", &feof_},
    {"fgets", &fgets_},     {"gets", &gets_},
    {"scanf", &scanf_},     {"__isoc99_scanf", &scanf_},
    {"fscanf", &fscanf_},   {"__isoc99_fscanf", &fscanf_},
    {"sscanf", &sscanf_},   {"__isoc99_sscanf", &sscanf_},
};

} // namespace tandem::semantics::interpreter
