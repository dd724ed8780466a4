// Lays the rows of listing.h out on a page of limited size: at most a third of the lines for the inputs, the rest for
// the path.

#include "report/text/counterexample_text.h"

#include "program/cexpr/scalar.h"
#include "report/text/shown_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report {

using task::InputValue;

namespace {

constexpr std::uint32_t deepest_indent = 8;

// At most a third of the lines.
std::string inputs_text(const Program& program, const std::vector<ShownInput>& inputs, std::size_t lines) {
  if (inputs.empty()) return "There are no inputs.\n";
  std::string text = "Inputs, in the order in which the program asks for them:\n";
  const auto relevant = static_cast<std::size_t>(std::ranges::count_if(inputs, &ShownInput::matters));
  // If the list is short, what does not matter is in it, too: it is part of what a run is given.
  const bool shows_all = inputs.size() <= lines;
  const std::size_t most = lines > 3 ? lines - 2 : 2;
  std::size_t number = 0, shown = 0;
  for (const ShownInput& input : inputs) {
    if (input.is_given) ++number;
    if (!shows_all && (!input.matters || shown == most)) continue;
    ++shown;
    text += fmt::format("{:>4}: {}{} {}{}\n", input.is_given ? std::to_string(number) : "-", input.value,
                        input.is_answer ? ":" : "", input.text,
                        input.point.is_known() ? ", " + program.text(input.point) : "");
  }
  if (shows_all) return text;
  if (shown < relevant) text += fmt::format("      ... {} more\n", relevant - shown);
  if (relevant < inputs.size())
    text += fmt::format("      ({} more, on which the error does not depend)\n", inputs.size() - relevant);
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

Explanation explain(const Program& program, const task::Counterexample& found) {
  Listing listed = listing(program, found.path, found.written);
  return {shown_inputs(program, found, listed.matters), std::move(listed.rows)};
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
  Explanation explanation = explain(program, found);
  std::string text = inputs_text(program, explanation.inputs, std::max<std::size_t>(options.lines / 3, 2));
  const auto used = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (found.path.empty()) {
    if (found.target != nullptr)
      text += fmt::format("The error is at {}.\n", program.text(shown_at(program, found).range.begin));
    return text;
  }
  const std::size_t left = options.lines > used + 5 ? options.lines - used - 2 : 3;
  std::vector<Row> all = std::move(explanation.rows);
  const std::size_t count = all.size();
  all = relevant_rows(std::move(all));
  const std::size_t omitted = count - all.size();
  text +=
      "The path to the error:\n" + rows_text(shortened(with_iterations_counted(std::move(all)), left), options.columns);
  if (omitted > 0)
    text += fmt::format("  ({} step{} on which the error does not depend {} left out)\n", omitted,
                        omitted == 1 ? "" : "s", omitted == 1 ? "is" : "are");
  return text;
}

} // namespace tandem::report
