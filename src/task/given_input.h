// An input value from another tool or from the user: a text that can be interpreted only when the type is known.
#pragma once

#include "task/counterexample.h"
#include "transform/reduce/reduce.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace tandem::task {

enum class Notation : std::uint8_t {
  Value, // as in C: 12, -1, 0x1fu, 'a', 1.5
  Bits,  // the value's bits, most significant first; blanks are ignored: 0000 0101
  Bytes, // its bytes in hexadecimal, in memory order: 05000000
};

struct GivenInput {
  std::string text;
  Notation notation = Notation::Value;
};

// Runs the program on the values, in this order. Confirmation::None, with a remark, if the error is not reached. If a
// slice of the program is given, the values are those that the slice asks for. The limit is for one execution in the
// interpreter; there may be several.
using Replay = std::function<Counterexample(const Program&, const transform::reduce::Residual* slice,
                                            const std::vector<GivenInput>&, std::chrono::milliseconds limit)>;

} // namespace tandem::task
