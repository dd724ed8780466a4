// Functions of the C library that allocate memory, and programs in which they may fail (--malloc-may-fail). The front
// end then has the environment choose before each call whether it fails: a Nondet edge, a branch on its value, the call
// on one side and the result of a failure on the other. So no engine needs to know about it.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <string_view>

namespace tandem {

enum class Allocations : std::uint8_t { Succeed, MayFail };

inline constexpr int no_memory = 12; // ENOMEM

struct Allocator {
  std::string_view name;
  int failure = 0; // the result where there is no memory; 0 is a null pointer
  bool sets_errno = true;
};

// nullptr if the library's function of this name allocates nothing for its caller.
const Allocator* find_allocator(std::string_view name);

// Whether calls of the function without a body may allocate or free blocks of the program.
bool may_change_blocks(const Function& function);
// Whether the library's function of this name ends the lifetime of the block that its first argument points to.
bool frees_argument(std::string_view name);

// Asked for _Bool: whether the allocation fails that follows.
inline constexpr std::string_view allocation_choice = "tandem_environment_allocation";

bool is_allocation_choice(const Edge& edge);
// Whether the call is one that an allocation choice precedes.
bool may_fail(const Edge& call);

} // namespace tandem
