// What a cooperation knows: the automata of all who have worked on the task, combined.
#pragma once

#include "automata/gia.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::cooperate {

class Knowledge {
public:
  // nullptr: nothing.
  explicit Knowledge(const automata::Gia* given);

  // For a task; stays as it is while more is learnt.
  const std::shared_ptr<const automata::Gia>& gia() const { return gia_; }
  // Whose results are in it.
  const std::vector<std::string>& sources() const { return sources_; }
  // Does it say of any path that it is verified?
  bool verifies_something() const;
  bool verifies_everything() const;

  enum class Learnt : std::uint8_t { Nothing, Something, Contradiction };
  // What contradicts the rest is left out: somebody is wrong, and there is no telling who.
  Learnt learn(const automata::Gia& gia, const std::string& source);

private:
  std::shared_ptr<const automata::Gia> gia_;
  std::string canonical_; // the same, without names
  std::vector<std::string> sources_;
};

} // namespace tandem::cooperate
