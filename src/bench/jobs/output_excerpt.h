// The beginning and the end of a text of any length, in bounded memory: a verdict is printed last, the reason why a run
// went wrong often first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tandem::bench {

class OutputExcerpt {
public:
  explicit OutputExcerpt(std::uint64_t limit) : half_(limit / 2) {}

  void add(std::string_view bytes);
  // With a line in place of what was left out.
  std::string text() const;
  std::uint64_t total() const { return total_; }
  bool is_cut() const { return total_ > head_.size() + tail_.size(); }

private:
  std::uint64_t half_;
  std::uint64_t total_ = 0;
  std::string head_, tail_; // the tail is a ring buffer once it is full
  std::size_t next_ = 0;    // where the ring is written next
};

} // namespace tandem::bench
