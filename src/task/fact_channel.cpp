#include "task/fact_channel.h"

#include "base/core/input_error.h"

#include <sys/socket.h>

namespace tandem::task {

void FactSender::send(const std::vector<exchange::Fact>& facts) {
  constexpr std::size_t most_waiting = 4 * exchange::longest_fact;
  for (const exchange::Fact& fact : facts)
    if (waiting_.size() < most_waiting) waiting_ += exchange::fact_line(fact) + "\n";
  if (waiting_.empty()) return;
  const ssize_t sent = ::send(socket_.number(), waiting_.data(), waiting_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent > 0) waiting_.erase(0, static_cast<std::size_t>(sent));
}

std::vector<exchange::Fact> FactReceiver::receive() {
  char buffer[65536];
  for (ssize_t count = 0; (count = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT)) > 0;)
    received_.append(buffer, static_cast<std::size_t>(count));
  std::vector<exchange::Fact> facts;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = received_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    try {
      facts.push_back(exchange::read_fact(std::string_view(received_).substr(begin, end - begin), program_));
    } catch (const InputError&) {
    }
  }
  received_.erase(0, begin);
  return facts;
}

} // namespace tandem::task
