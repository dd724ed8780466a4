// Instructions that access memory: a fast path, and a guarded one that diagnoses the fault or supplies missing values.

#include "base/core/require.h"
#include "semantics/interpreter/guarded.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/machine.h"

#include <array>

namespace tandem::semantics::interpreter {

namespace {

struct TenBytes { // a long double without its padding
  std::array<unsigned char, 10> bytes;
};

template <Pointers pointers> std::uint64_t address(const Instr* pc, const Slot* frame) {
  const std::uint64_t sum = frame[pc->b] + pc->immediate;
  return pointers == Pointers::Narrow ? static_cast<std::uint32_t>(sum) : sum;
}

template <typename T> void put(Slot* frame, std::int32_t slot, const T& value) {
  if constexpr (std::is_same_v<T, TenBytes>) {
    UInt128 bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    set<UInt128>(frame, slot, bits);
  } else {
    set<T>(frame, slot, value);
  }
}

template <typename T> T slot_value(const Slot* frame, std::int32_t slot) {
  if constexpr (std::is_same_v<T, TenBytes>) {
    const UInt128 bits = get<UInt128>(frame, slot);
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  } else {
    return get<T>(frame, slot);
  }
}

enum class Loaded : std::uint8_t { Bits, Pointer };

// The access is invalid, or bytes are uninitialised, which RunOptions may permit.
template <typename T, Pointers pointers, Loaded loaded>
void load_again(const Instr* pc, Slot* frame, Machine& machine) {
  const std::uint64_t at = address<pointers>(pc, frame);
  machine.memory.readable(at, sizeof(T));
  if (machine.uninitialised_is_fault()) machine.memory.require_written(at, sizeof(T));
  if constexpr (loaded == Loaded::Pointer)
    machine.fill_pointer_arbitrarily(at, sizeof(T), machine.edge_at(pc));
  else
    machine.fill_arbitrarily(at, sizeof(T), machine.edge_at(pc));
  T value{};
  machine.memory.load_unchecked(at, value);
  put<T>(frame, pc->a, value);
}

template <typename T, Pointers pointers, LoadUse use, Loaded loaded = Loaded::Bits>
void load(TANDEM_HANDLER_PARAMETERS) {
  T value{};
  const std::uint64_t at = address<pointers>(pc, frame);
  const bool good = use == LoadUse::Update ? machine.memory.load_unchecked(at, value) : machine.memory.load(at, value);
  if (!good) [[unlikely]]
    [[clang::musttail]] return guarded<&load_again<T, pointers, loaded>>(pc, frame, machine, steps);
  put<T>(frame, pc->a, value);
  TANDEM_NEXT;
}

template <typename T, Pointers pointers> void store_again(const Instr* pc, Slot* frame, Machine& machine) {
  throw machine.memory.diagnose(address<pointers>(pc, frame), sizeof(T), AccessKind::Write);
}

template <typename T, Pointers pointers> void store(TANDEM_HANDLER_PARAMETERS) {
  if (!machine.memory.store(address<pointers>(pc, frame), slot_value<T>(frame, pc->a))) [[unlikely]]
    [[clang::musttail]] return guarded<&store_again<T, pointers>>(pc, frame, machine, steps);
  TANDEM_NEXT;
}

template <typename T> void load_global(TANDEM_HANDLER_PARAMETERS) {
  set<T>(frame, pc->a, get<T>(machine.globals, pc->b));
  TANDEM_NEXT;
}

template <typename T> void store_global(TANDEM_HANDLER_PARAMETERS) {
  set<T>(machine.globals, pc->b, get<T>(frame, pc->a));
  TANDEM_NEXT;
}

void copy(const Instr* pc, Slot* frame, Machine& machine) {
  machine.memory.copy(frame[pc->a], frame[pc->b], pc->immediate);
}

void fill_zero(const Instr* pc, Slot* frame, Machine& machine) { machine.memory.fill(frame[pc->a], 0, pc->immediate); }

void store_bytes(const Instr* pc, Slot* frame, Machine& machine) {
  machine.memory.write(frame[pc->a], *static_cast<const std::string*>(pc->data));
}

void push_local(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& variable = *static_cast<const Variable*>(pc->data);
  const std::uint32_t align = std::max(variable.type->align(), variable.explicit_align);
  frame[pc->a] = machine.memory.push_local(ObjectKind::Local, variable.type->size(), align, &variable);
}

void forget(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& variable = *static_cast<const Variable*>(pc->data);
  machine.memory.forget(frame[pc->a], variable.type->size());
}

void make_read_only(const Instr* pc, Slot* frame, Machine& machine) { machine.memory.make_read_only(frame[pc->a]); }

template <typename T> Handler pick_load(LoadUse use, Pointers pointers) {
  if (use == LoadUse::Update)
    return pointers == Pointers::Narrow ? &load<T, Pointers::Narrow, LoadUse::Update>
                                        : &load<T, Pointers::Wide, LoadUse::Update>;
  return pointers == Pointers::Narrow ? &load<T, Pointers::Narrow, LoadUse::Value>
                                      : &load<T, Pointers::Wide, LoadUse::Value>;
}

template <typename T> Handler pick_store(Pointers pointers) {
  return pointers == Pointers::Narrow ? &store<T, Pointers::Narrow> : &store<T, Pointers::Wide>;
}

} // namespace

Handler load_handler(std::uint32_t bits, LoadUse use, Pointers pointers) {
  switch (bits) {
  case 8: return pick_load<std::uint8_t>(use, pointers);
  case 16: return pick_load<std::uint16_t>(use, pointers);
  case 32: return pick_load<std::uint32_t>(use, pointers);
  case 64: return pick_load<std::uint64_t>(use, pointers);
  case 80: return pick_load<TenBytes>(use, pointers);
  case 128: return pick_load<UInt128>(use, pointers);
  }
  unreachable("a load should have 8, 16, 32, 64, 80 or 128 bits");
}

Handler load_pointer_handler(Pointers pointers) {
  return pointers == Pointers::Narrow ? &load<std::uint32_t, Pointers::Narrow, LoadUse::Value, Loaded::Pointer>
                                      : &load<std::uint64_t, Pointers::Wide, LoadUse::Value, Loaded::Pointer>;
}

Handler store_handler(std::uint32_t bits, Pointers pointers) {
  switch (bits) {
  case 8: return pick_store<std::uint8_t>(pointers);
  case 16: return pick_store<std::uint16_t>(pointers);
  case 32: return pick_store<std::uint32_t>(pointers);
  case 64: return pick_store<std::uint64_t>(pointers);
  case 80: return pick_store<TenBytes>(pointers);
  case 128: return pick_store<UInt128>(pointers);
  }
  unreachable("a store should have 8, 16, 32, 64, 80 or 128 bits");
}

Handler load_global_handler(std::uint32_t width) { return width > 64 ? &load_global<UInt128> : &load_global<Slot>; }
Handler store_global_handler(std::uint32_t width) { return width > 64 ? &store_global<UInt128> : &store_global<Slot>; }
Handler copy_handler() { return &guarded<&copy>; }
Handler fill_zero_handler() { return &guarded<&fill_zero>; }
Handler store_bytes_handler() { return &guarded<&store_bytes>; }
Handler push_local_handler() { return &guarded<&push_local>; }
Handler forget_handler() { return &guarded<&forget>; }
Handler make_read_only_handler() { return &guarded<&make_read_only>; }

} // namespace tandem::semantics::interpreter
