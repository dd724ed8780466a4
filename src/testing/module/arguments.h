// What a function's parameters need: a list of scalars, in a fixed order, that make up its arguments and everything
// they lead to. A pointer leads to an object of its own, or is null: one input says which.
#pragma once

#include "program/model/program.h"

#include <string>
#include <vector>

namespace tandem::testing::module {

// Elements that a pointer leads to.
inline constexpr std::uint64_t scalar_elements = 8, text_length = 8, record_elements = 1, void_bytes = 16;
// Pointers in objects that are reached through so many pointers are null.
inline constexpr unsigned deepest = 3;

// One input.
struct Slot {
  std::string place;          // an lvalue in C: "object_1[0].x"
  const Type* type = nullptr; // of it
  std::string object;         // of a pointer: what it leads to unless it is null; empty: the place is no pointer
};

class Arguments {
public:
  explicit Arguments(const Function& function);

  const std::vector<Slot>& slots() const { return slots_; }
  // Objects and arguments, with static lifetime and therefore zero at first: "static int argument_0;\n".
  const std::string& declarations() const { return declarations_; }
  const std::string& call() const { return call_; }                        // "f(argument_0, argument_1)"
  const std::vector<const Type*>& records() const { return records_; }     // each after those that it contains
  const std::vector<const Type*>& callbacks() const { return callbacks_; } // function types: callback_0 and so on
  // What is not as general as the function: "p leads to 1 object, or is null".
  const std::vector<std::string>& remarks() const { return remarks_; }

private:
  void fill(const Type& type, const std::string& place, unsigned depth);
  void fill_pointer(const Type& type, const std::string& place, unsigned depth);
  void need(const Type& type);
  std::string new_object(const Type& element, std::uint64_t count);

  std::vector<Slot> slots_;
  std::string declarations_, call_;
  std::vector<const Type*> records_, callbacks_;
  std::vector<std::string> remarks_;
  unsigned objects_ = 0;
};

} // namespace tandem::testing::module
