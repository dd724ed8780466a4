// The compilers' functions on the bits of integers (__builtin_popcount, __builtin_bswap32, …), the order of bytes on a
// network (of machines with the lowest byte first) and their checked arithmetic (__builtin_add_overflow).

#include "symex/library_call.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tandem::symex {

using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

namespace {

constexpr std::uint32_t int_width = 32;

// A number of one bit is a truth value as a term.
bool is_bits(const Type& type) { return type.is_integer() && type.width() > 1; }

bool takes_integer(const Call& call) {
  return call.count() == 1 && is_bits(call.type(0)) && call.may_return(int_width);
}

smt::Term bit(Call& call, smt::Term x, std::uint32_t i) { return call.terms().bv_extract(x, i, i); }

smt::Term number(Call& call, std::uint64_t value) { return call.terms().bv(int_width, value); }

smt::Term count_ones(Call& call, smt::Term x) {
  smt::Terms& terms = call.terms();
  smt::Term sum = number(call, 0);
  for (std::uint32_t i = 0; i < terms.width(x); ++i)
    sum = terms.bv_add(sum, terms.bv_zero_extend(bit(call, x, i), int_width));
  return sum;
}

Result popcount(Call& call) {
  if (!takes_integer(call)) return std::nullopt;
  return call.returns(count_ones(call, call.argument(0)));
}

Result parity(Call& call) {
  if (!takes_integer(call)) return std::nullopt;
  return call.returns(call.terms().bv_and(count_ones(call, call.argument(0)), number(call, 1)));
}

enum class From : std::uint8_t { Top, Bottom };

// How many zeros there are before the first one; `none` if there is no one.
template <From from> smt::Term zeros(Call& call, smt::Term x, smt::Term none) {
  smt::Terms& terms = call.terms();
  const std::uint32_t width = terms.width(x);
  smt::Term result = none;
  for (std::uint32_t i = width; i-- > 0;) {
    const std::uint32_t at = from == From::Top ? width - 1 - i : i;
    result = terms.ite(terms.eq(bit(call, x, at), terms.bv(1, 1)), number(call, i), result);
  }
  return result;
}

// Of 0 the result is undefined.
template <From from> Result count_zeros(Call& call) {
  if (!takes_integer(call)) return std::nullopt;
  const smt::Term any = call.terms().fresh("zeros", smt::Sort::bv(int_width));
  return call.returns(zeros<from>(call, call.argument(0), any));
}

// One more than the index of the lowest one, or 0.
Result ffs(Call& call) {
  if (!takes_integer(call)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  const smt::Term minus_one = terms.bv_signed(int_width, -1);
  return call.returns(terms.bv_add(zeros<From::Bottom>(call, x, minus_one), number(call, 1)));
}

// How many bits below the sign are equal to it.
Result clrsb(Call& call) {
  if (!takes_integer(call)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  const std::uint32_t width = terms.width(x);
  const smt::Term is_negative = terms.eq(bit(call, x, width - 1), terms.bv(1, 1));
  const smt::Term folded = terms.ite(is_negative, terms.bv_not(x), x);
  return call.returns(terms.bv_sub(zeros<From::Top>(call, folded, number(call, width)), number(call, 1)));
}

// Groups of bits in the opposite order.
template <std::uint32_t group> Result reverse(Call& call) {
  if (call.count() != 1 || !is_bits(call.type(0))) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  const std::uint32_t width = terms.width(x);
  if (!call.may_return(width)) return std::nullopt;
  smt::Term result = terms.bv_extract(x, group - 1, 0);
  for (std::uint32_t at = group; at < width; at += group)
    result = terms.bv_concat(result, terms.bv_extract(x, at + group - 1, at));
  return call.returns(result);
}

enum class Arithmetic : std::uint8_t { Add, Subtract, Multiply };

// The exact result, cut to the type behind the third argument; whether that changes it is returned.
template <Arithmetic arithmetic> Result checked(Call& call) {
  if (call.count() != 3 || !is_bits(call.type(0)) || !is_bits(call.type(1)) || !call.type(2).is_pointer())
    return std::nullopt;
  const Type& target = call.type(2).element();
  const Type& answer = call.callee().result();
  if (!is_bits(target) || !answer.is_integer()) return std::nullopt;
  smt::Terms& terms = call.terms();
  const std::uint32_t exact = std::max(call.type(0).width() + call.type(1).width(), target.width()) + 2;
  const auto extended = [&](smt::Term x, const Type& type) {
    return type.is_signed() ? terms.bv_sign_extend(x, exact) : terms.bv_zero_extend(x, exact);
  };
  const smt::Term x = extended(call.argument(0), call.type(0)), y = extended(call.argument(1), call.type(1));
  const smt::Term result = arithmetic == Arithmetic::Add        ? terms.bv_add(x, y)
                           : arithmetic == Arithmetic::Subtract ? terms.bv_sub(x, y)
                                                                : terms.bv_mul(x, y);
  const smt::Term kept = terms.bv_extract(result, target.width() - 1, 0);
  call.memory().store(call.state(), call.argument(2), kept, &target);
  const smt::Term overflows = terms.not_(terms.eq(extended(kept, target), result));
  return call.returns(is_bits(answer) ? terms.bool_to_bv(overflows, answer.width()) : overflows);
}

LibraryModel checked_model(std::string_view name) {
  if (!name.starts_with("__builtin_") || !name.ends_with("_overflow")) return nullptr;
  if (name.find("add") != name.npos) return checked<Arithmetic::Add>;
  if (name.find("sub") != name.npos) return checked<Arithmetic::Subtract>;
  return name.find("mul") != name.npos ? checked<Arithmetic::Multiply> : nullptr;
}

} // namespace

LibraryModel bits_model(std::string_view name) {
  static const std::unordered_map<std::string_view, LibraryModel> models{
      {"__builtin_popcount", popcount},
      {"__builtin_popcountl", popcount},
      {"__builtin_popcountll", popcount},
      {"__builtin_parity", parity},
      {"__builtin_parityl", parity},
      {"__builtin_parityll", parity},
      {"__builtin_clz", count_zeros<From::Top>},
      {"__builtin_clzl", count_zeros<From::Top>},
      {"__builtin_clzll", count_zeros<From::Top>},
      {"__builtin_ctz", count_zeros<From::Bottom>},
      {"__builtin_ctzl", count_zeros<From::Bottom>},
      {"__builtin_ctzll", count_zeros<From::Bottom>},
      {"__builtin_ffs", ffs},
      {"__builtin_ffsl", ffs},
      {"__builtin_ffsll", ffs},
      {"__builtin_clrsb", clrsb},
      {"__builtin_clrsbl", clrsb},
      {"__builtin_clrsbll", clrsb},
      {"__builtin_bswap16", reverse<8>},
      {"__builtin_bswap32", reverse<8>},
      {"__builtin_bswap64", reverse<8>},
      {"htons", reverse<8>},
      {"ntohs", reverse<8>},
      {"htonl", reverse<8>},
      {"ntohl", reverse<8>},
      {"__builtin_bitreverse8", reverse<1>},
      {"__builtin_bitreverse16", reverse<1>},
      {"__builtin_bitreverse32", reverse<1>},
      {"__builtin_bitreverse64", reverse<1>},
  };
  const auto found = models.find(name);
  return found != models.end() ? found->second : checked_model(name);
}

} // namespace tandem::symex
