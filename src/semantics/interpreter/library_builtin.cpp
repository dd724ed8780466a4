// Builtin functions of gcc and clang: bits, overflow, variable arguments, and those without an effect at run time.

#include "semantics/interpreter/format.h"
#include "semantics/interpreter/library.h"

#include <bit>

namespace tandem::semantics::interpreter {

namespace {

// Bits. The width is that of the argument: int, long or long long.

std::uint64_t unsigned_bits(LibraryCall& call) { return static_cast<std::uint64_t>(call.bits(0)); }
int width(LibraryCall& call) { return static_cast<int>(call.type(0).width()); }

void count_leading_zeros(LibraryCall& call) {
  if (unsigned_bits(call) == 0) throw Fault(FaultKind::Library, "the leading zeros of 0 are undefined");
  call.give(std::countl_zero(unsigned_bits(call)) - (64 - width(call)));
}

void count_trailing_zeros(LibraryCall& call) {
  if (unsigned_bits(call) == 0) throw Fault(FaultKind::Library, "the trailing zeros of 0 are undefined");
  call.give(std::countr_zero(unsigned_bits(call)));
}

void population_count(LibraryCall& call) { call.give(std::popcount(unsigned_bits(call))); }
void parity(LibraryCall& call) { call.give(std::popcount(unsigned_bits(call)) % 2); }

void find_first_set(LibraryCall& call) {
  call.give(unsigned_bits(call) == 0 ? 0 : std::countr_zero(unsigned_bits(call)) + 1);
}

void count_sign_bits(LibraryCall& call) {
  const std::int64_t value = call.integer(0);
  const auto flipped = static_cast<std::uint64_t>(value < 0 ? ~value : value);
  call.give(std::countl_zero(flipped) - (64 - width(call)) - 1);
}

void swap_bytes_16(LibraryCall& call) { call.give_bits(__builtin_bswap16(static_cast<std::uint16_t>(call.bits(0)))); }
void swap_bytes_32(LibraryCall& call) { call.give_bits(__builtin_bswap32(static_cast<std::uint32_t>(call.bits(0)))); }
void swap_bytes_64(LibraryCall& call) { call.give_bits(__builtin_bswap64(static_cast<std::uint64_t>(call.bits(0)))); }

template <int bits> void reverse_bits(LibraryCall& call) {
  std::uint64_t reversed = 0;
  for (int i = 0; i < bits; ++i) reversed |= (unsigned_bits(call) >> i & 1) << (bits - 1 - i);
  call.give_bits(reversed);
}

// Overflow: the exact result, truncated to the type the third argument points to.

void store_checked(LibraryCall& call, Int128 exact, bool too_large) {
  const Type& type = call.type(2).element();
  const UInt128 bits = static_cast<UInt128>(exact);
  const UInt128 sign = type.is_signed() ? UInt128{1} << (type.width() - 1) : 0;
  const UInt128 truncated = type.width() == 128 ? bits : bits & ((UInt128{1} << type.width()) - 1);
  const auto value = static_cast<Int128>((truncated ^ sign) - sign);
  const bool fits = type.width() == 128 && !type.is_signed() ? exact >= 0 : value == exact;
  call.store(call.address(2), type.size(), type.is_bool() ? UInt128{exact != 0} : truncated);
  call.give(too_large || !fits ? 1 : 0);
}

void add_overflow(LibraryCall& call) {
  Int128 exact = 0;
  const bool overflows = __builtin_add_overflow(call.wide(0), call.wide(1), &exact);
  store_checked(call, exact, overflows);
}

void sub_overflow(LibraryCall& call) {
  Int128 exact = 0;
  const bool overflows = __builtin_sub_overflow(call.wide(0), call.wide(1), &exact);
  store_checked(call, exact, overflows);
}

void mul_overflow(LibraryCall& call) {
  Int128 exact = 0;
  const bool overflows = __builtin_mul_overflow(call.wide(0), call.wide(1), &exact);
  store_checked(call, exact, overflows);
}

// Variable arguments. A va_list holds the address of the next argument; see Machine::push_variable_arguments.

void va_start_(LibraryCall& call) {
  const std::uint64_t arguments = call.machine().activations().back().variable_arguments;
  if (arguments == 0) throw Fault(FaultKind::Library, "va_start is used in a function without variable arguments");
  call.store(list_address(call, 0), call.word_size(), arguments);
}

void va_copy_(LibraryCall& call) {
  call.store(list_address(call, 0), call.word_size(), call.load(list_address(call, 1), call.word_size()));
}

void va_end_(LibraryCall&) {}

void va_arg_(LibraryCall& call) {
  const std::uint64_t list = list_address(call, 0);
  const auto at = static_cast<std::uint64_t>(call.load(list, call.word_size()));
  const Type* type = call.result_type();
  if (type == nullptr) throw Fault(FaultKind::Library, "the type that va_arg wants is not known");
  call.store(list, call.word_size(), at + rounded_to_words(call, type->size()));
  if (!type->is_scalar()) return call.give_record(at, type->size());
  const std::uint64_t size = type->is_float() ? type->width() / 8 : type->size();
  call.give_bits(call.load(at, size));
}

// Hints.

void first_argument(LibraryCall& call) { call.give_bits(call.bits(0)); }
void nothing(LibraryCall& call) { call.give(0); }
void object_size_(LibraryCall& call) { call.give(call.count() > 1 && call.integer(1) >= 2 ? 0 : -1); }

} // namespace

constinit const LibraryTable builtin_functions = {
    {"__builtin_clz", &count_leading_zeros},
    {"__builtin_clzl", &count_leading_zeros},
    {"__builtin_clzll", &count_leading_zeros},
    {"__builtin_ctz", &count_trailing_zeros},
    {"__builtin_ctzl", &count_trailing_zeros},
    {"__builtin_ctzll", &count_trailing_zeros},
    {"__builtin_popcount", &population_count},
    {"__builtin_popcountl", &population_count},
    {"__builtin_popcountll", &population_count},
    {"__builtin_parity", &parity},
    {"__builtin_parityl", &parity},
    {"__builtin_parityll", &parity},
    {"__builtin_clrsb", &count_sign_bits},
    {"__builtin_clrsbl", &count_sign_bits},
    {"__builtin_clrsbll", &count_sign_bits},
    {"ffs", &find_first_set},
    {"ffsl", &find_first_set},
    {"ffsll", &find_first_set},
    {"__builtin_bswap16", &swap_bytes_16},
    {"__builtin_bswap32", &swap_bytes_32},
    {"__builtin_bswap64", &swap_bytes_64},
    {"htons", &swap_bytes_16},
    {"ntohs", &swap_bytes_16},
    {"htonl", &swap_bytes_32},
    {"ntohl", &swap_bytes_32},
    {"__builtin_bitreverse8", &reverse_bits<8>},
    {"__builtin_bitreverse16", &reverse_bits<16>},
    {"__builtin_bitreverse32", &reverse_bits<32>},
    {"__builtin_bitreverse64", &reverse_bits<64>},
    {"__builtin_ffs", &find_first_set},
    {"__builtin_ffsl", &find_first_set},
    {"__builtin_ffsll", &find_first_set},
    {"__builtin_add_overflow", &add_overflow},
    {"__builtin_sadd_overflow", &add_overflow},
    {"__builtin_saddl_overflow", &add_overflow},
    {"__builtin_saddll_overflow", &add_overflow},
    {"__builtin_uadd_overflow", &add_overflow},
    {"__builtin_uaddl_overflow", &add_overflow},
    {"__builtin_uaddll_overflow", &add_overflow},
    {"__builtin_sub_overflow", &sub_overflow},
    {"__builtin_ssub_overflow", &sub_overflow},
    {"__builtin_ssubl_overflow", &sub_overflow},
    {"__builtin_ssubll_overflow", &sub_overflow},
    {"__builtin_usub_overflow", &sub_overflow},
    {"__builtin_usubl_overflow", &sub_overflow},
    {"__builtin_usubll_overflow", &sub_overflow},
    {"__builtin_mul_overflow", &mul_overflow},
    {"__builtin_smul_overflow", &mul_overflow},
    {"__builtin_smull_overflow", &mul_overflow},
    {"__builtin_smulll_overflow", &mul_overflow},
    {"__builtin_umul_overflow", &mul_overflow},
    {"__builtin_umull_overflow", &mul_overflow},
    {"__builtin_umulll_overflow", &mul_overflow},
    {"__builtin_va_start", &va_start_},
    {"__builtin_va_copy", &va_copy_},
    {"__builtin_va_end", &va_end_},
    {"__builtin_va_arg", &va_arg_},
    {"__builtin_expect", &first_argument},
    {"__builtin_expect_with_probability", &first_argument},
    {"__builtin_assume_aligned", &first_argument},
    {"__builtin_prefetch", &nothing},
    {"__builtin_constant_p", &nothing},
    {"__builtin_object_size", &object_size_},
    {"__builtin_return_address", &nothing},
    {"__builtin_frame_address", &nothing},
    {"__sync_synchronize", &nothing},
};

} // namespace tandem::semantics::interpreter
