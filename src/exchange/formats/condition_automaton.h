// Condition automata as CPAchecker writes them (AssumptionAutomaton.txt): the paths that an incomplete run has
// verified, with edges identified only by the text of their statement. This is the file; its meaning is
// condition_gia.h.
//
// Only the part of the specification language that such files use is read. Everything else, counters above all, is
// refused by name: skipping it would treat paths as verified that are not.
#pragma once

#include "base/core/input_error.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange::formats {

struct ConditionAutomaton {
  // Reserved names: everything below was explored; nothing is known below.
  static constexpr std::string_view covered = "__TRUE";
  static constexpr std::string_view open = "__FALSE";

  struct Transition {
    std::optional<std::string> text;       // of the statement to match; none: always taken
    std::optional<std::string> assumption; // ASSUME {…}
    std::size_t target = 0;
    TextPosition position;
  };
  struct State {
    std::string name;
    bool first_only = false; // USEFIRST: the first transition that matches; else all
    std::vector<Transition> transitions;
    TextPosition position;
  };

  std::vector<State> states;
  std::size_t initial = 0;
  std::vector<std::string> dropped; // parts of the file that are not represented, with their positions
};

// Plain or gzip. Throws InputError with file, line and column.
ConditionAutomaton read_condition_automaton(const std::filesystem::path& path);
ConditionAutomaton read_condition_automaton_text(std::string_view bytes, const std::string& name);

std::string condition_automaton_text(const ConditionAutomaton& automaton);

} // namespace tandem::exchange::formats
