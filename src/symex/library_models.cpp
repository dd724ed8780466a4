// Models of library functions on symbolic states: allocation, block operations, functions that end the program. A model
// that does not apply (for instance, to a copy of unknown size) returns nullopt; the call is then treated like that of
// a library function without a model.

#include "symex/library_call.h"

#include "program/model/allocation.h"
#include "program/model/expressions.h"
#include "symex/size_range.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tandem::symex {

using semantics::symbolic::Fill;
using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

smt::Term LibraryCall::allocate(smt::Term size, Fill fill) {
  constexpr std::uint64_t room = 1 << 16, large = 1 << 12;
  const std::optional<SizeRange> range = size_range(terms(), size);
  const bool is_small = range && range->largest != 0 && range->largest <= large;
  semantics::symbolic::Identity identity{static_cast<std::uint32_t>(semantics::symbolic::IdentityKind::Block)};
  identity.insert(identity.end(), site_.where.begin(), site_.where.end());
  if (!constant(size) && !is_small) {
    const smt::Term is_large = terms().bv_ult(terms().bv(terms().width(size), large), size);
    executor_.findings().large_blocks.push_back(terms().and_(path_.guard.all(terms()), is_large));
  }
  const auto block = is_small || constant(size)
                         ? memory().allocate_block(identity, is_small ? range->largest : *constant(size), fill)
                         : memory().allocate_open_block(identity, room, fill, size);
  memory().set_allocation(block, site_.edge);
  memory().begin_lifetime(state(), block);
  memory().set_size(state(), block, size);
  return memory().address(block);
}

LibraryResult LibraryCall::returns(smt::Term value) {
  need_bits();
  executor_.assign_result(site_, path_, value);
  return {std::move(path_)};
}

LibraryResult LibraryCall::returns_truth(smt::Term condition) { return returns(terms().bool_to_bv(condition, 32)); }

namespace {

Result end(Call& call) { return call.never_returns(); }

// Where allocations may fail, they do so for sizes that no address space has room for (as in CBMC); the other path is
// the one where it fails.
void assume_there_is_room(Call& call, smt::Term size, std::uint64_t count = 1) {
  if (!may_fail(call.edge()) || count == 0) return;
  smt::Terms& terms = call.terms();
  const std::uint32_t width = terms.width(size);
  const std::uint64_t largest = width == 64 ? std::uint64_t{1} << 55 : 0x7fffffff;
  call.assume(terms.bv_ule(size, terms.bv(width, largest / count)));
}

Result malloc(Call& call) {
  if (call.count() == 0) return std::nullopt;
  assume_there_is_room(call, call.argument(0));
  return call.returns(call.allocate(call.argument(0), Fill::Arbitrary));
}

Result stack_block(Call& call) {
  if (call.count() == 0) return std::nullopt;
  const smt::Term address = call.allocate(call.argument(0), Fill::Arbitrary);
  call.memory().mark_stack_block(*call.memory().object_at(*call.constant(address)), call.frame().context);
  return call.returns(address);
}

Result free(Call& call) {
  if (call.count() != 1) return std::nullopt;
  call.memory().free(call.state(), call.argument(0));
  return call.returns();
}

Result calloc(Call& call) {
  if (call.count() != 2) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term count = call.argument(0), size = call.argument(1);
  if (const auto known = call.constant(count)) {
    assume_there_is_room(call, size, *known);
  } else if (const auto known_size = call.constant(size)) {
    assume_there_is_room(call, count, *known_size);
  } else {
    const std::uint32_t width = terms.width(size);
    const smt::Term product =
        terms.bv_mul(terms.bv_zero_extend(count, 2 * width), terms.bv_zero_extend(size, 2 * width));
    const smt::Term high = terms.bv_extract(product, 2 * width - 1, width);
    if (may_fail(call.edge())) call.assume(terms.eq(high, terms.bv(width, 0)));
    assume_there_is_room(call, terms.bv_mul(count, size));
  }
  return call.returns(call.allocate(terms.bv_mul(count, size), Fill::Zero));
}

// How many bytes an old block has at most; nullopt if it is not known that the pointer is null or leads to the start of
// one of a few small blocks.
std::optional<std::uint64_t> largest_old_block(Call& call, smt::Term old) {
  constexpr std::size_t most_blocks = 16;
  std::uint64_t result = 0;
  const auto leaves = call.memory().leaves_of(old);
  if (leaves.size() > most_blocks) return std::nullopt;
  for (const auto& leaf : leaves) {
    const auto address = call.constant(leaf.pointer);
    if (!address) return std::nullopt;
    if (*address == 0) continue;
    const auto object = call.memory().object_at(*address);
    if (!object || call.memory().address(*object) != leaf.pointer) return std::nullopt;
    result = std::max(result, call.memory().object(*object).size);
  }
  return result;
}

// Of few small blocks and sizes; the standard lets the block move. Of others only what becomes of the old block.
Result realloc(Call& call) {
  constexpr std::uint64_t most_copied = 4096;
  if (call.count() != 2) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term old = call.memory().as_pointer(call.argument(0)), size = call.argument(1);
  const smt::Term null = terms.bv(terms.width(old), 0);
  const std::optional<SizeRange> wanted = size_range(terms, size);
  if (old == null && wanted && wanted->least != 0) return call.returns(call.allocate(size, Fill::Arbitrary));
  const std::optional<std::uint64_t> most_before = largest_old_block(call, old);
  const auto is_null = [&](const auto& leaf) { return leaf.pointer == null; };
  const bool may_be_null = std::ranges::any_of(call.memory().leaves_of(old), is_null);
  if (!most_before || !wanted) return std::nullopt;
  const std::uint64_t common = std::min(*most_before, wanted->largest);
  if (common > most_copied) return std::nullopt;
  if (wanted->largest == 0 && !may_be_null) { // the standard leaves it open; the platform's library frees the block
    call.memory().free(call.state(), old);
    return call.returns(null);
  }
  const smt::Term moved = call.allocate(size, Fill::Arbitrary);
  // Where there was no block, the new one keeps its arbitrary contents, and may be empty.
  const smt::Term is_new = may_be_null ? terms.eq(old, null) : terms.false_();
  const smt::Term from = terms.ite(is_new, moved, old);
  call.memory().copy_bytes(call.state(), moved, from, common);
  call.memory().free(call.state(), old);
  if (wanted->least != 0) return call.returns(moved);
  const smt::Term is_freed = terms.and_(terms.eq(size, terms.bv(terms.width(size), 0)), terms.not_(is_new));
  call.memory().free(call.state(), terms.ite(is_freed, moved, null));
  return call.returns(terms.ite(is_freed, null, moved));
}

Result memcpy(Call& call) {
  if (call.count() != 3) return std::nullopt;
  const smt::Term to = call.argument(0), from = call.argument(1);
  const auto size = call.constant(call.argument(2));
  if (call.terms().sort(call.argument(2)) != call.terms().sort(to)) return std::nullopt; // without its declaration
  if (size)
    call.memory().copy_bytes(call.state(), to, from, *size);
  else
    call.memory().copy_range(call.state(), to, from, call.argument(2));
  return call.returns(to);
}

Result memset(Call& call) {
  if (call.count() != 3) return std::nullopt;
  const smt::Term to = call.argument(0), byte = call.terms().bv_extract(call.argument(1), 7, 0);
  const auto size = call.constant(call.argument(2));
  if (call.terms().sort(call.argument(2)) != call.terms().sort(to)) return std::nullopt; // without its declaration
  if (size)
    call.memory().set_bytes(call.state(), to, byte, *size);
  else
    call.memory().set_range(call.state(), to, byte, call.argument(2));
  return call.returns(to);
}

Result written(Call& call) {
  const auto bytes = call.count() == 2 ? call.constant(call.argument(1)) : std::nullopt;
  if (!bytes) return std::nullopt;
  return call.returns_truth(
      call.memory().is_written(call.state(), call.argument(0), static_cast<std::uint32_t>(*bytes)));
}

// Character by character, in small objects whose size is known; of others nothing is known.
Result string(Call& call) {
  using PointedTo = semantics::symbolic::SymbolicMemory::PointedTo;
  constexpr std::uint64_t largest = 4096;
  if (call.count() != 2) return std::nullopt;
  smt::Terms& terms = call.terms();
  auto& memory = call.memory();
  const smt::Term most = call.argument(1);
  const auto ends_inside = [&](const PointedTo& to) {
    const auto offset = call.constant(to.offset), size = call.constant(memory.size_of(call.state(), to));
    const bool is_known = to.kind == PointedTo::Kind::Known && offset && size && *size <= largest;
    const bool is_open = !is_known || (to.object && memory.object(*to.object).environment_block);
    if (is_open)
      return memory.is_true_of(call.state(), semantics::ObjectFact::Readable,
                               {{}, to.offset, PointedTo::Kind::Unknown});
    if (!to.object || *offset > *size) return terms.false_();
    const auto count = [&](std::uint64_t characters) { return terms.bv(terms.width(most), characters); };
    smt::Term result = terms.bv_ule(most, count(*size - *offset));
    for (std::uint64_t i = *size; i-- > *offset;) {
      const smt::Term at = terms.bv(terms.width(to.offset), memory.object(*to.object).address + i);
      const smt::Term ends = terms.eq(memory.load(call.state(), at, 8, nullptr), terms.bv(8, 0));
      result = terms.or_(terms.or_(ends, terms.bv_ule(most, count(i - *offset))), result);
    }
    return terms.and_(memory.is_true_of(call.state(), semantics::ObjectFact::Readable, to), result);
  };
  return call.returns_truth(memory.of_object(call.argument(0), ends_inside));
}

} // namespace

LibraryModel library_model(std::string_view name) {
  static const std::unordered_map<std::string_view, LibraryModel> models{
      {"abort", end},
      {"exit", end},
      {"_exit", end},
      {"_Exit", end},
      {"__assert_fail", end},
      {"__assert", end},
      {"__builtin_unreachable", end},
      {"__VERIFIER_error", end},
      {"reach_error", end},
      {"free", free},
      {"malloc", malloc},
      {"calloc", calloc},
      {"realloc", realloc},
      {"alloca", stack_block},
      {"__builtin_alloca", stack_block},
      {"memcpy", memcpy},
      {"memmove", memcpy},
      {"memset", memset},
      {written_question, written},
      {string_question, string},
  };
  if (const auto found = models.find(name); found != models.end()) return found->second;
  for (const auto find : {argument_list_model, format_model, string_model, bits_model, math_model})
    if (const LibraryModel model = find(name)) return model;
  return nullptr;
}

} // namespace tandem::symex
