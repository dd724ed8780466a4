// Which variables and fields hold values of an enum. Types do not tell: they know integers only.
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
struct Enumerations {
  std::deque<Enumeration> all;
  std::map<const Variable*, const Enumeration*> variables;
  std::map<std::pair<const Type*, std::uint32_t>, const Enumeration*> fields; // by record and index

  // Of the scalars that an lvalue or pointer consists of or leads to; nullptr if that is none, or not known.
  const Enumeration* of(const Expr& expr) const;
};

} // namespace tandem
