// Who may be called through a pointer of whose value nothing is known: what the alias partition says, in the
// competition's reading. It costs something, and is found out when somebody asks for the first time.
#pragma once

#include "program/pointers/alias.h"

#include <optional>
#include <span>

namespace tandem::symex {

class CallTargets {
public:
  explicit CallTargets(const Program& program) : program_(program) {}

  std::span<const Function* const> callees(const Edge& call) { return aliases().callees(call); }
  bool may_call_external(const Edge& call) { return callees(call).empty() || aliases().may_call_external(call); }

private:
  const pointers::AliasPartition& aliases() {
    if (!aliases_) aliases_.emplace(program_, pointers::UndefinedFunctions::HaveNoEffect);
    return *aliases_;
  }

  const Program& program_;
  std::optional<pointers::AliasPartition> aliases_;
};

} // namespace tandem::symex
