// Who may be called through a pointer of whose value nothing is known: what the alias partition says, in the
// competition's reading. It costs something, and is found out when somebody asks for the first time.
#pragma once

#include "program/alias.h"

#include <optional>
#include <span>

namespace tandem::vcgen {

class CallTargets {
public:
  explicit CallTargets(const Program& program) : program_(program) {}

  std::span<const Function* const> callees(const Edge& call) { return aliases().callees(call); }
  bool may_leave_program(const Edge& call) { return callees(call).empty() || aliases().may_leave_program(call); }

private:
  const AliasPartition& aliases() {
    if (!aliases_) aliases_.emplace(program_, UndefinedFunctions::HaveNoEffect);
    return *aliases_;
  }

  const Program& program_;
  std::optional<AliasPartition> aliases_;
};

} // namespace tandem::vcgen
