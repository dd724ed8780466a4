#include "cli/commands/tested_program.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "exchange/combine/combine.h"
#include "exchange/gia/gia_file.h"
#include "testing/goals/goals.h"
#include "testing/module/driver.h"
#include "transform/conditions/branch_values.h"
#include "transform/reduce/reduce.h"

#include <fmt/format.h>

namespace tandem::cli::commands {

TestedProgram load_tested_program(ProgramOptions options) {
  options.linked = clib::Linked::Exact;
  TestedProgram result;
  const std::string function = options.function;
  if (function != "main") {
    // Its notes are shown when it is loaded with the driver.
    const Program module = load_program(options, NoteDisplay::Hidden);
    const testing::module::Arguments arguments(module.entry());
    result.folder = std::make_shared<TempDir>("driver");
    result.driver = (result.folder->path() / testing::goals::driver_file).string();
    write_text_file(result.driver, testing::module::driver_text(module, arguments));
    result.remarks = arguments.remarks();
    options.files.push_back(result.driver);
    options.function = testing::module::driver_entry;
  }
  result.program = std::make_shared<const Program>(transform::conditions::branch_values(load_program(options)));
  if (result.driver.empty()) return result;
  result.under_test = result.program->find_function(function);
  if (result.under_test == nullptr || !result.under_test->has_body())
    throw InputError(
        fmt::format("--function: other files cannot call '{}', since it is static; a test can be made of a "
                    "function that calls it, or of a copy without 'static'",
                    function));
  return result;
}

namespace {

struct OpenPart {
  Program whole;
  transform::reduce::Residual residual;
};

OpenPart open_part(const ProgramOptions& options, const std::string& file, const Property& property) {
  Program whole = load_program(options);
  const exchange::Gia condition = exchange::read_gia(file, &whole);
  const exchange::combine::CombineInput input{&condition, file};
  exchange::combine::refuse_contradictions(std::span(&input, 1), &whole);
  transform::reduce::Residual residual =
      transform::reduce::reduce(whole, condition, {.intact = property.error_functions});
  return {std::move(whole), std::move(residual)};
}

} // namespace

TestedProgram load_open_part(ProgramOptions options, const std::string& condition, const Property& property) {
  options.linked = clib::Linked::Exact;
  TestedProgram result;
  const auto part = std::make_shared<const OpenPart>(open_part(options, condition, property));
  result.origin = part;
  result.program = std::make_shared<const Program>(transform::conditions::branch_values(part->residual.program));
  result.remarks.push_back("goals are those of the paths that the condition leaves open");
  return result;
}

} // namespace tandem::cli::commands
