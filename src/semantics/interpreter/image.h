// A program prepared for execution: the addresses of its globals and functions, and the code of functions called so
// far.
#pragma once

#include "semantics/core/layout.h"
#include "semantics/interpreter/bytecode.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/memory.h"
#include "semantics/interpreter/run.h"

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::semantics::interpreter {

class Image {
public:
  Image(const Program& program, ExecutableOptions options);

  const Program& program() const { return program_; }
  DataModel data_model() const { return program_.data_model(); }
  const ExecutableOptions& options() const { return options_; }
  bool wants(Check check) const;
  bool is_target(const Function& function) const { return targets_.contains(&function); }

  // Clears the memory and allocates every global that lives there, at the same address in each run.
  void lay_out();
  Memory& memory() { return memory_; }
  Slot* stack() { return stack_.get(); }
  std::size_t stack_size() const;

  // Scalars whose address is not taken live in slots.
  std::optional<std::int32_t> global_slot(const Variable& variable) const;
  std::uint64_t global_address(const Variable& variable) const { return addresses_.at(&variable); }
  std::int32_t global_slot_count() const { return global_slots_; }

  FunctionEntry& entry(const Function& function);
  FunctionEntry* entry_at(std::uint64_t address);
  const Code& code(FunctionEntry& entry);
  const Code& start_code() const { return start_; } // initialises the globals

private:
  const Program& program_;
  ExecutableOptions options_;
  Memory memory_;
  std::unique_ptr<Slot[]> stack_;
  std::unordered_set<const Function*> targets_;
  std::unordered_map<const Variable*, std::int32_t> slots_;
  std::unordered_map<const Variable*, std::uint64_t> addresses_;
  std::int32_t global_slots_ = 0;
  std::deque<FunctionEntry> entries_;
  std::unordered_map<const Function*, FunctionEntry*> entry_of_;
  std::deque<Code> codes_;
  Code start_;
};

// A scalar that is only read and written as a whole.
inline bool lives_in_slot(const Variable& variable) { return variable.type->is_scalar() && !variable.address_taken; }

} // namespace tandem::semantics::interpreter
