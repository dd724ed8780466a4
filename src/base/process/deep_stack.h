// A stack for recursion over the nesting of the user's program, which may be far deeper than the main thread's stack of
// 8 MB allows.
#pragma once

#include <functional>
#include <optional>
#include <utility>

namespace tandem::process {

// Calls `work` on a thread of its own with a large stack and waits for it. Its exceptions are rethrown here.
void run_on_deep_stack(const std::function<void()>& work);

// Whether work on such a stack has used half of it: recursion that has no other limit should end.
bool is_stack_half_used();

template <typename Work> auto on_deep_stack(Work&& work) {
  std::optional<decltype(work())> result;
  run_on_deep_stack([&] { result.emplace(work()); });
  return std::move(*result);
}

} // namespace tandem::process
