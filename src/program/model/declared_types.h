// What declarations say and types do not tell: which variables and fields hold values of an enum, since types know
// integers only; and which pointers stand for arrays of variable length.
#pragma once

#include "program/model/expr.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tandem {

struct Enumeration {
  std::string name; // "enum color"
  std::set<Int128> values;
};

// Of a variable or field: the enum whose values it holds, its elements hold, or what it points to holds.
struct DeclaredTypes {
  std::deque<Enumeration> all;
  std::map<const Variable*, const Enumeration*> variables;
  std::map<std::pair<const Type*, std::uint32_t>, const Enumeration*> fields; // by record and index

  std::set<const Variable*> variable_length_arrays; // pointers to their blocks, which end with their scope

  // Of the scalars that an lvalue or pointer consists of or leads to; nullptr if that is none, or not known.
  const Enumeration* enumeration_of(const Expr& expr) const;
};

} // namespace tandem
