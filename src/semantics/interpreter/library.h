// The C library as the interpreter models it: functions on the machine's memory.
//
// A library function reads its arguments by position, whatever their C types, and returns at most one scalar, which is
// converted to the call's result type. Invalid uses throw Fault. Each library_*.cpp contains one header's functions and
// a table of them; program/model/library.h lists the names for the other modules.
#pragma once

#include "program/model/expr.h"
#include "semantics/interpreter/bytecode.h"
#include "semantics/interpreter/machine.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tandem::semantics::interpreter {

constexpr int abort_exit_code = 134; // 128 + SIGABRT

class LibraryCall {
public:
  LibraryCall(Machine& machine, const CallSite& site, const FunctionEntry& entry, Slot* frame)
      : machine_(machine), site_(site), entry_(entry), frame_(frame) {}

  Machine& machine() { return machine_; }
  Memory& memory() { return machine_.memory; }
  const Edge* edge() const { return site_.edge; }
  const Function& function() const { return *entry_.function; }
  DataModel data_model() const;
  std::uint64_t word_size() const { return data_model() == DataModel::LP64 ? 8 : 4; }

  // Arguments.
  std::size_t count() const { return site_.arguments.size(); }
  const Type& type(std::size_t i) const;
  UInt128 bits(std::size_t i) const; // zero-extended
  Int128 wide(std::size_t i) const;  // extended as the type says
  std::int64_t integer(std::size_t i) const { return static_cast<std::int64_t>(wide(i)); }
  std::uint64_t word(std::size_t i) const { return static_cast<std::uint64_t>(wide(i)); } // of size_t and similar types
  std::uint64_t address(std::size_t i) const { return static_cast<std::uint64_t>(bits(i)); }
  long double real(std::size_t i) const;
  std::string text(std::size_t i) { return memory().c_string(address(i)); }

  // Results; no effect if the caller does not use the result.
  const Type* result_type() const { return site_.result_type; }
  void give(Int128 value);
  void give_bits(UInt128 bits);
  void give_real(long double value);
  void give_record(std::uint64_t address, std::uint64_t size);

  // A scalar of `size` bytes at an address, as an unsigned number.
  UInt128 load(std::uint64_t address, std::uint64_t size);
  void store(std::uint64_t address, std::uint64_t size, UInt128 bits);
  void set_error_number(int value);

private:
  Machine& machine_;
  const CallSite& site_;
  const FunctionEntry& entry_;
  Slot* frame_;
};

struct LibraryEntry {
  std::string_view name;
  LibraryFunction function;
};

using LibraryTable = std::initializer_list<LibraryEntry>;
extern const LibraryTable memory_functions;      // malloc, memcpy
extern const LibraryTable string_functions;      // strlen
extern const LibraryTable character_functions;   // isalpha
extern const LibraryTable output_functions;      // printf
extern const LibraryTable input_functions;       // scanf
extern const LibraryTable stdlib_functions;      // qsort
extern const LibraryTable math_functions;        // sqrt
extern const LibraryTable float_class_functions; // isnan
extern const LibraryTable builtin_functions;     // __builtin_clz
extern const LibraryTable end_functions;         // exit

// Also finds __builtin_f if f is modelled. Null if there is no model.
LibraryFunction find_library_function(std::string_view name);
// Objects that exist when the program starts: errno, the streams.
void set_up_library(Machine& machine);

} // namespace tandem::semantics::interpreter
