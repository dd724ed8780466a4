#include "exchange/formats/condition_automaton.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::exchange::formats {
namespace {

const std::string head = "OBSERVER AUTOMATON AssumptionAutomaton\nINITIAL STATE A;\n"
                         "STATE __TRUE :\n  TRUE -> GOTO __TRUE;\n";
const std::string tail = "\nEND AUTOMATON\n";

ConditionAutomaton read(const std::string& states) { return read_condition_automaton_text(head + states + tail, "c"); }

std::string refusal(const std::string& text) {
  try {
    read_condition_automaton_text(text, "c");
  } catch (const InputError& error) {
    return fmt::format("{}:{}: {}", error.position().line, error.position().column, error.what());
  }
  return "accepted";
}

TEST(ConditionAutomaton, StatesAndTransitions) {
  const ConditionAutomaton automaton =
      read("STATE USEFIRST A : // comment\n  MATCH \"x = \\\"a\\\\n\\\";\\n\" -> ASSUME {x > 0} GOTO A;\n"
           "  /* two\n lines */ TRUE -> GOTO __TRUE;");
  ASSERT_EQ(automaton.states.size(), 2u);
  EXPECT_EQ(automaton.initial, 1u);
  const ConditionAutomaton::State& state = automaton.states[1];
  EXPECT_TRUE(state.first_only);
  ASSERT_EQ(state.transitions.size(), 2u);
  EXPECT_EQ(state.transitions[0].text, "x = \"a\\n\";\n");
  EXPECT_EQ(state.transitions[0].assumption, "x > 0");
  EXPECT_EQ(state.transitions[0].target, 1u);
  EXPECT_EQ(state.transitions[1].text, std::nullopt);
  EXPECT_EQ(state.transitions[1].target, 0u);
  EXPECT_EQ(state.transitions[1].position.line, 8u);
}

TEST(ConditionAutomaton, WhatIsWrittenIsReadAgain) {
  const ConditionAutomaton automaton =
      read("STATE USEFIRST A :\n  MATCH \"a\\\\\\\"\\t\" -> ASSUME {x == '\\}'} GOTO A;");
  const std::string text = condition_automaton_text(automaton);
  const ConditionAutomaton again = read_condition_automaton_text(text, "again");
  EXPECT_EQ(again.states[1].transitions[0].text, "a\\\"\t");
  EXPECT_EQ(again.states[1].transitions[0].assumption, "x == '}'");
  EXPECT_EQ(condition_automaton_text(again), text);
}

TEST(ConditionAutomaton, AnInitialStateThatIsNotPrintedCoversNothing) {
  const ConditionAutomaton automaton =
      read_condition_automaton_text("OBSERVER AUTOMATON A INITIAL STATE ARG3; END AUTOMATON", "c");
  EXPECT_TRUE(automaton.states[automaton.initial].transitions.empty());
  EXPECT_EQ(automaton.dropped.size(), 1u);
}

TEST(ConditionAutomaton, RefusesWhatItWouldMisread) {
  const auto with = [](const std::string& states) { return head + states + tail; };
  EXPECT_EQ(refusal(with("STATE USEFIRST A : MATCH {x = $?} -> GOTO A;")).substr(0, 4), "5:26");
  EXPECT_EQ(refusal(with("STATE USEFIRST A : TRUE -> DO n = 1 GOTO A;")), "5:28: actions (DO) are not read");
  EXPECT_EQ(refusal(with("STATE USEFIRST A : TRUE -> ERROR;")), "5:28: 'GOTO' was expected but 'ERROR' was found");
  EXPECT_EQ(refusal(with("STATE USEFIRST A : TRUE -> GOTO B;")), "5:20: there is no state 'B'");
  EXPECT_EQ(refusal(with("STATE A : CHECK(IS_TARGET_STATE) -> GOTO A;")).substr(0, 4), "5:11");
  EXPECT_EQ(refusal(with("STATE A :") + "X").substr(0, 3), "7:1");
  EXPECT_EQ(refusal("OBSERVER AUTOMATON A\nLOCAL int n = 0;").substr(0, 3), "2:1");
  EXPECT_EQ(refusal("OBSERVER AUTOMATON A /*\n"), "1:0: the comment has no end");
  EXPECT_EQ(refusal("AUTOMATON A\nINITIAL STATE ARG1;\nSTATE B : MATCH \"no end\n").substr(0, 4), "3:17");
  EXPECT_EQ(refusal(""), "1:1: 'AUTOMATON' was expected but the end of the file was found");
}

} // namespace
} // namespace tandem::exchange::formats
