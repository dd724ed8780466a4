// Call stacks as numbers: equal stacks have equal ids (hash-consing), so that a control point is two words.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace tandem::analysis::reach {

using StackId = std::uint32_t;

class CallStacks {
public:
  static constexpr StackId bottom = 0; // only the entry function

  explicit CallStacks(const Function& entry);

  StackId push(StackId caller, const Edge& call, const Function& callee);

  const Function& function(StackId stack) const { return *frames_[stack].function; }
  const Edge* call(StackId stack) const { return frames_[stack].call; } // nullptr at the bottom
  StackId caller(StackId stack) const { return frames_[stack].caller; }
  std::uint32_t depth(StackId stack) const { return frames_[stack].depth; }
  // The number of activations of the function on the stack.
  std::uint32_t activations(StackId stack, const Function& function) const;
  std::size_t size() const { return frames_.size(); }

private:
  struct Frame {
    const Function* function = nullptr;
    const Edge* call = nullptr;
    StackId caller = 0;
    std::uint32_t depth = 0;
  };
  std::vector<Frame> frames_;
  std::map<std::tuple<StackId, std::uint32_t, std::uint32_t>, StackId> index_; // caller, edge, function
};

// A location and the call stack under which it is executed.
struct ControlPoint {
  const Location* location = nullptr;
  StackId stack = CallStacks::bottom;

  friend bool operator==(const ControlPoint&, const ControlPoint&) = default;
};

} // namespace tandem::analysis::reach
