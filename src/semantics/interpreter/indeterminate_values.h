// Which bytes that were never written have the same value because one is a copy of the other: where such values are
// arbitrary, a copy must not differ from its source, and is asked for by the place that it comes from, as engines name
// it. A byte gets a number when it is first copied.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem {
struct Variable;
}

namespace tandem::semantics::interpreter {

// A byte of an object, which may be gone.
struct BytePlace {
  const Variable* variable = nullptr; // none: of a heap block, or of environment memory
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
};

class IndeterminateValues {
public:
  void clear() {
    numbers_.clear();
    values_.clear();
    is_following_ = false;
  }
  void follow_copies() { is_following_ = true; }
  bool is_following() const { return is_following_; }

  void copy(std::uint64_t to, const BytePlace& from) {
    if (values_.size() >= most) return; // a program that copies so much has other worries
    const auto [source, is_new] = numbers_.try_emplace(from.address, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.push_back({from, std::nullopt});
    const std::uint32_t number = source->second;
    numbers_[to] = number;
  }
  // The byte is written, or starts anew.
  void forget(std::uint64_t address, std::uint64_t size) {
    if (numbers_.empty()) return;
    if (size > numbers_.size())
      std::erase_if(numbers_, [&](const auto& entry) { return entry.first - address < size; });
    else
      for (std::uint64_t i = 0; i < size; ++i) numbers_.erase(address + i);
  }
  bool is_copied(std::uint64_t address) const { return numbers_.contains(address); }
  // What the byte, or another one with the same value, was found to be.
  std::optional<unsigned char> chosen(std::uint64_t address) const {
    const auto found = numbers_.find(address);
    return found == numbers_.end() ? std::nullopt : values_[found->second].chosen;
  }
  // Where a copied byte comes from, directly or through other copies.
  std::optional<BytePlace> origin(std::uint64_t address) const {
    const auto found = numbers_.find(address);
    return found == numbers_.end() ? std::nullopt : std::optional(values_[found->second].origin);
  }
  void choose(std::uint64_t address, unsigned char value) {
    if (const auto found = numbers_.find(address); found != numbers_.end()) values_[found->second].chosen = value;
  }

private:
  struct Value {
    BytePlace origin;
    std::optional<unsigned char> chosen;
  };

  static constexpr std::size_t most = std::size_t{1} << 20;

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_; // by address
  std::vector<Value> values_;                                // by number
  bool is_following_ = false;
};

} // namespace tandem::semantics::interpreter
