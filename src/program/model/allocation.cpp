#include "program/model/allocation.h"

#include <algorithm>
#include <array>

namespace tandem {

const Allocator* find_allocator(std::string_view name) {
  static constexpr std::array<Allocator, 16> all{{
      {"malloc"},
      {"calloc"},
      {"realloc"},
      {"reallocarray"},
      {"aligned_alloc"},
      {"memalign"},
      {"valloc"},
      {"pvalloc"},
      {.name = "posix_memalign", .failure = no_memory, .sets_errno = false},
      {"strdup"},
      {"__strdup"},
      {"strndup"},
      {"__strndup"},
      {"wcsdup"},
      {.name = "asprintf", .failure = -1},
      {.name = "vasprintf", .failure = -1},
  }};
  const auto found = std::ranges::find(all, name, &Allocator::name);
  return found == all.end() ? nullptr : &*found;
}

bool frees_argument(std::string_view name) {
  return name == "free" || name == "cfree" || name == "realloc" || name == "reallocarray";
}

bool may_change_blocks(const Function& function) {
  return find_allocator(function.name()) != nullptr || frees_argument(function.name());
}

bool is_allocation_choice(const Edge& edge) {
  return edge.op.kind == OpKind::Nondet && edge.op.callee != nullptr &&
         edge.op.callee->source_name() == allocation_choice;
}

bool may_fail(const Edge& call) {
  const auto only = [](const std::vector<const Edge*>& edges) { return edges.size() == 1 ? edges.front() : nullptr; };
  const Edge* branch = only(call.from->in);
  if (branch == nullptr || branch->op.kind != OpKind::Assume || branch->op.truth) return false;
  const Edge* choice = only(branch->from->in);
  return choice != nullptr && is_allocation_choice(*choice);
}

} // namespace tandem
