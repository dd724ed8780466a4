// What intervals know at the heads of loops, for engines that want invariants.
#pragma once

#include "program/alias.h"

#include <cstdint>
#include <functional>
#include <map>

namespace tandem::analysis {

// By Location::id of loop heads (program/weak_order.h): a condition over globals and the function's own scalars that
// holds whenever an execution, however it was called, is there. The constant 0 for heads that are never reached. Empty
// if the whole program could not be explored (recursion beyond a bound, calls that may lead anywhere, should_stop).
std::map<std::uint32_t, const Expr*> interval_facts(const Program& program, const AliasPartition& aliases,
                                                    const std::function<bool(const Function&)>& is_error,
                                                    const std::function<bool()>& should_stop = {});

} // namespace tandem::analysis
