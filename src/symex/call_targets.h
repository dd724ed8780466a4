// The possible callees of a call through an unconstrained pointer, according to the alias partition in which undefined
// functions have no effect. The partition is expensive and is computed on the first query.
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
  const pointers::AliasPartition& aliases() {
    if (!aliases_) aliases_.emplace(program_, pointers::UndefinedFunctions::HaveNoEffect);
    return *aliases_;
  }

private:
  const Program& program_;
  std::optional<pointers::AliasPartition> aliases_;
};

} // namespace tandem::symex
