// Reads programs written as text, one line per edge, so that analyses can be tested without a front end:
//
//   struct node { int value; struct node *next; }
//   int limit = 10                             globals; parts of an aggregate are initialised on lines of their own:
//   struct node first
//     first.next = &first
//   void reach_error(void)                     a function without a body
//   main: int main(void), entry L0, exit L4    entry and exit may be left out: the first edge's start, and "exit"
//     var int x                                a local
//     main@3:3  L0 -> L1  x = __VERIFIER_nondet_int()
//     L1 -> L2  [x < limit]                    the true edge of a branch comes first; names of edges may be left out
//     L1 -> L3  [!(x < limit)]
//     L2 -> L4  return x
//     L3 -> L3  skip
//
// This is the form that cfa_text() prints. Expressions are C, with C's conversions. Lines starting with # are comments.
#pragma once

#include "program/model/program.h"

#include <string>
#include <string_view>

namespace tandem::text {

// Throws InputError with line and column. The entry is `main`, or the first function that has a body.
Program read_cfa(std::string_view text, DataModel model, const std::string& file = "program.cfa");

} // namespace tandem::text
