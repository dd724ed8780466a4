// <ctype.h> in the C locale, also as the tables that glibc's macros read.

#include "semantics/interpreter/library.h"

#include <cctype>

namespace tandem::semantics::interpreter {

namespace {

template <int (*test)(int)> void classify(LibraryCall& call) {
  const std::int64_t c = call.integer(0);
  call.give(c >= 0 && c <= 255 && test(static_cast<int>(c)) != 0 ? 1 : 0);
}

template <int (*map)(int)> void map_letter(LibraryCall& call) {
  const std::int64_t c = call.integer(0);
  call.give(c >= 0 && c <= 255 ? map(static_cast<int>(c)) : c);
}

int is_ascii(int c) { return c >= 0 && c < 128 ? 1 : 0; }
void isascii_(LibraryCall& call) { call.give(call.integer(0) >= 0 && call.integer(0) < 128 ? 1 : 0); }
void toascii_(LibraryCall& call) { call.give(call.integer(0) & 0x7f); }

// The bits of glibc's table, on a little-endian machine.
unsigned class_bits(int c) {
  if (!is_ascii(c)) return 0;
  const auto bit = [](bool set, unsigned position) { return set ? 1u << position : 0u; };
  return bit(std::isupper(c) != 0, 8) | bit(std::islower(c) != 0, 9) | bit(std::isalpha(c) != 0, 10) |
         bit(std::isdigit(c) != 0, 11) | bit(std::isxdigit(c) != 0, 12) | bit(std::isspace(c) != 0, 13) |
         bit(std::isprint(c) != 0, 14) | bit(std::isgraph(c) != 0, 15) | bit(std::isblank(c) != 0, 0) |
         bit(std::iscntrl(c) != 0, 1) | bit(std::ispunct(c) != 0, 2) | bit(std::isalnum(c) != 0, 3);
}

constexpr int first = -128, last = 255;

// The tables have entries for -128 to 255; the result is the address of a pointer to entry 0.
template <typename Entry> void give_table(LibraryCall& call, std::size_t which, std::uint64_t size, Entry entry) {
  std::uint64_t& pointer = call.machine().library.ctype_tables[which];
  if (pointer == 0) {
    const std::uint64_t table =
        call.memory().allocate(ObjectKind::Global, (last - first + 1) * size, 16, NewBytes::Zero);
    for (int c = first; c <= last; ++c)
      call.store(table + static_cast<std::uint64_t>(c - first) * size, size, static_cast<UInt128>(entry(c)));
    pointer = call.memory().allocate(ObjectKind::Global, call.word_size(), 8, NewBytes::Zero);
    call.store(pointer, call.word_size(), table + static_cast<std::uint64_t>(-first) * size);
  }
  call.give_bits(pointer);
}

void ctype_b_loc(LibraryCall& call) { give_table(call, 0, 2, &class_bits); }
void ctype_tolower_loc(LibraryCall& call) {
  give_table(call, 1, 4, [](int c) { return is_ascii(c) ? std::tolower(c) : c; });
}
void ctype_toupper_loc(LibraryCall& call) {
  give_table(call, 2, 4, [](int c) { return is_ascii(c) ? std::toupper(c) : c; });
}

} // namespace

constinit const LibraryTable character_functions = {
    {"isalnum", &classify<std::isalnum>},
    {"isalpha", &classify<std::isalpha>},
    {"isblank", &classify<std::isblank>},
    {"iscntrl", &classify<std::iscntrl>},
    {"isdigit", &classify<std::isdigit>},
    {"isgraph", &classify<std::isgraph>},
    {"islower", &classify<std::islower>},
    {"isprint", &classify<std::isprint>},
    {"ispunct", &classify<std::ispunct>},
    {"isspace", &classify<std::isspace>},
    {"isupper", &classify<std::isupper>},
    {"isxdigit", &classify<std::isxdigit>},
    {"isascii", &isascii_},
    {"toascii", &toascii_},
    {"tolower", &map_letter<std::tolower>},
    {"toupper", &map_letter<std::toupper>},
    {"__ctype_b_loc", &ctype_b_loc},
    {"__ctype_tolower_loc", &ctype_tolower_loc},
    {"__ctype_toupper_loc", &ctype_toupper_loc},
};

} // namespace tandem::semantics::interpreter
