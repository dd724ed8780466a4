#include "bench/jobs/output_excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::bench {

void OutputExcerpt::add(std::string_view bytes) {
  total_ += bytes.size();
  const std::size_t to_head = std::min<std::size_t>(half_ - head_.size(), bytes.size());
  head_ += bytes.substr(0, to_head);
  bytes.remove_prefix(to_head);
  if (bytes.size() > half_) bytes.remove_prefix(bytes.size() - half_);
  const std::size_t appended = std::min<std::size_t>(half_ - tail_.size(), bytes.size());
  tail_ += bytes.substr(0, appended);
  for (const char c : bytes.substr(appended)) {
    tail_[next_] = c;
    next_ = (next_ + 1) % tail_.size();
  }
}

std::string OutputExcerpt::text() const {
  const std::string end = tail_.substr(next_) + tail_.substr(0, next_);
  if (!is_cut()) return head_ + end;
  return fmt::format("{}\n[{} bytes of output are left out here]\n{}", head_, total_ - head_.size() - tail_.size(),
                     end);
}

} // namespace tandem::bench
