// Lays the rows of listing.h out on a page of limited size: at most a third of the lines for the inputs, the rest for
// the path.

#include "report/counterexample_text.h"

#include "report/listing.h"
#include "task/allocation_inputs.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report {

using task::InputKind;
using task::InputValue;

namespace {

constexpr std::uint32_t deepest_indent = 8;

std::string input_line(const Program& program, const InputValue& input, const std::string& allocation,
                       std::size_t number) {
  const std::string value = value_text(program.context(), *input.type, input.bits);
  const std::string position = input.edge == nullptr ? "" : ", " + program.text(input.edge->range.begin);
  if (input.kind == InputKind::Uninitialised)
    return fmt::format("   -: {} for something uninitialised{}\n", value, position);
  if (input.kind == InputKind::Unspecified) return fmt::format("   -: {} from the C library{}\n", value, position);
  if (!allocation.empty()) return fmt::format("{:>4}: {}: {}\n", number, value, allocation);
  const Function* asked = input.edge == nullptr ? nullptr : input.edge->op.callee;
  const std::string whose = asked != nullptr ? asked->source_name() : input.edge == nullptr ? "a parameter" : "a call";
  return fmt::format("{:>4}: {} for {}{}\n", number, value, whose, position);
}

// At most a third of the lines.
std::string inputs_text(const Program& program, const task::Counterexample& found, std::size_t lines) {
  const std::vector<InputValue>& inputs = found.inputs;
  if (inputs.empty()) return "There are no inputs.\n";
  std::string text = "Inputs, in the order in which the program asks for them:\n";
  const std::size_t shown = inputs.size() <= lines ? inputs.size() : lines - 1;
  const std::vector<std::string> allocations = task::allocation_texts(program, found);
  std::size_t number = 0;
  for (std::size_t i = 0; i < shown; ++i)
    text += input_line(program, inputs[i], allocations[i], task::is_given(inputs[i].kind) ? ++number : 0);
  if (shown < inputs.size()) text += fmt::format("      ... {} more\n", inputs.size() - shown);
  return text;
}

std::string fitted(std::string text, std::size_t columns) {
  if (text.size() <= columns) return text;
  return text.substr(0, columns < 4 ? 1 : columns - 3) + "...";
}

std::string rows_text(const std::vector<Row>& rows, std::size_t columns) {
  std::size_t position_width = 0, text_width = 0;
  const std::size_t widest = columns / 2;
  for (const Row& row : rows) {
    position_width = std::max(position_width, row.position.size());
    if (!row.remark.empty())
      text_width = std::max(text_width, row.text.size() + 2 * std::min(row.depth, deepest_indent));
  }
  text_width = std::min(text_width, widest);
  std::string result;
  for (const Row& row : rows) {
    std::string text = std::string(2 * std::min(row.depth, deepest_indent), ' ') + row.text;
    std::string line = fmt::format(
        "  {:<{}}  {:<{}}", row.position, position_width,
        fitted(std::move(text), row.remark.empty() ? columns - position_width - 4 : text_width), text_width);
    if (!row.remark.empty()) line += "  " + fitted(row.remark, columns);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

} // namespace

std::string counterexample_text(const Program& program, const task::Counterexample& found,
                                const ListingOptions& options) {
  std::string text = inputs_text(program, found, std::max<std::size_t>(options.lines / 3, 2));
  const auto used = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (found.path.empty()) {
    if (found.target != nullptr) text += fmt::format("The error is at {}.\n", program.text(found.target->range.begin));
    return text;
  }
  const std::size_t left = options.lines > used + 4 ? options.lines - used - 1 : 3;
  const std::vector<Row> rows = shortened(with_iterations_counted(listing(program, found.path, found.written)), left);
  return text + "The path to the error:\n" + rows_text(rows, options.columns);
}

} // namespace tandem::report
