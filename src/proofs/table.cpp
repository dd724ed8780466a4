#include "proofs/table.h"

#include "base/core/markup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tandem::proofs {

namespace {

std::size_t count(const std::vector<Result>& results, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(results, verdict, &Result::verdict));
}

std::string xml(std::string_view text) {
  std::string result = escaped_markup(text);
  std::ranges::replace_if(result, [](unsigned char c) { return c < 0x20; }, ' ');
  return result;
}

std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

} // namespace

std::string summary(const std::vector<Result>& results) {
  std::string parts;
  for (const Verdict verdict : {Verdict::True, Verdict::False, Verdict::Unknown, Verdict::Unreadable})
    if (const std::size_t number = count(results, verdict); number > 0)
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", number, name(verdict));
  const auto known = std::ranges::count(results, true, &Result::is_known);
  return fmt::format("{} proof{}{}{}{}", results.size(), results.size() == 1 ? "" : "s", parts.empty() ? "" : ": ",
                     parts, known > 0 ? fmt::format(" ({} unchanged)", known) : "");
}

std::string text_table(const std::vector<Result>& results) {
  std::size_t width = 5;
  for (const Result& result : results) width = std::max(width, result.proof.size());
  std::string text;
  for (const Result& result : results)
    text += fmt::format("{:{}}  {:10}  {:>8.2f} s{}{}\n", result.proof, width, name(result.verdict), result.cpu,
                        result.text.empty() ? "" : "  ", result.text);
  return text;
}

std::string assumptions_text(const std::vector<Result>& results) {
  std::vector<std::pair<std::string, std::vector<std::string>>> proofs_by_assumption; // in order of appearance
  for (const Result& result : results)
    for (const std::string& assumption : result.assumptions) {
      auto known = std::ranges::find(proofs_by_assumption, assumption, [](const auto& each) { return each.first; });
      if (known == proofs_by_assumption.end())
        known = proofs_by_assumption.insert(known, {assumption, std::vector<std::string>{}});
      known->second.push_back(result.proof);
    }
  constexpr std::size_t shown = 3;
  std::string text;
  for (const auto& [assumption, proofs] : proofs_by_assumption) {
    const std::string more = proofs.size() > shown ? fmt::format(" and {} more", proofs.size() - shown) : "";
    text += fmt::format("Assumed: {} ({}{})\n", assumption,
                        fmt::join(proofs.begin(), proofs.begin() + std::min(proofs.size(), shown), ", "), more);
  }
  return text;
}

std::string way_to_an_error(const std::vector<Result>& results) {
  const auto failing = std::ranges::find(results, Verdict::False, &Result::verdict);
  if (failing == results.end() || failing->command.empty()) return "";
  return fmt::format("The inputs and the way to the error of {} (--report PAGE.html shows them, too):\n  {}\n",
                     failing->proof, failing->command);
}

std::string markdown_table(const std::vector<Result>& results) {
  std::string text = "| proof | result | CPU time | |\n| --- | --- | ---: | --- |\n";
  for (const Result& result : results)
    text += fmt::format("| {} | {} | {:.2f} s | {} |\n", cell(result.proof), name(result.verdict), result.cpu,
                        cell(result.text));
  return text + "\n" + summary(results) + "\n";
}

std::string junit(const std::vector<Result>& results) {
  double seconds = 0;
  for (const Result& result : results) seconds += result.wall;
  std::string text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                                 "<testsuite name=\"tandem proofs\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                                 "skipped=\"0\" time=\"{:.3f}\">\n",
                                 results.size(), count(results, Verdict::False),
                                 count(results, Verdict::Unknown) + count(results, Verdict::Unreadable), seconds);
  for (const Result& result : results) {
    text += fmt::format("<testcase classname=\"proofs\" name=\"{}\" time=\"{:.3f}\"", xml(result.proof), result.wall);
    if (result.verdict == Verdict::True) {
      text += "/>\n";
      continue;
    }
    const char* kind = result.verdict == Verdict::False ? "failure" : "error";
    text += fmt::format("><{0} message=\"{1}\">{2}</{0}></testcase>\n", kind, name(result.verdict), xml(result.text));
  }
  return text + "</testsuite>\n</testsuites>\n";
}

std::string json(const std::vector<Result>& results) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Result& result : results)
    list.push_back({{"proof", result.proof},
                    {"result", name(result.verdict)},
                    {"text", result.text},
                    {"cpu", result.cpu},
                    {"wall", result.wall},
                    {"unchanged", result.is_known}});
  return nlohmann::ordered_json{{"proofs", list}}.dump(2) + "\n";
}

} // namespace tandem::proofs
