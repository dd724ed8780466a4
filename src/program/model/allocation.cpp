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
  const Location* entry = &call.function().entry(); // which a loop may lead back to
  // Checks of what the call evaluates may stand between the choice and the call.
  for (const Edge* before = only(call.from->in); before != nullptr; before = only(before->from->in)) {
    if (before->to == entry) return false;
    const bool is_branch = before->op.kind == OpKind::Assume;
    const Edge* choice = is_branch && !before->op.truth ? only(before->from->in) : nullptr;
    if (choice != nullptr && is_allocation_choice(*choice)) return true;
    if (!is_branch && before->op.kind != OpKind::Assign && before->op.kind != OpKind::Skip) return false;
  }
  return false;
}

} // namespace tandem
