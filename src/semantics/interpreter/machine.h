// The state of a running program, and the operations on it that instructions and library functions use.
#pragma once

#include "program/model/library.h"
#include "semantics/interpreter/bytecode.h"
#include "semantics/interpreter/memory.h"
#include "semantics/interpreter/run.h"

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tandem::semantics::interpreter {

class Image;
class LibraryCall;

struct Activation {
  const Code* code = nullptr;
  const Instr* return_to = nullptr;
  Slot* caller_frame = nullptr;
  const CallSite* site = nullptr;
  std::size_t local_mark = 0;
  std::int32_t result = -1;
  std::uint64_t variable_arguments = 0; // address of the object with the arguments after the last parameter

  bool result_wanted() const { return site != nullptr && site->result_type != nullptr; }
};

// The bytes of a record between a return and the assignment of its value.
struct RecordValue {
  std::vector<unsigned char> bytes, written;
};

// State of the modelled C library.
struct LibraryState {
  std::vector<std::uint64_t> at_exit; // function addresses, called in reverse order
  std::vector<std::int32_t> random;   // of rand(): glibc's additive feedback generator
  std::size_t random_at = 0;
  std::size_t standard_input_at = 0;
  bool standard_input_ended = false;
  std::uint64_t string_token = 0; // of strtok
  std::uint64_t error_number = 0; // address of errno
  std::uint64_t streams[3] = {};  // addresses of stdin, stdout, stderr
  std::uint64_t ctype_tables[3] = {};
};

// Thrown through library functions once the run's end is recorded.
struct RunEnded {};

class Machine {
public:
  Machine(Image& image, InputSource& inputs, const RunOptions& options);

  RunResult run();

  // For instructions. `steps` is the rest of the current budget; every exit from the threaded code stores it here.
  void fail(const Instr* pc, std::int64_t steps, FaultKind kind, std::string message);
  void fail(const Instr* pc, std::int64_t steps, const Fault& fault);
  void stop(const Instr* pc, std::int64_t steps, End end, std::string message = {});
  void leave(std::int64_t steps) { steps_left_ = steps; }
  bool ended() const { return ended_; }
  // Called when the budget is used up: records the trace and renews the budget. Negative: the run has ended.
  std::int64_t renew(const Instr* pc, std::int64_t steps);
  std::int64_t steps_left() const { return steps_left_; }
  const Edge* edge_at(const Instr* pc) const { return activations_.back().code->edge_at(pc); }

  bool has_room(const Code& code, const Slot* frame) const {
    return frame + code.extent <= stack_end_ && activations_.size() < options_.call_depth_limit;
  }
  // Calls. All throw Fault.
  void enter(const CallSite& site, const Code& code, const Instr* return_to, Slot* frame);
  FunctionEntry& function_at(std::uint64_t address) const;
  // Converts the arguments for a callee that was not known when the call was compiled.
  void adapt_arguments(const CallSite& site, const Code& code, Slot* frame);
  // A function without a body, modelled or not.
  void call_external(const CallSite& site, const FunctionEntry& entry, Slot* frame);
  // An external call through a pointer into environment memory.
  void call_unknown(const CallSite& site, Slot* frame);
  void return_zeros(const Type& type);
  void reach_target(const Edge& edge, const Function& function);

  // The next input; ends the run by throwing RunEnded if there is none.
  UInt128 input(InputReason reason, const Type& type, const Function* function, const Edge* edge);
  UInt128 arbitrary(const Type& type, const Edge* edge, const Variable* variable = nullptr);
  // The edge has just written this value; recorded along with the trace.
  void record(const Edge* edge, UInt128 bits);
  void watch(const Expr& lvalue, std::uint64_t address); // records its value
  void watch_value(const Expr& expr, UInt128 bits);
  bool uninitialised_is_fault() const { return options_.uninitialised == Uninitialised::IsFault; }
  // Assigns arbitrary values to the unwritten bytes of a range; only if uninitialised reads are not faults.
  void fill_arbitrarily(std::uint64_t address, std::uint64_t size, const Edge* edge);
  void fill_pointer_arbitrarily(std::uint64_t address, std::uint64_t size, const Edge* edge); // likewise
  void fill_from_inputs(std::uint64_t address, std::uint64_t size, const Edge* edge);         // one input for each byte

  // Another run on the same inputs may do something else.
  void note_difference() { result_.may_differ = true; }

  // For library functions.
  [[noreturn]] void end(End end, int exit_code, std::string message = {});
  void assume(std::string text);
  void write_output(int stream, std::string_view text);
  // Calls a function of the program from inside a library function; integer and pointer arguments and result.
  Slot call_back(std::uint64_t function, const std::vector<Slot>& arguments);
  void run_exit_handlers();

  // What the variables of all activations hold, with `frame` that of the last one; temporaries hold values that the
  // program no longer has.
  std::vector<Slot> variables_on_stack(const Slot* frame) const;
  std::vector<Activation>& activations() { return activations_; }
  const RunOptions& options() const { return options_; }
  Image& image() { return image_; }

  Memory& memory;
  Slot* globals;
  std::uint64_t asked = 0; // the pointer of the last question whether memory may be accessed
  RecordValue returned;
  LibraryState library;

private:
  friend class LibraryCall;

  AskedPlace asked_place() const;
  UInt128 arbitrary(const InputRequest& request);
  InputRequest request_at(std::uint64_t address, const Type& type, const Edge* edge) const;
  void provide_environment_blocks();
  void initialise_globals();
  void initialise_undefined_globals();
  void call_entry();
  std::vector<Slot> entry_arguments(const Function& entry);
  std::uint64_t argument_vector();
  void note_environment(const LibraryCall& call);
  void call_unmodelled(LibraryCall& call, const clib::Effect& effect);
  void push_variable_arguments(const CallSite& site, const Code& code, Slot* frame);
  void execute(const Instr* pc, Slot* frame);
  void set_end(const Edge* edge, End end, int exit_code, std::string message);
  std::int64_t budget() const;

  Image& image_;
  InputSource& inputs_;
  const RunOptions& options_;
  RunResult result_;
  bool ended_ = false;
  std::vector<Activation> activations_;
  Slot* stack_end_ = nullptr;
  Slot* library_frame_ = nullptr; // free stack above the caller of the library function that runs
  const Edge* library_edge_ = nullptr;
  std::uint64_t steps_done_ = 0;
  std::int64_t budget_ = 0, steps_left_ = 0;
  std::chrono::steady_clock::time_point deadline_{};
  std::set<std::string> assumed_;
  Instr halt_;
};

} // namespace tandem::semantics::interpreter
