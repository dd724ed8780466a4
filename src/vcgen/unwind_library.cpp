// Library functions that unwinding knows itself: allocation, block operations, and what ends the program. The others
// are treated like any function without a body.

#include "vcgen/activation.h"

#include <string_view>
#include <unordered_map>

namespace tandem::vcgen {

using semantics::Fill;

namespace {

// Blocks whose size depends on inputs get this much room; accesses beyond it are out of bounds.
constexpr std::uint64_t unknown_size_room = 1 << 16;

} // namespace

std::optional<Unwinder::LibraryResult> Unwinder::call_library(Activation& activation, const Edge& edge,
                                                              const Function& callee, const Path& before) {
  Path path = before;
  const std::string_view name = callee.name();
  const auto& arguments = edge.op.arguments;
  auto& lower = in(path, activation.frame);
  const auto argument = [&](std::size_t i) { return lower.value(*arguments[i]); };
  const auto constant = [&](Term term) -> std::optional<std::uint64_t> {
    if (!terms_.is_constant(term)) return std::nullopt;
    return terms_.bits(term).low();
  };
  const auto result = [&](Term value) {
    assign_result(activation, path, edge, value);
    return LibraryResult{std::move(path)};
  };
  const auto allocate = [&](Term size, Fill fill) {
    const auto known = constant(size);
    return memory_.address(memory_.allocate_block(here(semantics::IdentityKind::Block, activation, edge),
                                                  known ? *known : unknown_size_room, fill));
  };

  if (name == "abort" || name == "exit" || name == "_exit" || name == "_Exit" || name == "__assert_fail" ||
      name == "__builtin_unreachable")
    return LibraryResult{std::nullopt};
  if (name == "free" && arguments.size() == 1) return LibraryResult{std::move(path)};
  if ((name == "malloc" || name == "alloca" || name == "__builtin_alloca" || name == "valloc" || name == "kmalloc") &&
      arguments.size() >= 1)
    return result(allocate(argument(0), Fill::Arbitrary));
  if (name == "calloc" && arguments.size() == 2)
    return result(allocate(terms_.bv_mul(argument(0), argument(1)), Fill::Zero));
  if ((name == "memcpy" || name == "memmove") && arguments.size() == 3) {
    const Term to = argument(0), from = argument(1);
    const auto size = constant(argument(2));
    if (!size) return std::nullopt;
    memory_.copy_bytes(path.state, to, from, *size);
    return result(to);
  }
  if (name == "memset" && arguments.size() == 3) {
    const Term to = argument(0), byte = terms_.bv_extract(argument(1), 7, 0);
    const auto size = constant(argument(2));
    if (!size) return std::nullopt;
    memory_.set_bytes(path.state, to, byte, *size);
    return result(to);
  }
  if ((name == "printf" || name == "puts" || name == "putchar" || name == "fprintf" || name == "fflush") &&
      edge.op.place == nullptr)
    return LibraryResult{std::move(path)};
  return std::nullopt;
}

} // namespace tandem::vcgen
