// Lays the rows of listing.h out on a page of limited size: at most a third of the lines for the inputs, the rest for
// the path.

#include "report/text/counterexample_text.h"

#include "program/cexpr/scalar.h"
#include "report/text/listing.h"
#include "task/allocation_inputs.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report {

using task::InputKind;
using task::InputValue;

namespace {

constexpr std::uint32_t deepest_indent = 8;

std::string input_text(const InputValue& input) {
  if (input.kind == InputKind::Uninitialised) return "for something uninitialised";
  if (input.kind == InputKind::Unspecified) return "from the C library";
  const Function* asked = input.edge == nullptr ? nullptr : input.edge->op.callee;
  return "for " + (asked != nullptr ? asked->source_name() : input.edge == nullptr ? "a parameter" : "a call");
}

// At most a third of the lines.
std::string inputs_text(const Program& program, const task::Counterexample& found, std::size_t lines) {
  const std::vector<ShownInput> inputs = shown_inputs(program, found);
  if (inputs.empty()) return "There are no inputs.\n";
  std::string text = "Inputs, in the order in which the program asks for them:\n";
  const std::size_t shown = inputs.size() <= lines ? inputs.size() : lines - 1;
  std::size_t number = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const ShownInput& input = inputs[i];
    text += fmt::format("{:>4}: {}{} {}{}\n", input.is_given ? std::to_string(++number) : "-", input.value,
                        input.is_answer ? ":" : "", input.text,
                        input.point.is_known() ? ", " + program.text(input.point) : "");
  }
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
    if (!row.effects.empty())
      text_width = std::max(text_width, row.text.size() + 2 * std::min(row.depth, deepest_indent));
  }
  text_width = std::min(text_width, widest);
  std::string result;
  for (const Row& row : rows) {
    std::string text = std::string(2 * std::min(row.depth, deepest_indent), ' ') + row.text;
    std::string line = fmt::format(
        "  {:<{}}  {:<{}}", row.position, position_width,
        fitted(std::move(text), row.effects.empty() ? columns - position_width - 4 : text_width), text_width);
    if (!row.effects.empty()) line += "  " + fitted(row.remark(), columns);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

} // namespace

std::vector<ShownInput> shown_inputs(const Program& program, const task::Counterexample& found) {
  const std::vector<std::string> allocations = task::allocation_texts(program, found);
  std::vector<ShownInput> result;
  for (std::size_t i = 0; i < found.inputs.size(); ++i) {
    const InputValue& input = found.inputs[i];
    result.push_back(
        {.value = value_text(program.context(), *input.type, input.bits),
         .text = allocations[i].empty() ? input_text(input) : allocations[i],
         .point = input.edge == nullptr || !allocations[i].empty() ? SourcePoint() : input.edge->range.begin,
         .is_answer = !allocations[i].empty(),
         .is_given = task::is_given(input.kind)});
  }
  return result;
}

std::string given_values(const Program& program, const task::Counterexample& found) {
  std::string result;
  for (const InputValue& input : found.inputs)
    if (task::is_given(input.kind))
      result += (result.empty() ? "" : ",") + cexpr::scalar_text(program.context(), *input.type, input.bits);
  return result;
}

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
