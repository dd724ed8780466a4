// Coverage goals of a program: what a test suite should execute. A goal is a set of edges, and a test covers it if its
// run takes one of them.
//
// Branches are counted as gcov counts them at -O0: two outcomes of every condition of an if, a loop, ?:, && and ||, and
// one outcome for each group of case labels that stand together, and for the default, of a switch. The program has to
// have a branch for each condition (transform/conditions).
#pragma once

#include "program/model/property.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem::testing::goals {

enum class GoalKind : std::uint8_t { Branch, Statement, Function, Error };

struct Goal {
  GoalKind kind = GoalKind::Branch;
  SourcePoint place;
  std::string text; // "x > 5 in main", "!(x > 5) in main", "line 12", "f is called"
  std::vector<const Edge*> edges;
};

enum class Criterion : std::uint8_t { Branches, Statements, Functions, Error, Lines };

struct Selection {
  Criterion criterion = Criterion::Branches;
  struct Line {
    std::string file; // its path or the last part of it
    std::uint32_t line = 0;
  };
  std::vector<Line> lines; // of Criterion::Lines
};

// The file that calls a function under test (testing/module): nothing in it is a goal.
inline constexpr const char* driver_file = "tandem-driver.c";

// "branches", "conditions" (the same), "statements", "functions", "error", or "FILE:LINE,FILE:LINE". Throws InputError.
Selection parse_selection(std::string_view text);

// Of the user's functions, in the order of the source. Throws InputError for a line without code.
std::vector<Goal> find_goals(const Program& program, const Property& property, const Selection& selection);

// The coverage criterion in Test-Comp's notation.
std::string specification(const Selection& selection, const Property& property);

std::string_view name(Criterion criterion); // "branches"

} // namespace tandem::testing::goals
