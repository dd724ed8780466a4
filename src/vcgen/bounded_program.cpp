#include "vcgen/bounded_program.h"

#include "base/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace tandem::vcgen {

namespace {

Place place(const Program& program, SourcePoint point) {
  if (!point.is_known()) return {};
  return {program.files()[point.file].path, point.line, point.column};
}

// Without the column: an assert is known by its line.
std::string line(const Program& program, SourcePoint point) {
  Place at = place(program, point);
  at.column = 0;
  return at.text();
}

Unwinding unwind(const Program& program, const Property& property, const BoundedOptions& options, Terms& terms,
                 semantics::Identities& identities, SingleAssignment& form) {
  UnwindOptions settings;
  settings.bound = options.bound - 1; // which counts the rounds after the first
  settings.integers = options.integers;
  settings.record = &form;
  settings.should_stop = options.should_stop;
  settings.is_error = [&property](const Function& function) {
    return std::find(property.error_functions.begin(), property.error_functions.end(), function.name()) !=
           property.error_functions.end();
  };
  Unwinder unwinder(program, terms, identities, std::move(settings));
  try {
    return unwinder.run();
  } catch (const semantics::NoSuchReading& what) {
    const Edge* at = unwinder.at();
    throw InputError(
        at != nullptr ? place(program, at->range.begin) : Place{},
        fmt::format("{} has no meaning among integers without bounds (--theory int); use --theory bv", what.what()));
  }
}

} // namespace

BoundedProgram::BoundedProgram(const Program& program, const Property& property, const BoundedOptions& options)
    : source_(program), identities_(terms_, program.data_model()), form_(terms_, options.constants),
      unwinding_(unwind(program, property, options, terms_, identities_, form_)) {}

AssertionPlace place_of(const Statement& assertion) { return {assertion.edge, assertion.call, assertion.cut}; }

std::string text(const Program& program, const AssertionPlace& place) {
  if (place.cut != nullptr) {
    const Location& head = *place.cut;
    if (&head == &head.function->entry() && head.in.empty())
      return fmt::format("the bound of the recursion of '{}'", head.function->source_name());
    return "the bound of the loop at " +
           line(program, head.out.empty() ? SourcePoint{} : head.out.front()->range.begin);
  }
  std::string result = line(program, place.error->range.begin);
  if (place.call != nullptr) result += " called from " + line(program, place.call->range.begin);
  return result;
}

} // namespace tandem::vcgen
