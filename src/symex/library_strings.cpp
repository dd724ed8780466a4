// Functions of <string.h> that read strings and blocks of bytes. The result is an if-then-else chain over the bytes up
// to a terminator, or size, that is constant in the current state. If there is none within `longest` bytes, the result
// of memcmp and strlen is a symbol of which is said what follows from it: all of the first bytes, and of the others the
// one that decides. So no loop is unwound; what is left out may lead to alarms that are not real. The model of other
// functions does not apply then.

#include "symex/library_call.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tandem::symex {

using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

namespace {

constexpr std::uint64_t longest = 256;

enum class EndsAt : std::uint8_t { Zero, Size };

smt::Term byte_at(Call& call, smt::Term pointer, std::uint64_t offset) {
  smt::Terms& terms = call.terms();
  const smt::Term address = terms.bv_add(pointer, terms.bv(terms.width(pointer), offset));
  return call.memory().load(call.state(), address, 8, nullptr);
}

bool is_zero(Call& call, smt::Term byte) { return call.constant(byte) == 0; }

// C only specifies the sign of the result of a comparison.
smt::Term any_positive(Call& call) {
  smt::Terms& terms = call.terms();
  const smt::Term any = terms.bv_zero_extend(terms.fresh("compared", smt::Sort::bv(31)), 32);
  return terms.ite(terms.eq(any, terms.bv(32, 0)), terms.bv(32, 1), any);
}

// At most `limit` bytes are compared.
Result compare(Call& call, std::uint64_t limit, EndsAt ends_at) {
  if (!call.may_return(32)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term left = call.argument(0), right = call.argument(1);
  std::vector<std::pair<smt::Term, smt::Term>> bytes;
  bool is_over = false;
  while (!is_over && bytes.size() < limit) {
    if (bytes.size() == longest) return std::nullopt;
    const smt::Term x = byte_at(call, left, bytes.size()), y = byte_at(call, right, bytes.size());
    bytes.emplace_back(x, y);
    is_over = ends_at == EndsAt::Zero && (is_zero(call, x) || is_zero(call, y));
  }
  const smt::Term zero = terms.bv(32, 0), more = any_positive(call), less = terms.bv_neg(more);
  smt::Term result = zero;
  for (auto at = bytes.rbegin(); at != bytes.rend(); ++at) {
    const auto& [x, y] = *at;
    if (ends_at == EndsAt::Zero) result = terms.ite(terms.eq(x, terms.bv(8, 0)), zero, result);
    result = terms.ite(terms.eq(x, y), result, terms.ite(terms.bv_ult(x, y), less, more));
  }
  return call.returns(result);
}

Result strcmp(Call& call) {
  if (call.count() != 2) return std::nullopt;
  return compare(call, UINT64_MAX, EndsAt::Zero);
}

Result compare_at_most(Call& call, EndsAt ends_at) {
  if (call.count() != 3) return std::nullopt;
  const auto size = call.constant(call.argument(2));
  return size ? compare(call, *size, ends_at) : std::nullopt;
}

// The bytes of which everything is said.
constexpr std::uint64_t first_bytes = 24;

// A block whose size is not known. Equal blocks are read as one.
Result compare_blocks(Call& call) {
  if (!call.may_return(32)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term left = call.argument(0), right = call.argument(1), size = call.argument(2);
  const std::uint32_t width = terms.width(left);
  if (terms.sort(size) != terms.sort(left)) return std::nullopt; // without its declaration
  const smt::Term result = terms.fresh("compared", smt::Sort::bv(32)), zero = terms.bv(32, 0);
  const smt::Term is_equal = terms.eq(result, zero), nothing = terms.bv(width, 0);
  call.assume(terms.implies(terms.eq(size, nothing), is_equal));
  for (std::uint64_t i = 0; i < first_bytes; ++i) {
    const smt::Term at = terms.bv(width, i), is_inside = terms.bv_ult(at, size);
    const smt::Term x = call.byte_where(is_inside, terms.bv_add(left, at));
    const smt::Term y = call.byte_where(is_inside, terms.bv_add(right, at));
    call.assume(terms.implies(terms.and_(is_equal, is_inside), terms.eq(x, y)));
  }
  const smt::Term where = terms.fresh("different", smt::Sort::bv(width)), differs = terms.not_(is_equal);
  const smt::Term x = call.byte_where(differs, terms.bv_add(left, where));
  const smt::Term y = call.byte_where(differs, terms.bv_add(right, where));
  call.assume(terms.implies(differs, terms.and_(terms.bv_ult(where, size), terms.not_(terms.eq(x, y)))));
  call.assume(
      terms.implies(differs, terms.eq(terms.bool_to_bv(terms.bv_ult(x, y), 1), terms.bv_extract(result, 31, 31))));
  call.memory().equate_ranges(call.state(), left, right, terms.ite(is_equal, size, nothing));
  return call.returns(result);
}

Result strncmp(Call& call) { return compare_at_most(call, EndsAt::Zero); }
Result memcmp(Call& call) {
  if (auto result = compare_at_most(call, EndsAt::Size)) return result;
  return call.count() == 3 ? compare_blocks(call) : std::nullopt;
}

// Whether the text lies in larger objects than those of which every byte is looked at.
bool is_long(Call& call, smt::Term text) {
  return std::ranges::all_of(call.memory().leaves_of(text), [&](const auto& leaf) {
    const auto address = call.constant(leaf.pointer);
    const auto object = address ? call.memory().object_at(*address) : std::nullopt;
    return !object || call.memory().object(*object).size > longest;
  });
}

// A string of which no end is known.
Result length_of_any(Call& call, smt::Term text) {
  smt::Terms& terms = call.terms();
  const std::uint32_t width = terms.width(text);
  const smt::Term length = terms.fresh("length", smt::Sort::bv(width)), end = terms.bv(8, 0);
  for (std::uint64_t i = 0; i < first_bytes; ++i) {
    const smt::Term at = terms.bv(width, i), is_inside = terms.bv_ult(at, length);
    const smt::Term byte = call.byte_where(terms.bv_ule(at, length), terms.bv_add(text, at));
    call.assume(terms.implies(is_inside, terms.not_(terms.eq(byte, end))));
  }
  call.assume(terms.eq(call.byte_where(terms.true_(), terms.bv_add(text, length)), end));
  return call.returns(length);
}

Result strlen(Call& call) {
  if (call.count() != 1) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term text = call.argument(0);
  const std::uint32_t width = terms.width(text);
  if (!call.may_return(width)) return std::nullopt;
  std::vector<smt::Term> bytes;
  std::uint64_t unknown = 0; // bytes since the last one that is known
  do {
    if (bytes.size() == longest || (unknown > first_bytes && is_long(call, text))) return length_of_any(call, text);
    bytes.push_back(byte_at(call, text, bytes.size()));
    unknown = call.constant(bytes.back()) ? 0 : unknown + 1;
  } while (!is_zero(call, bytes.back()));
  smt::Term result = terms.bv(width, bytes.size() - 1);
  for (std::size_t i = bytes.size() - 1; i-- > 0;)
    result = terms.ite(terms.eq(bytes[i], terms.bv(8, 0)), terms.bv(width, i), result);
  return call.returns(result);
}

} // namespace

LibraryModel string_model(std::string_view name) {
  static const std::unordered_map<std::string_view, LibraryModel> models{
      {"strcmp", strcmp},
      {"strncmp", strncmp},
      {"memcmp", memcmp},
      {"strlen", strlen},
  };
  const auto found = models.find(name);
  return found != models.end() ? found->second : nullptr;
}

} // namespace tandem::symex
