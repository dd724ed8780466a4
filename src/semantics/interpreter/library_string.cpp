// <string.h> and <strings.h>.

#include "semantics/interpreter/library.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace tandem::semantics::interpreter {

namespace {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

// At most `limit` characters of a string, which need not be terminated if it has as many.
std::string prefix(LibraryCall& call, std::uint64_t address, std::uint64_t limit) {
  std::string text;
  while (text.size() < limit) {
    const auto c = static_cast<char>(call.load(address + text.size(), 1));
    if (c == '\0') break;
    text += c;
  }
  return text;
}

void put_string(LibraryCall& call, std::uint64_t address, const std::string& text) {
  call.memory().write(address, std::string_view(text.c_str(), text.size() + 1));
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

enum class Case : std::uint8_t { Matters, Ignored };

// Both strings are read only up to the first difference.
int compare(LibraryCall& call, std::uint64_t limit, Case letters) {
  for (std::uint64_t i = 0; i < limit; ++i) {
    auto left = static_cast<char>(call.load(call.address(0) + i, 1));
    auto right = static_cast<char>(call.load(call.address(1) + i, 1));
    if (letters == Case::Ignored) {
      left = lower(left);
      right = lower(right);
    }
    if (left != right) return int{static_cast<unsigned char>(left)} - int{static_cast<unsigned char>(right)};
    if (left == '\0') return 0;
  }
  return 0;
}

void strlen_(LibraryCall& call) { call.give_bits(call.memory().c_string_length(call.address(0))); }
void strnlen_(LibraryCall& call) { call.give_bits(prefix(call, call.address(0), call.address(1)).size()); }

void strcpy_(LibraryCall& call) {
  put_string(call, call.address(0), call.text(1));
  call.give_bits(call.address(0));
}

void stpcpy_(LibraryCall& call) {
  const std::string text = call.text(1);
  put_string(call, call.address(0), text);
  call.give_bits(call.address(0) + text.size());
}

void strncpy_(LibraryCall& call) {
  std::string text = prefix(call, call.address(1), call.address(2));
  text.resize(call.address(2), '\0');
  call.memory().write(call.address(0), text);
  call.give_bits(call.address(0));
}

void strlcpy_(LibraryCall& call) {
  const std::string text = call.text(1);
  if (call.address(2) != 0) put_string(call, call.address(0), text.substr(0, call.address(2) - 1));
  call.give_bits(text.size());
}

void strcat_(LibraryCall& call) {
  put_string(call, call.address(0) + call.memory().c_string_length(call.address(0)), call.text(1));
  call.give_bits(call.address(0));
}

void strncat_(LibraryCall& call) {
  const std::string text = prefix(call, call.address(1), call.address(2));
  put_string(call, call.address(0) + call.memory().c_string_length(call.address(0)), text);
  call.give_bits(call.address(0));
}

void strlcat_(LibraryCall& call) {
  const std::uint64_t size = call.address(2);
  const std::string start = prefix(call, call.address(0), size), text = call.text(1);
  if (start.size() < size) put_string(call, call.address(0), (start + text).substr(0, size - 1));
  call.give_bits(start.size() + text.size());
}

void strcmp_(LibraryCall& call) { call.give(compare(call, no_limit, Case::Matters)); }
void strncmp_(LibraryCall& call) { call.give(compare(call, call.address(2), Case::Matters)); }
void strcasecmp_(LibraryCall& call) { call.give(compare(call, no_limit, Case::Ignored)); }
void strncasecmp_(LibraryCall& call) { call.give(compare(call, call.address(2), Case::Ignored)); }

// The terminator can be searched for, too. Nothing after the match is read.
void strchr_(LibraryCall& call) {
  const auto wanted = static_cast<unsigned char>(call.integer(1));
  for (std::uint64_t at = call.address(0);; ++at) {
    const auto c = static_cast<unsigned char>(call.load(at, 1));
    if (c == wanted) return call.give_bits(at);
    if (c == 0) return call.give(0);
  }
}

void strchrnul_(LibraryCall& call) {
  const auto wanted = static_cast<unsigned char>(call.integer(1));
  std::uint64_t at = call.address(0);
  for (auto c = call.load(at, 1); c != wanted && c != 0; c = call.load(at, 1)) ++at;
  call.give_bits(at);
}

void strrchr_(LibraryCall& call) {
  const std::string text = call.text(0);
  const auto wanted = static_cast<char>(call.integer(1));
  if (wanted == '\0') return call.give_bits(call.address(0) + text.size());
  const std::size_t at = text.rfind(wanted);
  call.give_bits(at == std::string::npos ? 0 : call.address(0) + at);
}

void give_position(LibraryCall& call, std::size_t at) {
  call.give_bits(at == std::string::npos ? 0 : call.address(0) + at);
}

void strstr_(LibraryCall& call) { give_position(call, call.text(0).find(call.text(1))); }

void strcasestr_(LibraryCall& call) {
  std::string text = call.text(0), wanted = call.text(1);
  std::transform(text.begin(), text.end(), text.begin(), lower);
  std::transform(wanted.begin(), wanted.end(), wanted.begin(), lower);
  give_position(call, text.find(wanted));
}

void strpbrk_(LibraryCall& call) { give_position(call, call.text(0).find_first_of(call.text(1))); }

void strspn_(LibraryCall& call) {
  const std::string text = call.text(0);
  call.give_bits(std::min(text.find_first_not_of(call.text(1)), text.size()));
}

void strcspn_(LibraryCall& call) {
  const std::string text = call.text(0);
  call.give_bits(std::min(text.find_first_of(call.text(1)), text.size()));
}

// Terminates the next token at `start` in place; returns the address after it, 0 at the end of the string.
std::uint64_t cut_token(LibraryCall& call, std::uint64_t start, const std::string& separators) {
  const std::string text = call.memory().c_string(start);
  const std::size_t begin = text.find_first_not_of(separators);
  if (begin == std::string::npos) {
    call.give(0);
    return 0;
  }
  const std::size_t end = text.find_first_of(separators, begin);
  call.give_bits(start + begin);
  if (end == std::string::npos) return start + text.size();
  call.store(start + end, 1, 0);
  return start + end + 1;
}

void strtok_(LibraryCall& call) {
  std::uint64_t& state = call.machine().library.string_token;
  const std::uint64_t start = call.address(0) != 0 ? call.address(0) : state;
  if (start == 0) return call.give(0);
  state = cut_token(call, start, call.text(1));
}

void strtok_r_(LibraryCall& call) {
  const std::uint64_t saved = call.address(2);
  const std::uint64_t start =
      call.address(0) != 0 ? call.address(0) : static_cast<std::uint64_t>(call.load(saved, call.word_size()));
  if (start == 0) return call.give(0);
  call.store(saved, call.word_size(), cut_token(call, start, call.text(1)));
}

void strsep_(LibraryCall& call) {
  const auto start = static_cast<std::uint64_t>(call.load(call.address(0), call.word_size()));
  call.give_bits(start);
  if (start == 0) return;
  const std::string text = call.memory().c_string(start);
  const std::size_t end = text.find_first_of(call.text(1));
  if (end != std::string::npos) call.store(start + end, 1, 0);
  call.store(call.address(0), call.word_size(), end == std::string::npos ? 0 : start + end + 1);
}

void give_copy(LibraryCall& call, const std::string& text, ObjectKind kind = ObjectKind::Heap) {
  const std::uint64_t block = call.memory().allocate(kind, text.size() + 1, 16, NewBytes::Indeterminate);
  put_string(call, block, text);
  call.give_bits(block);
}

void strdup_(LibraryCall& call) { give_copy(call, call.text(0)); }
void strndup_(LibraryCall& call) { give_copy(call, prefix(call, call.address(0), call.address(1))); }
// The library's own text, which the program neither owns nor frees.
void strerror_(LibraryCall& call) {
  give_copy(call, std::strerror(static_cast<int>(call.integer(0))), ObjectKind::Global);
}

} // namespace

constinit const LibraryTable string_functions = {
    {"strlen", &strlen_},         {"strnlen", &strnlen_},         {"strcpy", &strcpy_},
    {"__strcpy_chk", &strcpy_},   {"stpcpy", &stpcpy_},           {"strncpy", &strncpy_},
    {"__strncpy_chk", &strncpy_}, {"strlcpy", &strlcpy_},         {"strcat", &strcat_},
    {"__strcat_chk", &strcat_},   {"strncat", &strncat_},         {"__strncat_chk", &strncat_},
    {"strlcat", &strlcat_},       {"strcmp", &strcmp_},           {"strncmp", &strncmp_},
    {"strcasecmp", &strcasecmp_}, {"strncasecmp", &strncasecmp_}, {"strchr", &strchr_},
    {"index", &strchr_},          {"strchrnul", &strchrnul_},     {"strrchr", &strrchr_},
    {"rindex", &strrchr_},        {"strstr", &strstr_},           {"strcasestr", &strcasestr_},
    {"strpbrk", &strpbrk_},       {"strspn", &strspn_},           {"strcspn", &strcspn_},
    {"strtok", &strtok_},         {"strtok_r", &strtok_r_},       {"__strtok_r", &strtok_r_},
    {"strsep", &strsep_},         {"strdup", &strdup_},           {"__strdup", &strdup_},
    {"strndup", &strndup_},       {"strerror", &strerror_},
};

} // namespace tandem::semantics::interpreter
