#include "report/machine/annotations.h"

#include "report/text/counterexample_text.h"

#include <fmt/format.h>

namespace tandem::report::machine {

namespace {

// As the runner reads them: line breaks and per cent signs are escaped, in properties also what separates them.
std::string escaped(std::string_view text, std::string_view further) {
  std::string result;
  for (const char c : text) {
    const bool is_special = c == '%' || c == '\n' || c == '\r' || further.find(c) != std::string_view::npos;
    if (is_special)
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result;
}

struct Annotation {
  std::string_view level; // "error"
  const Finding& finding;
  std::string text;
};

std::string github_command(const Program& program, const Annotation& each) {
  const SourcePoint& at = each.finding.place->range.begin;
  std::string place;
  if (at.is_known())
    place = fmt::format("file={},line={},col={},", escaped(program.files()[at.file].path, ":,"), at.line, at.column);
  return fmt::format("::{} {}title={}::{}\n", each.level, place, escaped("tandem: " + each.finding.rule, ":,"),
                     escaped(each.text, ""));
}

std::string line(const Program& program, const Annotation& each) {
  return fmt::format("{}: {}: {}\n", program.text(each.finding.place->range.begin), each.level, each.text);
}

} // namespace

std::string annotations(const VerdictReport& report, AnnotationStyle style) {
  std::string result;
  const auto add = [&](const Annotation& each) {
    result += style == AnnotationStyle::GitHub ? github_command(report.program, each) : line(report.program, each);
  };
  for (const Finding& finding : findings(report)) {
    if (finding.state == TargetState::Reached) {
      const std::string inputs = given_values(report.program, *finding.counterexample);
      add({"error", finding, error_text(finding) + (inputs.empty() ? "" : "; inputs: " + inputs)});
    } else if (finding.state == TargetState::Open) {
      add({"warning", finding, fmt::format("undecided: {} ({})", finding.text, finding.note)});
    }
  }
  return result;
}

} // namespace tandem::report::machine
