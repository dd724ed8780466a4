// Runs the unwinding with recording on, and translates its errors into positions of the source.

#include "vcgen/bounded_program.h"

#include "base/core/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::vcgen {

namespace {

TextPosition position(const Program& program, SourcePoint point) {
  if (!point.is_known()) return {};
  return {program.files()[point.file].path, point.line, point.column};
}

std::string line(const Program& program, SourcePoint point, Columns columns) {
  TextPosition at = position(program, point);
  if (columns == Columns::Hidden) at.column = 0;
  return at.text();
}

symex::Unwinding unwind(const Program& program, const Property& property, const BoundedOptions& options,
                        smt::Terms& terms, semantics::symbolic::Identities& identities, symex::SingleAssignment& form) {
  symex::UnwindOptions settings;
  settings.bound = options.bound - 1; // counts the iterations after the first
  settings.integers = options.integers;
  settings.record = &form;
  settings.should_stop = options.should_stop;
  settings.error_functions = property.error_functions;
  symex::Unwinder unwinder(program, terms, identities, std::move(settings));
  try {
    return unwinder.run();
  } catch (const semantics::symbolic::NoSuchReading& what) {
    const Edge* at = unwinder.at();
    throw InputError(
        at != nullptr ? position(program, at->range.begin) : TextPosition{},
        fmt::format("{} has no meaning among integers without bounds (--theory int); use --theory bv", what.what()));
  }
}

} // namespace

BoundedProgram::BoundedProgram(const Program& program, const Property& property, const BoundedOptions& options)
    : source_(program), identities_(terms_, program.data_model()), form_(terms_, options.constants),
      unwinding_(unwind(program, property, options, terms_, identities_, form_)) {}

AssertionSite site_of(const symex::Statement& assertion) {
  return {assertion.edge, assertion.call, assertion.unwinding_head};
}

std::string text(const Program& program, const AssertionSite& site, Columns columns) {
  if (site.unwinding_head != nullptr) {
    const Location& head = *site.unwinding_head;
    if (&head == &head.function->entry() && head.in.empty())
      return fmt::format("the bound of the recursion of '{}'", head.function->source_name());
    return "the bound of the loop at " +
           line(program, head.out.empty() ? SourcePoint{} : head.out.front()->range.begin, columns);
  }
  std::string result = line(program, site.error->range.begin, columns);
  if (site.call != nullptr) result += " called from " + line(program, site.call->range.begin, columns);
  return result;
}

} // namespace tandem::vcgen
