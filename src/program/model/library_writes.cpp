#include "program/model/library_writes.h"

#include "clib/effects.h"
#include "program/model/expr.h"
#include "program/model/type.h"

namespace tandem {

// Functions that print write nothing, but for %n: through a pointer to an integer, which no other directive takes. (%s
// takes characters, %p whatever it is; as a rule, void *.)
bool may_write_behind(const clib::Effect& effect, std::size_t i, const Expr& argument) {
  const Type& type = argument.type();
  if (!type.is_pointer() || type.element().is_function()) return false;
  const clib::ArgumentEffect found = effect.argument(i);
  if (found == clib::ArgumentEffect::Write || found == clib::ArgumentEffect::WriteBehind) return true;
  const bool is_printed = found == clib::ArgumentEffect::Read && effect.is_declared() && i >= effect.parameters();
  return is_printed && type.element().is_integer() && type.element().width() > 8;
}

} // namespace tandem
