// Models of library functions on symbolic states: allocation, block operations, functions that end the program. A model
// that does not apply (for instance, to a copy of unknown size) returns nullopt; the call is then treated like that of
// a library function without a model.

#include "symex/library_call.h"

#include "program/model/expressions.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tandem::symex {

using semantics::symbolic::Fill;
using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

smt::Term LibraryCall::allocate(smt::Term size, Fill fill) {
  constexpr std::uint64_t room = 1 << 16;
  semantics::symbolic::Identity identity{static_cast<std::uint32_t>(semantics::symbolic::IdentityKind::Block)};
  identity.insert(identity.end(), site_.where.begin(), site_.where.end());
  const auto block = memory().allocate_block(identity, constant(size).value_or(room), fill);
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

Result malloc(Call& call) {
  if (call.count() == 0) return std::nullopt;
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
  return call.returns(call.allocate(call.terms().bv_mul(call.argument(0), call.argument(1)), Fill::Zero));
}

// Of blocks and sizes that are known; the standard lets the block move. Of others only what becomes of the old block.
Result realloc(Call& call) {
  constexpr std::uint64_t most_copied = 4096;
  if (call.count() != 2) return std::nullopt;
  const smt::Term old = call.argument(0), size = call.argument(1);
  const auto from = call.constant(old), wanted = call.constant(size);
  if (from && *from == 0 && wanted && *wanted != 0) return call.returns(call.allocate(size, Fill::Arbitrary));
  const auto object = from ? call.memory().object_at(*from) : std::nullopt;
  const bool is_block = object && call.memory().address(*object) == old;
  const std::uint64_t common = is_block && wanted ? std::min(call.memory().object(*object).size, *wanted) : 0;
  if (!is_block || !wanted || *wanted == 0 || common > most_copied) return std::nullopt;
  const smt::Term moved = call.allocate(size, Fill::Arbitrary);
  call.memory().copy_bytes(call.state(), moved, old, common);
  call.memory().free(call.state(), old);
  return call.returns(moved);
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
  };
  if (const auto found = models.find(name); found != models.end()) return found->second;
  for (const auto find : {argument_list_model, format_model, string_model, bits_model, math_model})
    if (const LibraryModel model = find(name)) return model;
  return nullptr;
}

} // namespace tandem::symex
