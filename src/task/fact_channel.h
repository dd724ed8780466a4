// Facts on their way from a strategy to a partner in another process: a socket with one fact on each line.
#pragma once

#include "base/core/descriptor.h"
#include "exchange/gia/fact.h"

#include <string>
#include <vector>

namespace tandem::task {

// Never waits: what the receiver has no room for is kept for later, and dropped where it does not listen at all.
class FactSender {
public:
  explicit FactSender(Descriptor socket) : socket_(std::move(socket)) {}
  void send(const std::vector<exchange::Fact>& facts);

private:
  Descriptor socket_;
  std::string waiting_;
};

// Keeps a reference to the program.
class FactReceiver {
public:
  FactReceiver(int socket, const Program& program) : socket_(socket), program_(program) {}
  // What has arrived; what is no fact about the program is dropped.
  std::vector<exchange::Fact> receive();

private:
  int socket_;
  const Program& program_;
  std::string received_;
};

} // namespace tandem::task
