#include "task/monitors.h"

#include <fmt/format.h>

#include <cerrno>
#include <unistd.h>

namespace tandem::task {

void PipeMonitor::progress(std::string_view text) { send(fmt::format("p {}", text)); }

void PipeMonitor::learnt(std::string_view text) { send(fmt::format("l {}", text)); }

void PipeMonitor::send(std::string_view line) { write_all(descriptor_, fmt::format("{}\n", line)); }

void PipeMonitor::publish(const exchange::Fact& fact) {
  const std::string line = exchange::fact_line(fact);
  if (line.size() <= exchange::longest_fact) write_all(descriptor_, fmt::format("f {}\n", line));
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

} // namespace tandem::task
