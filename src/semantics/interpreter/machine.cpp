// A run is a sequence of tail calls from handler to handler; it returns here only at its end, or when a library
// function calls back into the program. Limits and the trace are handled by one countdown of edges: instructions
// decrement a budget, and only when it reaches zero does the machine look at the clock, the step limit and the trace.

#include "semantics/interpreter/machine.h"

#include "base/core/require.h"
#include "program/model/calling_convention.h"
#include "program/model/library.h"
#include "semantics/core/environment_memory.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/image.h"
#include "semantics/interpreter/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfenv>

namespace tandem::semantics::interpreter {

namespace {

constexpr std::int64_t whole_budget = 1 << 20;      // edges between two reads of the clock
constexpr std::uint64_t steps_between_clocks = 256; // the same where every edge is recorded

int exit_code_of(FaultKind kind) {
  constexpr int signal_base = 128, floating_point_signal = 8, segmentation_signal = 11;
  const bool division = kind == FaultKind::DivisionByZero || kind == FaultKind::DivisionOverflow;
  return signal_base + (division ? floating_point_signal : segmentation_signal);
}

} // namespace

Machine::Machine(Image& image, InputSource& inputs, const RunOptions& options)
    : memory(image.memory()), image_(image), inputs_(inputs), options_(options) {
  halt_.run = halt_handler();
  stack_end_ = image.stack() + image.stack_size();
  globals = image.stack(); // the globals' slots lie at the bottom
  if (options.visits == VisitRecording::Record) result_.visited.resize(image.program().edges().size());
  if (options.time_limit) deadline_ = std::chrono::steady_clock::now() + *options.time_limit;
}

// The end.

void Machine::set_end(const Edge* edge, End end, int exit_code, std::string message) {
  if (ended_) return;
  ended_ = true;
  result_.end = end;
  result_.exit_code = exit_code;
  result_.message = std::move(message);
  result_.last_edge = edge;
  for (const Activation& activation : activations_)
    if (activation.site != nullptr && activation.site->edge != nullptr)
      result_.call_stack.push_back(activation.site->edge);
}

void Machine::fail(const Instr* pc, std::int64_t steps, FaultKind kind, std::string message) {
  leave(steps);
  if (ended_) return;
  if (message != name(kind)) message = fmt::format("{}: {}", name(kind), message);
  result_.fault = FaultReport{kind, message};
  set_end(edge_at(pc), End::Fault, exit_code_of(kind), std::move(message));
}

void Machine::fail(const Instr* pc, std::int64_t steps, const Fault& fault) {
  fail(pc, steps, fault.kind(), fault.what());
}

void Machine::stop(const Instr* pc, std::int64_t steps, End end, std::string message) {
  leave(steps);
  set_end(edge_at(pc), end, end == End::Abort ? abort_exit_code : 0, std::move(message));
}

void Machine::end(End end, int exit_code, std::string message) {
  set_end(library_edge_, end, exit_code, std::move(message));
  throw RunEnded();
}

void Machine::assume(std::string text) {
  if (assumed_.insert(text).second) result_.assumptions.push_back(std::move(text));
}

void Machine::write_output(int stream, std::string_view text) {
  std::string& to = stream == 2 ? result_.error_output : result_.output;
  const std::size_t room = options_.output_limit - std::min<std::uint64_t>(options_.output_limit, to.size());
  to += text.substr(0, room);
  if (text.size() > room) assume("output beyond the limit was dropped");
}

// Steps.

std::int64_t Machine::budget() const {
  const auto left = static_cast<std::int64_t>(options_.step_limit - steps_done_);
  const bool is_recorded = !result_.visited.empty() || result_.trace.size() < options_.trace_limit;
  return is_recorded ? std::min<std::int64_t>(1, left) : std::min(whole_budget, left);
}

// The edge at pc is the last one of its budget. A limit of n edges ends the run when the next edge would start.
std::int64_t Machine::renew(const Instr* pc, std::int64_t steps) {
  steps_done_ += static_cast<std::uint64_t>(budget_ - steps);
  if (result_.trace.size() < options_.trace_limit) result_.trace.push_back(image_.program().edges()[pc->immediate]);
  if (!result_.visited.empty()) result_.visited[static_cast<std::size_t>(pc->immediate)] = true;
  leave(0);
  const bool reads_clock = budget_ > 1 || steps_done_ % steps_between_clocks == 0;
  budget_ = 0;
  if (steps_done_ >= options_.step_limit) {
    set_end(edge_at(pc), End::StepLimit, 0, fmt::format("{} steps were not enough", options_.step_limit));
    return -1;
  }
  if (options_.time_limit && reads_clock && std::chrono::steady_clock::now() > deadline_) {
    set_end(edge_at(pc), End::TimeLimit, 0, fmt::format("{} ms were not enough", options_.time_limit->count()));
    return -1;
  }
  budget_ = budget();
  return budget_;
}

// Calls.

FunctionEntry& Machine::function_at(std::uint64_t address) const {
  FunctionEntry* entry = image_.entry_at(address);
  if (entry == nullptr) throw Fault(FaultKind::BadCall, "call through " + memory.describe(address));
  return *entry;
}

void Machine::adapt_arguments(const CallSite& site, const Code& code, Slot* frame) {
  const std::string callee = "'" + code.function->source_name() + "'";
  if (site.arguments.size() < code.parameters.size())
    throw Fault(FaultKind::BadCall,
                fmt::format("{} takes {} arguments, not {}", callee, code.parameters.size(), site.arguments.size()));
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const Shape &wanted = code.parameters[i], &given = site.arguments[i].shape;
    if (!is_passed_alike(*site.arguments[i].type, *code.function->parameters()[i]->type, image_.data_model()))
      throw Fault(FaultKind::BadCall,
                  fmt::format("argument {} of {} has another type than its parameter", i + 1, callee));
    if (site.arguments[i].type->is_pointer() != code.function->parameters()[i]->type->is_pointer()) note_difference();
    if (wanted != given && wanted.width < 64) frame[site.arguments[i].slot] &= (Slot{1} << wanted.width) - 1;
  }
  if (site.result >= 0 && code.result.kind != Shape::Class::Nothing && code.result != shape_of(*site.result_type))
    throw Fault(FaultKind::BadCall, callee + " returns another type than the call expects");
}

void Machine::enter(const CallSite& site, const Code& code, const Instr* return_to, Slot* frame) {
  if (!has_room(code, frame + site.frame))
    throw Fault(FaultKind::StackOverflow, fmt::format("calls are nested too deeply ({})", activations_.size()));
  activations_.push_back({&code, return_to, frame, &site, memory.local_mark(), site.result, 0});
  if (code.function->type().is_variadic()) push_variable_arguments(site, code, frame);
}

// As on the stack of the i386: consecutive, in units of a machine word.
void Machine::push_variable_arguments(const CallSite& site, const Code& code, Slot* frame) {
  const std::uint64_t word = image_.data_model() == DataModel::LP64 ? 8 : 4;
  std::string bytes;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> records; // offset, address
  for (std::size_t i = code.parameters.size(); i < site.arguments.size(); ++i) {
    const CallArgument& argument = site.arguments[i];
    const std::uint64_t size = (argument.type->size() + word - 1) / word * word;
    if (argument.shape.kind == Shape::Class::Record) records.emplace_back(bytes.size(), frame[argument.slot]);
    std::string piece(size, '\0');
    if (argument.shape.kind != Shape::Class::Record)
      std::memcpy(piece.data(), frame + argument.slot, std::min<std::uint64_t>(size, slots_of(argument.shape) * 8));
    bytes += piece;
  }
  const std::uint64_t object = memory.push_local(ObjectKind::Arguments, bytes.size(), 16, nullptr);
  memory.write(object, bytes);
  activations_.back().variable_arguments = object;
  std::size_t next = 0;
  for (std::size_t i = code.parameters.size(); i < site.arguments.size(); ++i)
    if (site.arguments[i].shape.kind == Shape::Class::Record) {
      const auto [offset, address] = records[next++];
      memory.copy(object + offset, address, site.arguments[i].type->size());
    }
}

std::vector<Slot> Machine::variables_on_stack(const Slot* frame) const {
  std::vector<Slot> result;
  for (auto activation = activations_.rbegin(); activation != activations_.rend(); ++activation) {
    for (const std::int32_t slot : activation->code->variables) result.push_back(frame[slot]);
    frame = activation->caller_frame;
  }
  return result;
}

AskedPlace Machine::asked_place() const {
  constexpr std::uint64_t least_red_zone = 16;
  const Object& object = memory.find(asked);
  if (object.state == ObjectState::Dead && object.kind == ObjectKind::Local) return AskedPlace::EndedLocal;
  const std::uint64_t behind = asked - (object.base + object.size), before = object.base - asked;
  const bool is_far = asked > object.base ? behind >= least_red_zone : before > least_red_zone;
  const bool is_outside = asked - object.base > object.size;
  return object.state == ObjectState::Live && is_outside && is_far ? AskedPlace::FarFromObject : AskedPlace::Other;
}

void Machine::reach_target(const Edge& edge, const Function& function) {
  result_.targets_reached.push_back(&edge);
  result_.asked = asked_place();
  if (options_.at_target == AtTarget::GoOn) return;
  set_end(&edge, End::ErrorCall, abort_exit_code, "'" + function.source_name() + "' is called");
  throw RunEnded();
}

Slot Machine::call_back(std::uint64_t function, const std::vector<Slot>& arguments) {
  FunctionEntry& entry = function_at(function);
  if (!entry.function->has_body())
    throw Fault(FaultKind::Library, "'" + entry.function->source_name() + "' is called back but has no body");
  const Code& code = image_.code(entry);
  Slot* const frame = library_frame_;
  const Edge* const edge = library_edge_;
  CallSite site;
  site.edge = edge;
  site.frame = 2;
  site.result = code.result.kind == Shape::Class::Nothing ? -1 : 0;
  if (code.parameters.size() > arguments.size())
    throw Fault(FaultKind::BadCall, "a called back function takes more arguments");
  for (std::size_t i = 0; i < code.parameters.size(); ++i) frame[2 + i] = arguments[i];
  enter(site, code, &halt_, frame);
  execute(code.instrs.data(), frame + site.frame);
  library_frame_ = frame;
  library_edge_ = edge;
  if (ended_) throw RunEnded();
  return frame[0];
}

void Machine::run_exit_handlers() {
  while (!library.at_exit.empty()) {
    const std::uint64_t function = library.at_exit.back();
    library.at_exit.pop_back();
    call_back(function, {});
  }
}

// Inputs and arbitrary values.

UInt128 Machine::input(InputReason reason, const Type& type, const Function* function, const Edge* edge) {
  const auto bits = inputs_.next({.reason = reason, .type = type, .function = function, .edge = edge});
  if (!bits) {
    set_end(edge, End::InputsExhausted, 0, fmt::format("{} inputs were not enough", result_.inputs.size()));
    throw RunEnded();
  }
  result_.inputs.push_back({edge, function, &type, *bits, reason});
  return *bits;
}

UInt128 Machine::arbitrary(const InputRequest& request) {
  if (options_.arbitrary == nullptr) return 0;
  return options_.arbitrary->next(request).value_or(0);
}

UInt128 Machine::arbitrary(const Type& type, const Edge* edge, const Variable* variable) {
  return arbitrary({.reason = InputReason::Arbitrary, .type = type, .edge = edge, .variable = variable});
}

// The request for the value at an address, or of what it is a copy of.
InputRequest Machine::request_at(std::uint64_t address, const Type& type, const Edge* edge) const {
  const std::optional<BytePlace> origin = memory.indeterminate.origin(address);
  if (origin) address = origin->address;
  const Object& object = memory.find(address);
  InputRequest request{.reason = InputReason::Arbitrary, .type = type, .edge = edge, .variable = object.variable};
  request.byte = address - object.base;
  if (origin) {
    request.variable = origin->variable;
    request.byte = origin->offset;
  }
  if (object.kind == ObjectKind::Environment) request.block = environment_block_at(image_.data_model(), address);
  return request;
}

void Machine::record(const Edge* edge, UInt128 bits) {
  if (result_.trace.empty() || result_.trace.size() >= options_.trace_limit) return;
  result_.written.push_back({result_.trace.size() - 1, edge, bits});
}

void Machine::watch(const Expr& lvalue, std::uint64_t address) {
  const std::uint64_t size = lvalue.type().size();
  if (result_.trace.size() >= options_.trace_limit || !memory.is_written(address, size)) return;
  const unsigned char* bytes = memory.readable(address, size);
  if (bytes == nullptr) return;
  UInt128 bits = 0;
  std::memcpy(&bits, bytes, size);
  result_.watched.push_back({result_.trace.size(), &lvalue, bits});
}

void Machine::watch_value(const Expr& expr, UInt128 bits) {
  if (result_.trace.size() < options_.trace_limit) result_.watched.push_back({result_.trace.size(), &expr, bits});
}

void Machine::fill_arbitrarily(std::uint64_t address, std::uint64_t size, const Edge* edge) {
  const Type& byte = image_.program().context().types().integer(IntegerKind::UChar);
  for (std::uint64_t i = address; i < address + size; ++i) {
    if (memory.is_written(i, 1)) continue;
    std::optional<unsigned char> chosen = memory.indeterminate.chosen(i);
    if (!chosen) {
      chosen = static_cast<unsigned char>(arbitrary(request_at(i, byte, edge)));
      memory.indeterminate.choose(i, *chosen);
    }
    memory.fill(i, *chosen, 1);
  }
}

void Machine::fill_pointer_arbitrarily(std::uint64_t address, std::uint64_t size, const Edge* edge) {
  if (!memory.is_unset(address, size) || memory.indeterminate.is_copied(address))
    return fill_arbitrarily(address, size, edge);
  const Type& word = image_.program().context().types().integer(IntegerKind::ULong);
  InputRequest request = request_at(address, word, edge);
  request.is_pointer_in_memory = true;
  const auto bits = static_cast<std::uint64_t>(arbitrary(request));
  memory.write(address, std::string_view(reinterpret_cast<const char*>(&bits), size));
}

void Machine::fill_from_inputs(std::uint64_t address, std::uint64_t size, const Edge* edge) {
  const Type& byte = image_.program().context().types().integer(IntegerKind::UChar);
  for (std::uint64_t i = 0; i < size; ++i)
    memory.fill(address + i, static_cast<unsigned char>(input(InputReason::Nondet, byte, nullptr, edge)), 1);
}

// The run.

void Machine::execute(const Instr* pc, Slot* frame) {
  if (budget_ == 0 || steps_left_ <= 0) {
    steps_done_ += static_cast<std::uint64_t>(budget_ - steps_left_);
    steps_left_ = budget_ = budget();
  }
  pc->run(pc, frame, *this, steps_left_);
}

void Machine::provide_environment_blocks() {
  const bool is_open = options_.environment_contents == EnvironmentContents::Pointers;
  if (!options_.environment.is_used && !is_open) return;
  for (std::uint32_t i = 0; i < most_environment_blocks; ++i)
    memory.add_environment_block(i, is_open ? NewBytes::Open : NewBytes::Zero);
  for (const EnvironmentMemory::Piece& piece : options_.environment.pieces)
    memory.write(environment_block_address(image_.data_model(), piece.block) + piece.offset, piece.bytes);
}

void Machine::initialise_globals() {
  image_.lay_out();
  memory.set_limit(options_.memory_limit);
  if (!uninitialised_is_fault()) {
    memory.indeterminate.follow_copies();
    memory.settle = [this](std::uint64_t address, std::uint64_t size) {
      fill_arbitrarily(address, size, library_edge_);
    };
  }
  provide_environment_blocks();
  std::fill_n(globals, image_.global_slot_count(), Slot{0});
  library_frame_ = globals + image_.global_slot_count();
  set_up_library(*this);
  activations_.push_back({&image_.start_code(), &halt_, library_frame_, nullptr, 0, -1, 0});
  execute(image_.start_code().instrs.data(), library_frame_);
  if (!ended_) activations_.pop_back();
  initialise_undefined_globals();
}

// Globals that no file defines start with an arbitrary value, except those of the C library.
void Machine::initialise_undefined_globals() {
  for (const Variable* global : image_.program().globals()) {
    if (!global->is_extern || library_stream(*global)) continue;
    assume(fmt::format("'{}' is defined nowhere: it starts as {}", global->source_name,
                       options_.arbitrary == nullptr ? "zero" : "any value"));
    if (options_.arbitrary == nullptr) continue;
    if (const auto slot = image_.global_slot(*global)) {
      const UInt128 bits = arbitrary(*global->type, nullptr, global);
      if (global->type->width() > 64)
        set<UInt128>(globals, *slot, bits);
      else
        globals[*slot] = static_cast<Slot>(bits);
    } else if (const std::uint64_t size = object_size(*global)) {
      const std::uint64_t address = image_.global_address(*global);
      memory.forget(address, size); // requested on the first read, unless that is a fault
      if (uninitialised_is_fault()) fill_arbitrarily(address, size, nullptr);
    }
  }
}

std::uint64_t Machine::argument_vector() {
  const std::uint64_t word = image_.data_model() == DataModel::LP64 ? 8 : 4;
  const std::uint64_t count = options_.arguments.size();
  const std::uint64_t vector = memory.allocate(ObjectKind::Global, (count + 1) * word, word, NewBytes::Zero);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string& text = options_.arguments[i];
    const std::uint64_t string = memory.allocate(ObjectKind::Global, text.size() + 1, 1, NewBytes::Zero);
    memory.write(string, text);
    memory.write(vector + i * word, std::string_view(reinterpret_cast<const char*>(&string), word));
  }
  return vector;
}

// main gets argc, argv and an empty environment; the parameters of another function are inputs.
std::vector<Slot> Machine::entry_arguments(const Function& entry) {
  std::vector<Slot> slots;
  const bool is_main = entry.name() == "main";
  for (std::size_t i = 0; i < entry.parameters().size(); ++i) {
    const Variable& parameter = *entry.parameters()[i];
    const Type& type = *parameter.type;
    UInt128 bits = 0;
    if (is_main) result_.may_differ = true;
    if (is_main && i == 0)
      bits = options_.arguments.size();
    else if (is_main && i == 1)
      bits = argument_vector();
    else if (is_main)
      bits = memory.allocate(ObjectKind::Global, 8, 8, NewBytes::Zero);
    else if (type.is_scalar())
      bits = input(InputReason::Nondet, type, &entry, nullptr);
    else
      bits = memory.allocate(ObjectKind::Global, type.size(), type.align(), NewBytes::Zero);
    slots.push_back(static_cast<Slot>(bits));
    if (type.is_scalar() && type.width() > 64) slots.push_back(static_cast<Slot>(bits >> 64));
  }
  return slots;
}

namespace {

// The program may set another rounding mode; it ends with the run.
struct RoundingToNearest {
  RoundingToNearest() { std::fesetround(FE_TONEAREST); }
  ~RoundingToNearest() { std::fesetround(FE_TONEAREST); }
  RoundingToNearest(const RoundingToNearest&) = delete;
  RoundingToNearest& operator=(const RoundingToNearest&) = delete;
};

} // namespace

void Machine::call_entry() {
  const Function& entry = image_.program().entry();
  const Code& code = image_.code(image_.entry(entry));
  Slot* const bottom = library_frame_;
  CallSite site;
  site.frame = 2;
  site.result = code.result.kind == Shape::Class::Integer ? 0 : -1;
  bottom[0] = 0; // the result of main without a return statement
  const std::vector<Slot> arguments = entry_arguments(entry);
  std::copy(arguments.begin(), arguments.end(), bottom + site.frame);
  activations_.push_back({&code, &halt_, bottom, &site, memory.local_mark(), site.result, 0});
  execute(code.instrs.data(), bottom + site.frame);
  if (ended_) return;
  const int exit_code = static_cast<int>(bottom[0] & 0xff);
  run_exit_handlers();
  set_end(nullptr, End::Returned, exit_code, {});
}

RunResult Machine::run() {
  const RoundingToNearest rounding;
  try {
    initialise_globals();
    if (!ended_) call_entry();
  } catch (const RunEnded&) {
  } catch (const MemoryExhausted& problem) {
    set_end(nullptr, End::MemoryLimit, 0, problem.what());
  } catch (const Fault& fault) {
    result_.fault = FaultReport{fault.kind(), fault.what()};
    set_end(nullptr, End::Fault, exit_code_of(fault.kind()), fault.what());
  }
  result_.steps = steps_done_ + static_cast<std::uint64_t>(budget_ - steps_left_);
  return std::move(result_);
}

} // namespace tandem::semantics::interpreter
