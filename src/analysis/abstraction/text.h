// Predicates as C expressions, for automata that carry them from one process to another. Symbols of registers and of
// scalars inside named objects have names; memory cells on the heap and locals of callers cannot be expressed.
#pragma once

#include "analysis/abstraction/width_extension.h"

#include <map>
#include <optional>
#include <string>

namespace tandem::analysis::abstraction {

class PredicateText {
public:
  PredicateText(const Program& program, symex::Executor& executor, const Values& values, Frames& frames)
      : program_(program), executor_(executor), values_(values), frames_(frames) {}

  // As a reader at that control point would parse it. Nothing if it cannot be expressed there.
  std::optional<std::string> of(smt::Term predicate, reach::ControlPoint at);

private:
  const Expr* lvalue(smt::Term symbol) const;
  const Expr* inside(const Expr& whole, std::uint64_t offset) const;

  const Program& program_;
  symex::Executor& executor_;
  const Values& values_;
  Frames& frames_;
  std::map<std::uint64_t, const Variable*> names_; // in scope, by register or home of an object
  WidthExtension width_extension_{executor_.terms(), values_, [this](std::uint64_t key) {
                                    const auto found = names_.find(key);
                                    return found == names_.end() ? 0 : found->second->type->width();
                                  }};
};

} // namespace tandem::analysis::abstraction
