// What has to hold of a value that is read from an object, or stored there: it was written, and it is one that its enum
// names.
#pragma once

#include "program/model/declared_types.h"
#include "transform/checks/memory_checks.h"

#include <map>
#include <vector>

namespace tandem::transform::checks {

// Of scalars whose address is not taken, and which some path may read before it has written them: a new variable, 1
// once it is written.
using WrittenFlags = std::map<const Variable*, const Expr*>;

class ValueChecks {
public:
  ValueChecks(Context& context, std::vector<CheckKind> kinds) : context_(context), kinds_(std::move(kinds)) {}

  // What the operations that follow read. `may_copy`: the program copies what may not be written.
  void set_flags(WrittenFlags flags) { flags_ = std::move(flags); }
  void set_may_copy_unwritten(bool may_copy) { may_copy_unwritten_ = may_copy; }

  bool any() const { return is_wanted(CheckKind::Uninit) || is_wanted(CheckKind::Enum); }
  // The value of the scalar lvalue is used.
  std::vector<ExprCheck> read(const Expr& lvalue);
  // The value is assigned to the scalar lvalue.
  std::vector<ExprCheck> store(const Expr& lvalue, const Expr& value);

private:
  bool is_wanted(CheckKind kind) const;
  bool is_certainly_written(const Expr& lvalue) const;
  const Enumeration* enumeration_of(const Expr& lvalue) const;
  void check_enumerator(const Expr& value, const Enumeration& enumeration);

  Context& context_;
  std::vector<CheckKind> kinds_;
  WrittenFlags flags_;
  bool may_copy_unwritten_ = true;
  std::vector<ExprCheck> result_;
};

} // namespace tandem::transform::checks
