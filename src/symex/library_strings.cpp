// Functions of <string.h> that read strings and blocks of bytes. The result is an if-then-else chain over the bytes up
// to a terminator, or size, that is constant in the current state; if there is none within `longest` bytes, the model
// does not apply.

#include "symex/library_call.h"

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

Result strncmp(Call& call) { return compare_at_most(call, EndsAt::Zero); }
Result memcmp(Call& call) { return compare_at_most(call, EndsAt::Size); }

Result strlen(Call& call) {
  if (call.count() != 1) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term text = call.argument(0);
  const std::uint32_t width = terms.width(text);
  if (!call.may_return(width)) return std::nullopt;
  std::vector<smt::Term> bytes;
  do {
    if (bytes.size() == longest) return std::nullopt;
    bytes.push_back(byte_at(call, text, bytes.size()));
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
