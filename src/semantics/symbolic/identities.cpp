// Addresses are assigned in the order of the first requests and never reused; a range that has to grow moves.

#include "semantics/symbolic/identities.h"

#include <new>

namespace tandem::semantics::symbolic {

namespace {

// Far from the small numbers that programs compute with, so that addresses and offsets differ in magnitude; and no
// round number, so that no constant of a program is taken for an address.
constexpr std::uint64_t first_address(DataModel model) {
  return model == DataModel::LP64 ? 0x0000'16B3'52D7'4A30 : 0x16B3'5A30;
}

constexpr std::uint64_t last_address(DataModel model) {
  return model == DataModel::LP64 ? 0xF000'0000'0000'0000 : 0xF000'0000;
}

} // namespace

Identities::Identities(smt::Terms& terms, DataModel model)
    : terms_(terms), model_(model), next_address_(first_address(model)) {}

smt::Term Identities::symbol(const Identity& identity, std::string_view prefix, smt::Sort sort) {
  smt::Term& slot = symbols_[identity];
  if (!slot || terms_.sort(slot) != sort) slot = terms_.fresh(prefix, sort);
  return slot;
}

std::uint64_t Identities::address(const Identity& identity, std::uint64_t size) {
  Range& range = ranges_[identity];
  if (range.address == 0 || range.size < size) {
    if (size > last_address(model_) - next_address_) throw std::bad_alloc(); // all the objects there were, freed or not
    range = {next_address_, size};
    next_address_ += (size + 15) / 16 * 16 + 2 * slack();
    if (next_address_ > last_address(model_)) throw std::bad_alloc();
  }
  return range.address;
}

std::uint64_t Identities::slack() const { return model_ == DataModel::LP64 ? std::uint64_t{1} << 30 : 1 << 13; }

std::uint32_t Identities::number(const Identity& identity) {
  return numbers_.try_emplace(identity, static_cast<std::uint32_t>(numbers_.size())).first->second;
}

} // namespace tandem::semantics::symbolic
