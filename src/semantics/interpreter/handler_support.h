// Shared by the handlers: access to typed slots, and the tail call to the next instruction.
#pragma once

#include "semantics/core/float_bits.h"
#include "semantics/interpreter/bytecode.h"

#include <bit>
#include <cstring>
#include <type_traits>

// Handlers end in one of these. The tail call is guaranteed, so a run needs no more native stack than one handler.
#define TANDEM_CONTINUE_AT(next) [[clang::musttail]] return (next)->run((next), frame, machine, steps)
#define TANDEM_NEXT TANDEM_CONTINUE_AT(pc + 1)
#define TANDEM_HANDLER_PARAMETERS const Instr *pc, Slot *frame, Machine &machine, std::int64_t steps

namespace tandem::semantics::interpreter {

// T: std::uint32_t, std::uint64_t, UInt128, float, double or long double.
template <typename T> inline T get(const Slot* frame, std::int32_t slot) {
  if constexpr (std::is_same_v<T, UInt128>)
    return (UInt128{frame[slot + 1]} << 64) | frame[slot];
  else if constexpr (std::is_same_v<T, long double>)
    return long_double_of(get<UInt128>(frame, slot));
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(frame[slot]));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(frame[slot]);
  else
    return static_cast<T>(frame[slot]);
}

template <typename T> inline void set(Slot* frame, std::int32_t slot, T value) {
  if constexpr (std::is_same_v<T, UInt128>) {
    frame[slot] = static_cast<Slot>(value);
    frame[slot + 1] = static_cast<Slot>(value >> 64);
  } else if constexpr (std::is_same_v<T, long double>) {
    set<UInt128>(frame, slot, long_double_bits(value));
  } else if constexpr (std::is_same_v<T, float>) {
    frame[slot] = std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    frame[slot] = std::bit_cast<std::uint64_t>(value);
  } else {
    frame[slot] = value;
  }
}

} // namespace tandem::semantics::interpreter
