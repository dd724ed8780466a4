// What a cooperation knows: the automata of all partners that have worked on the task, combined.
#pragma once

#include "exchange/gia/gia.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {
class Program;
}

namespace tandem::cooperate {

// The source of what a task's own condition says.
inline constexpr std::string_view given_condition = "the given condition";

class Knowledge {
public:
  // About this program; nullptr: nothing is known.
  Knowledge(const Program& program, const exchange::Gia* given);

  // For a task; stays as it is while more is learnt.
  const std::shared_ptr<const exchange::Gia>& gia() const { return gia_; }
  // The partners whose results are in it.
  const std::vector<std::string>& sources() const { return sources_; }
  // Does it say of any path that it is verified?
  bool verifies_something() const;
  bool verifies_everything() const;

  enum class Learnt : std::uint8_t { Nothing, Something, Contradiction };
  // An automaton that contradicts the rest is left out: one of the partners is wrong, but it is unknown which.
  Learnt learn(const exchange::Gia& gia, const std::string& source);

  // Candidates that other partners should examine, in place of earlier ones; nullptr: none.
  void ask(const exchange::Gia* candidates);
  bool asks() const { return candidates_ != nullptr; }
  // The candidates, with what is known; nullptr if there are none.
  std::shared_ptr<const exchange::Gia> question() const;

private:
  const Program* program_;
  std::shared_ptr<const exchange::Gia> candidates_;
  std::shared_ptr<const exchange::Gia> gia_;
  std::string canonical_; // the same, without names
  std::vector<std::string> sources_;
};

bool has_candidates(const exchange::Gia& gia);
// Only what is decided.
exchange::Gia without_candidates(const exchange::Gia& gia);

} // namespace tandem::cooperate
