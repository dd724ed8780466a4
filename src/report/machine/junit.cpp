#include "report/machine/junit.h"

#include "base/core/markup.h"
#include "report/text/counterexample_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report::machine {

namespace {

// Other control characters have no place in XML.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : escaped_markup(text))
    if (c == '\n')
      result += "&#10;";
    else
      result += static_cast<unsigned char>(c) < ' ' && c != '\t' ? '?' : c;
  return result;
}

std::string_view element(JunitCase::End end) {
  switch (end) {
  case JunitCase::End::Passed: return "";
  case JunitCase::End::Failed: return "failure";
  case JunitCase::End::Error: return "error";
  case JunitCase::End::Skipped: return "skipped";
  }
  return "";
}

std::size_t count(const JunitSuite& suite, JunitCase::End end) {
  return static_cast<std::size_t>(std::ranges::count(suite.cases, end, &JunitCase::end));
}

std::string case_text(const JunitCase& each) {
  std::string text = fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\"", escaped(each.name),
                                 escaped(each.group), each.seconds);
  if (each.end == JunitCase::End::Passed) return text + "/>\n";
  return text + fmt::format(">\n      <{0} message=\"{1}\">{2}</{0}>\n    </testcase>\n", element(each.end),
                            escaped(each.message), escaped(each.details));
}

} // namespace

std::string junit(const std::vector<JunitSuite>& suites) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const JunitSuite& suite : suites) {
    text += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
        escaped(suite.name), suite.cases.size(), count(suite, JunitCase::End::Failed),
        count(suite, JunitCase::End::Error), count(suite, JunitCase::End::Skipped), suite.seconds);
    for (const JunitCase& each : suite.cases) text += case_text(each);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

JunitSuite junit_suite(const VerdictReport& report) {
  JunitSuite suite{.name = "tandem", .seconds = report.wall_seconds};
  for (const Finding& finding : findings(report)) {
    JunitCase each{.name = fmt::format("{} at {}", finding.text, report.program.text(finding.place->range.begin)),
                   .group = finding.place->function().source_name()};
    if (finding.state == TargetState::Reached) {
      each.end = JunitCase::End::Failed;
      each.message = error_text(finding);
      each.details = counterexample_text(report.program, *finding.counterexample);
    } else if (finding.state == TargetState::Open) {
      each.end = JunitCase::End::Error;
      each.message = "undecided: " + finding.note;
    }
    suite.cases.push_back(std::move(each));
  }
  return suite;
}

} // namespace tandem::report::machine
