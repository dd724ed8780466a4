// Conversion of arguments and results, and the lookup over the tables of all library_*.cpp.

#include "semantics/interpreter/library.h"

#include "base/core/require.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"
#include "semantics/core/float_bits.h"
#include "semantics/core/host_math.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/image.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace tandem::semantics::interpreter {

DataModel LibraryCall::data_model() const { return machine_.image().data_model(); }

const Type& LibraryCall::type(std::size_t i) const {
  if (i >= site_.arguments.size())
    throw Fault(FaultKind::BadCall, "'" + entry_.function->source_name() + "' is called with too few arguments");
  return *site_.arguments[i].type;
}

UInt128 LibraryCall::bits(std::size_t i) const {
  type(i);
  const CallArgument& argument = site_.arguments[i];
  return slots_of(argument.shape) == 2 ? get<UInt128>(frame_, argument.slot) : UInt128{frame_[argument.slot]};
}

Int128 LibraryCall::wide(std::size_t i) const {
  const Type& given = type(i);
  if (given.is_float()) return static_cast<Int128>(real(i));
  if (!given.is_signed()) return static_cast<Int128>(bits(i));
  const UInt128 sign = UInt128{1} << (given.width() - 1);
  return static_cast<Int128>((bits(i) ^ sign) - sign);
}

long double LibraryCall::real(std::size_t i) const {
  if (!type(i).is_float()) return static_cast<long double>(wide(i));
  return float_from_bits(type(i).float_kind(), bits(i));
}

namespace {

void give_result(const CallSite& site, Slot* frame, UInt128 bits) {
  if (site.result < 0) return;
  const std::uint32_t width = site.result_type->width();
  if (width < 128) bits &= (UInt128{1} << width) - 1;
  if (width > 64)
    set<UInt128>(frame, site.result, bits);
  else
    frame[site.result] = static_cast<Slot>(bits);
}

} // namespace

void LibraryCall::give_bits(UInt128 bits) { give_result(site_, frame_, bits); }

void LibraryCall::give(Int128 value) {
  if (site_.result < 0) return;
  if (site_.result_type->is_float()) return give_real(static_cast<long double>(value));
  give_bits(site_.result_type->is_bool() ? UInt128{value != 0} : static_cast<UInt128>(value));
}

void LibraryCall::give_real(long double value) {
  if (site_.result < 0) return;
  if (!site_.result_type->is_float()) return give(static_cast<Int128>(value));
  give_bits(float_to_bits(site_.result_type->float_kind(), value));
}

void LibraryCall::give_record(std::uint64_t address, std::uint64_t size) {
  const unsigned char* bytes = memory().readable(address, size);
  const unsigned char* written = bytes + memory().find(address).size;
  machine_.returned.bytes.assign(bytes, bytes + size);
  machine_.returned.written.assign(written, written + size);
}

UInt128 LibraryCall::load(std::uint64_t address, std::uint64_t size) {
  memory().require_written(address, size);
  if (memory().has_pointer_bytes(address, size)) machine_.note_difference();
  UInt128 value = 0;
  std::memcpy(&value, memory().readable(address, size), size);
  return value;
}

void LibraryCall::store(std::uint64_t address, std::uint64_t size, UInt128 bits) {
  memory().write(address, std::string_view(reinterpret_cast<const char*>(&bits), size));
}

void LibraryCall::set_error_number(int value) {
  store(machine_.library.error_number, 4, static_cast<UInt128>(static_cast<unsigned>(value)));
}

namespace {

// Functions from floats to floats, by the name under which they are called.
void call_host(LibraryCall& call) {
  const HostFunction& function = *host_function(call.function().source_name());
  std::array<long double, 3> arguments{};
  for (std::size_t i = 0; i < function.parameters; ++i) arguments[i] = call.real(i);
  call.give_real(function.apply(arguments.data()));
}

} // namespace

LibraryFunction find_library_function(std::string_view name) {
  static const std::unordered_map<std::string_view, LibraryFunction> all = [] {
    std::unordered_map<std::string_view, LibraryFunction> table;
    for (const auto entries :
         {memory_functions, string_functions, character_functions, output_functions, input_functions, stdlib_functions,
          math_functions, float_class_functions, builtin_functions, end_functions})
      for (const LibraryEntry& entry : entries) table.emplace(entry.name, entry.function);
    return table;
  }();
  constexpr std::string_view prefix = "__builtin_";
  if (const auto found = all.find(name); found != all.end()) return found->second;
  if (host_function(name) != nullptr) return &call_host;
  return name.starts_with(prefix) ? find_library_function(name.substr(prefix.size())) : nullptr;
}

// errno is a variable of its model, where that is linked (share/clib/errno.c).
static std::uint64_t error_number(Machine& machine) {
  for (const Variable* global : machine.image().program().globals())
    if (global->source_name == "errno" && !global->is_extern && !machine.image().global_slot(*global))
      return machine.image().global_address(*global);
  return machine.memory.allocate(ObjectKind::Global, 4, 4, NewBytes::Zero);
}

void set_up_library(Machine& machine) {
  Memory& memory = machine.memory;
  machine.library.error_number = error_number(machine);
  for (std::size_t i = 0; i < 3; ++i)
    machine.library.streams[i] = memory.allocate(ObjectKind::Stream, 1, 16, NewBytes::Indeterminate);
  for (const Variable* global : machine.image().program().globals()) {
    const std::optional<int> number = library_stream(*global);
    if (!number) continue;
    const std::uint64_t stream = machine.library.streams[*number];
    if (const auto slot = machine.image().global_slot(*global))
      machine.globals[*slot] = stream;
    else
      memory.write(machine.image().global_address(*global),
                   std::string_view(reinterpret_cast<const char*>(&stream), global->type->size()));
  }
}

// A function of the library without a model returns something that is no input, and must not write anything. All
// others without a body return an input and have no other effect.
void Machine::call_external(const CallSite& site, const FunctionEntry& entry, Slot* frame) {
  library_frame_ = frame + activations_.back().code->extent;
  library_edge_ = site.edge;
  LibraryCall call(*this, site, entry, frame);
  const Function& function = *entry.function;
  note_environment(call);
  if (entry.library != nullptr) return entry.library(call);
  if (const std::optional<clib::Effect> effect = library_effect(function)) return call_unmodelled(call, *effect);
  const std::string what = "'" + function.source_name() + "' has no body: ";
  if (is_not_understood(function)) throw Fault(FaultKind::Library, not_understood_text(image().program(), *site.edge));
  if (function.does_not_return()) {
    assume(what + "calling it ends the run");
    end(End::Abort, abort_exit_code, "'" + function.source_name() + "', which does not return, is called");
  }
  if (function.result().is_void()) return assume(what + "calling it has no effect");
  assume(what + "it returns the next input and has no other effect");
  if (site.result_type == nullptr && !function.result().is_scalar()) return;
  if (function.result().is_scalar())
    call.give_bits(input(InputReason::Undefined, function.result(), &function, site.edge));
  else
    return_zeros(function.result());
}

// What the environment decides is seen in the result, or behind an argument.
void Machine::note_environment(const LibraryCall& call) {
  const std::string& name = call.function().source_name();
  if (!clib::depends_on_environment(name)) return;
  const std::optional<clib::Effect> effect = clib::effect_of(name);
  bool is_seen = call.result_type() != nullptr;
  for (std::size_t i = 0; i < call.count(); ++i)
    is_seen |= !effect || effect->argument(i) == clib::ArgumentEffect::Write;
  result_.may_differ |= is_seen;
}

void Machine::call_unmodelled(LibraryCall& call, const clib::Effect& effect) {
  const Function& function = call.function();
  const auto refuse = [&] { throw Fault(FaultKind::Library, "'" + function.source_name() + "' is not modelled"); };
  if (library_obstacle(function) || function.does_not_return()) refuse();
  for (std::size_t i = 0; i < call.count(); ++i)
    if (call.type(i).is_pointer() && effect.argument(i) == clib::ArgumentEffect::Write) refuse();
  if (function.result().is_void() || call.result_type() == nullptr) return;
  if (!function.result().is_scalar() || function.result().is_pointer()) refuse();
  call.give_bits(input(InputReason::Unspecified, function.result(), &function, call.edge()));
}

void Machine::call_unknown(const CallSite& site, Slot* frame) {
  assume("a function outside of the program is called through a pointer: it returns the next input and has no other "
         "effect");
  if (site.result_type == nullptr) return;
  if (site.result_type->is_scalar())
    give_result(site, frame, input(InputReason::Undefined, *site.result_type, nullptr, site.edge));
  else
    return_zeros(*site.result_type);
}

void Machine::return_zeros(const Type& type) {
  returned.bytes.assign(type.size(), 0);
  returned.written.assign(type.size(), 1);
}

} // namespace tandem::semantics::interpreter
