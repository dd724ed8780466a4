// By the statements around declaration and use, and by the variables of the same name that hide it.

#include "exchange/witness/visible_names.h"

#include <algorithm>

namespace tandem::exchange::witness {

// Whether the offset is in the scope of the declaration; parameters always are visible.
bool VisibleNames::declares(const Variable& variable, const Function& function, std::size_t offset) {
  if (variable.owner != &function) return false;
  if (variable.kind == VariableKind::Parameter) return true;
  const source::SourceText& text = sources_.text(function.range().begin.file);
  const std::size_t declaration = text.offset(variable.range.begin);
  const source::SourceStatement* scope = sources_.statements(function).scope(declaration);
  return scope != nullptr && scope->range.contains(offset) && declaration < offset;
}

bool VisibleNames::is_visible(const Variable& variable, const Function& function, std::size_t offset) {
  if (variable.source_name.empty() || variable.range.begin.file != function.range().begin.file) return false;
  if (variable.owner != nullptr && !declares(variable, function, offset)) return false;
  const auto hides = [&](const Variable* other) {
    return other != &variable && other->source_name == variable.source_name && declares(*other, function, offset);
  };
  return std::ranges::none_of(function.parameters(), hides) && std::ranges::none_of(function.locals(), hides) &&
         std::ranges::none_of(program_.globals(), hides);
}

} // namespace tandem::exchange::witness
