// Verifying a part of a program: the automaton that excludes the errors of the other parts. Partial verification of
// "Conditional Model Checking" (Beyer, Henzinger, Keremoglu, Wendler, FSE 2012).
//
// An error belongs to a part if the call of the error function is in it, or in a function called from it. The automaton
// knows whether a path is inside, but has no stack: of functions that both call the part and are called from it, it
// does not know where they were called from. In doubt, an error is not excluded.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"
#include "program/model/property.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange {

// A function, or lines of a file.
struct ProgramPart {
  const Function* function = nullptr;
  std::uint32_t file = 0, first_line = 0, last_line = 0; // both inclusive
  std::string text;                                      // "function 'f'", "lines 3-9 of a.c"
};

// "f", "12", "12-20" (of the only file), "a.c:12-20". Functions of that name in several files are several parts. Throws
// InputError for what the program does not have.
std::vector<ProgramPart> program_parts(const Program& program, std::string_view text);

struct PartChoice {
  std::vector<ProgramPart> only; // empty: everything
  std::vector<ProgramPart> skipped;

  bool is_everything() const { return only.empty() && skipped.empty(); }
  std::string text() const; // what is left out: "function 'f'", "all but lines 3-9 of a.c"
};

// Accepts ut at the errors that are left out.
Gia part_condition(const Program& program, const Property& property, const PartChoice& choice, GiaHeader header);
// The property that is then verified: conditions about it say nothing about the whole program.
Property part_property(Property property, const PartChoice& choice);
// The same automaton about another property: what holds of the whole program holds of a part.
Gia about_property(const Gia& gia, const Property& property);

} // namespace tandem::exchange
