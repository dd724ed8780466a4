// What partners tell each other while they work: every fact that one of them publishes goes to all others, those that
// start later included. Nothing that a partner does can stop or mislead the others: it may say the same twice, too
// much, or what is wrong; facts are numbered and limited here, and checked by those who use them.
#pragma once

#include "exchange/gia/fact.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tandem::cooperate {

enum class Exchange : std::uint8_t {
  Live,
  None, // for comparison: partners that work at the same time learn nothing of each other
};

class LiveExchange {
public:
  // `folder`: where facts are kept as files, in their order; empty: nowhere.
  LiveExchange(Exchange exchange, std::filesystem::path folder) : exchange_(exchange), folder_(std::move(folder)) {}

  using Listener = std::uint32_t;
  Listener join(); // to whom everything is news

  enum class Added : std::uint8_t { New, Known };
  // Said by this listener. What is known already, and what is more than a partner may say, counts as known.
  Added add(const exchange::Fact& fact, Listener by);
  // What others have said since the last call.
  std::vector<exchange::Fact> news(Listener listener);

  std::size_t said_by(Listener listener) const { return members_[listener].said; }
  // Partners whose facts it got.
  const std::set<std::string>& heard_by(Listener listener) const { return members_[listener].heard; }
  // Partners of whose invariants one was refuted by an execution, with what was wrong and who found out.
  const std::map<std::string, std::string>& wrong() const { return wrong_; }
  std::size_t size() const { return facts_.size(); }

private:
  struct Said {
    exchange::Fact fact;
    Listener by;
  };
  struct Member {
    std::size_t next = 0; // of the facts it has not got yet
    std::size_t said = 0;
    std::set<std::string> heard;
  };
  void keep(const exchange::Fact& fact) const;

  Exchange exchange_;
  std::filesystem::path folder_;
  std::vector<Said> facts_;
  std::vector<Member> members_;
  std::map<std::string, std::size_t> said_; // how much, by source
  std::set<std::string> known_;             // what was said, without who said it
  std::map<std::string, std::string> wrong_;
};

} // namespace tandem::cooperate
