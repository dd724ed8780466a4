// An interning table for millions of names: all characters in one string, a flat hash index with open addressing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange {

class NameTable {
public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::string_view name(std::uint32_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(letters_).substr(begin, ends_[id] - begin);
  }

  std::optional<std::uint32_t> find(std::string_view name) const {
    const std::uint32_t id = slots_[slot(name, hash(name))].next_id;
    return id == 0 ? std::nullopt : std::optional(id - 1);
  }

  // The number of the name, which is added if it is new; size() tells whether it was.
  std::uint32_t add(std::string_view name) {
    const std::uint32_t hashed = hash(name);
    Slot& found = slots_[slot(name, hashed)];
    if (found.next_id != 0) return found.next_id - 1;
    letters_.append(name);
    ends_.push_back(letters_.size());
    found = {hashed, size()};
    const std::uint32_t id = size() - 1;
    if (std::size_t{2} * size() > slots_.size()) grow();
    return id;
  }

private:
  // Part of the hash, and the number + 1 (0: free).
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t next_id = 0;
  };

  static std::uint32_t hash(std::string_view name) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
  }

  std::size_t slot(std::string_view wanted, std::uint32_t hashed) const {
    std::size_t at = hashed & (slots_.size() - 1);
    while (slots_[at].next_id != 0 && (slots_[at].hash != hashed || name(slots_[at].next_id - 1) != wanted))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    std::swap(old, slots_);
    for (const Slot& slot : old) {
      if (slot.next_id == 0) continue;
      std::size_t at = slot.hash & (slots_.size() - 1);
      while (slots_[at].next_id != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::string letters_;
  std::vector<std::size_t> ends_;
  std::vector<Slot> slots_ = std::vector<Slot>(64); // open addressing, at most half full, a power of two
};

} // namespace tandem::exchange
