#include "report/page/proofs_page.h"

#include "proofs/table.h"
#include "report/page/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report::page {

namespace {

using nlohmann::json;
using proofs::Result;
using proofs::Verdict;

Tone tone_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::True: return Tone::Good;
  case Verdict::False: return Tone::Bad;
  case Verdict::Unknown: return Tone::Open;
  case Verdict::Unreadable: return Tone::Neutral;
  }
  return Tone::Neutral;
}

std::size_t count(const std::vector<Result>& results, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(results, verdict, &Result::verdict));
}

std::size_t holding(const Result& result) {
  return static_cast<std::size_t>(std::ranges::count(result.targets, "unreachable", &proofs::ProofTarget::state));
}

json fact(std::string_view label, std::string value) { return {{"label", label}, {"value", std::move(value)}}; }

Section summary_section(const ProofsReport& report) {
  json facts = json::array({fact("Proofs", std::to_string(report.results.size()))});
  for (const Verdict verdict : {Verdict::True, Verdict::False, Verdict::Unknown, Verdict::Unreadable})
    if (const std::size_t number = count(report.results, verdict); number > 0)
      facts.push_back(fact(proofs::name(verdict), std::to_string(number)));
  if (const auto known = std::ranges::count(report.results, true, &Result::is_known); known > 0)
    facts.push_back(fact("Unchanged, from before", std::to_string(known)));
  std::size_t targets = 0, hold = 0;
  for (const Result& result : report.results) {
    targets += result.targets.size();
    hold += holding(result);
  }
  facts.push_back(fact("Targets that hold", fmt::format("{} of {}", hold, targets)));
  facts.push_back(fact("Time", fmt::format("{:.2f} s, {:.2f} s CPU", report.wall_seconds, report.cpu_seconds)));
  facts.push_back(fact("Folder", report.root));
  return {"summary",
          "Summary",
          "summary",
          {{"facts", std::move(facts)},
           {"targets", json::array()},
           {"rests", json::array()},
           {"warnings", json::array()},
           {"commands", json::array({fact("The command of this report", report.command)})}}};
}

Section table_of(const ProofsReport& report) {
  Table table{.intro = "Each proof is a program of its own, verified from its entry function on.",
              .columns = {{"Proof"},
                          {"Result"},
                          {"Targets", true},
                          {"Hold", true},
                          {"CPU time", true},
                          {"Wall time", true},
                          {"Remark"}}};
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const Result& result = report.results[i];
    table.rows.push_back({{.text = result.proof, .is_code = true, .link = fmt::format("#single/{}", i)},
                          {.text = std::string(proofs::name(result.verdict)), .tone = tone_of(result.verdict)},
                          number_cell(static_cast<double>(result.targets.size())),
                          number_cell(static_cast<double>(holding(result))),
                          seconds_cell(result.cpu),
                          seconds_cell(result.wall),
                          {.text = result.text.empty() && result.is_known ? "unchanged" : result.text}});
  }
  return table_section("proofs", "Proofs", table);
}

json single_json(const Result& result) {
  json targets = json::array();
  for (const proofs::ProofTarget& target : result.targets)
    targets.push_back({{"text", target.text}, {"status", target.state}, {"where", target.place}, {"note", ""}});
  json commands = json::array();
  if (!result.command.empty())
    commands.push_back(
        fact("This proof alone; with --report PAGE.html the way to the error as a page", result.command));
  return {{"name", result.proof},
          {"verdict", proofs::name(result.verdict)},
          {"tone", name(tone_of(result.verdict))},
          {"text", result.text},
          {"cpu", result.cpu},
          {"wall", result.wall},
          {"unchanged", result.is_known},
          {"targets", std::move(targets)},
          {"assumptions", result.assumptions},
          {"commands", std::move(commands)}};
}

} // namespace

Page proofs_page(const ProofsReport& report) {
  const std::size_t failed = count(report.results, Verdict::False), proved = count(report.results, Verdict::True);
  Page page{.title = report.root,
            .headline = failed > 0                        ? fmt::format("{} FALSE", failed)
                        : proved == report.results.size() ? "all TRUE"
                                                          : fmt::format("{} open", report.results.size() - proved),
            .tone = failed > 0                        ? Tone::Bad
                    : proved == report.results.size() ? Tone::Good
                                                      : Tone::Open,
            .sentence = proofs::summary(report.results) + ".",
            .producer = "tandem " + report.version};
  json single = json::array();
  for (const Result& result : report.results) single.push_back(single_json(result));
  page.sections = {summary_section(report), table_of(report), {"single", "One by one", "proofs", {{"proofs", single}}}};
  return page;
}

} // namespace tandem::report::page
