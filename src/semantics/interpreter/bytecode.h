// The compact form that the interpreter executes: direct-threaded (Bell, CACM 1973) register code.
//
// Each instruction names the C++ function that executes it, which ends by calling the next one's (a guaranteed tail
// call), so that dispatch is one indirect jump. Operands are slots of the function's frame. A slot has 64 bits; shorter
// values are zero-extended, floats are kept as their bits, and values of 65 to 128 bits (__int128, long double) occupy
// two slots, low half first. Instructions that produce a value write it to slot `a`.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace tandem::semantics::interpreter {

class Machine;
struct Instr;
struct Code;

using Slot = std::uint64_t;
using Handler = void (*)(const Instr* pc, Slot* frame, Machine& machine, std::int64_t steps);

struct Instr {
  Handler run = nullptr;
  std::int32_t a = 0;
  std::int32_t b = 0;
  union {
    std::int32_t c;
    std::uint64_t immediate = 0;
    const void* data;
  };
};

constexpr std::uint32_t slots_for(std::uint32_t width) { return width > 64 ? 2 : 1; }

// How a value is passed: what must agree between a call and its callee.
struct Shape {
  enum class Class : std::uint8_t { Nothing, Integer, Float, Record };
  Class kind = Class::Nothing;
  std::uint32_t width = 0; // bits; for records bytes

  friend bool operator==(const Shape&, const Shape&) = default;
};

Shape shape_of(const Type& type);
inline std::uint32_t slots_of(const Shape& shape) {
  return shape.kind == Shape::Class::Record ? 1 : slots_for(shape.width);
}

class LibraryCall;
using LibraryFunction = void (*)(LibraryCall& call);

// A function as seen by calls; compiled when it is first called.
struct FunctionEntry {
  const Function* function = nullptr;
  const Code* code = nullptr;        // of a function with a body, once compiled
  LibraryFunction library = nullptr; // the model of a function without a body
  std::uint64_t address = 0;
};

struct CallArgument {
  std::int32_t slot = 0; // in the caller's frame; records by address
  const Type* type = nullptr;
  Shape shape;
};

struct CallSite {
  const Edge* edge = nullptr;
  FunctionEntry* entry = nullptr;    // null for calls through a pointer
  std::int32_t pointer = 0;          // slot of the pointer then
  std::int32_t frame = 0;            // where the callee's frame starts: the caller's frame size
  std::int32_t result = -1;          // slot of the caller's frame for a scalar result, -1 if it is not used
  const Type* result_type = nullptr; // null if the result is not used
  std::vector<CallArgument> arguments;
  // The callee has a body, its parameters have exactly these shapes, and it is not a target.
  bool is_plain = false;
};

struct Code {
  const Function* function = nullptr;
  std::vector<Instr> instrs;
  std::vector<std::int32_t> variables; // the slots of parameters and of locals that are no temporaries
  std::int32_t frame_size = 0;         // callees' frames start here
  std::int32_t extent = 0;     // frame_size plus the largest list of arguments
  std::vector<Shape> parameters;
  Shape result;
  std::deque<CallSite> call_sites;
  std::deque<std::string> strings;
  // The first instruction of each edge's code, in ascending order.
  std::vector<std::pair<std::uint32_t, const Edge*>> edges;

  const Edge* edge_at(const Instr* pc) const;
};

} // namespace tandem::semantics::interpreter
