#include "report/page/cooperation_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tandem::report::page {

namespace {

using exchange::JournalEvent;
using exchange::JournalEventKind;
using exchange::PartnerRun;
using nlohmann::json;

// What was passed on many times in a row is told once.
struct Passed {
  double first = 0, last = 0;
  std::size_t count = 0;
};

std::string passed_text(const std::string& what, const std::string& from, std::size_t count) {
  return fmt::format("{}{}{}", count > 1 ? fmt::format("{} times ", count) : "", what,
                     from.empty() ? "" : " from " + from);
}

json passed(const PartnerRun& run, JournalEventKind kind) {
  std::map<std::pair<std::string, std::string>, Passed> by_what;
  for (const JournalEvent& event : run.events) {
    if (event.kind != kind) continue;
    Passed& all = by_what[{event.what, event.from}];
    if (all.count++ == 0) all.first = event.at_seconds;
    all.last = event.at_seconds;
  }
  std::multimap<double, json> in_time;
  for (const auto& [key, all] : by_what)
    in_time.emplace(
        all.first,
        json{{"text", passed_text(key.first, key.second, all.count)}, {"first", all.first}, {"last", all.last}});
  json result = json::array();
  for (auto& [first, each] : in_time) result.push_back(std::move(each));
  return result;
}

json decided(const PartnerRun& run, const std::map<std::string, const Finding*>& targets, const ShownFiles& shown) {
  json result = json::array();
  for (const JournalEvent& event : run.events) {
    if (event.kind != JournalEventKind::Decided) continue;
    json each{{"text", event.what}, {"status", event.state}, {"at", event.at_seconds}};
    if (const auto found = targets.find(event.what); found != targets.end()) {
      each["text"] = fmt::format("{} in {}", found->second->text, found->second->place->function().source_name());
      if (json place = shown.place(found->second->place->range.begin); !place.is_null())
        each["place"] = std::move(place);
    }
    result.push_back(std::move(each));
  }
  return result;
}

const task::Contribution* contribution_of(const PartnerRun& run, const std::vector<task::Contribution>& all) {
  const auto found = std::ranges::find_if(all, [&](const task::Contribution& each) {
    return each.partner == run.partner && each.what.starts_with(run.what);
  });
  return found != all.end() ? &*found : nullptr;
}

json run_json(const PartnerRun& run, const task::Outcome& outcome, const std::map<std::string, const Finding*>& targets,
              const ShownFiles& shown) {
  const task::Contribution* contribution = contribution_of(run, outcome.partners);
  return {{"name", run.partner},
          {"part", run.part},
          {"verdict", run.verdict},
          {"what", run.what.empty() ? "ended together with the strategy it was a step of" : run.what},
          {"commands", contribution != nullptr ? contribution->commands : std::vector<std::string>()},
          {"start", run.start_seconds},
          {"wall", run.end_seconds - run.start_seconds},
          {"cpu", run.cpu_seconds},
          {"got", passed(run, JournalEventKind::Got)},
          {"sent", passed(run, JournalEventKind::Sent)},
          {"decided", decided(run, targets, shown)}};
}

// Of a run without a journal: a tool on its own, gambling with several verifiers.
json contribution_json(const task::Contribution& partner) {
  return {{"name", partner.partner},
          {"part", ""},
          {"verdict", task::name(partner.verdict)},
          {"what", partner.what},
          {"commands", partner.commands},
          {"wall", partner.wall_seconds},
          {"cpu", partner.cpu_seconds},
          {"got", json::array()},
          {"sent", json::array()},
          {"decided", json::array()}};
}

// The run as a whole, in two sentences.
std::string story(const VerdictReport& report) {
  const std::vector<PartnerRun>& runs = report.partner_runs;
  std::vector<std::string> names;
  for (const PartnerRun& run : runs)
    if (std::ranges::find(names, run.partner) == names.end()) names.push_back(run.partner);
  const auto decider = std::ranges::find_if(runs, [&](const PartnerRun& run) {
    return report.outcome.verdict != task::Verdict::Unknown && run.verdict == task::name(report.outcome.verdict);
  });
  std::string text = fmt::format("{} partner{} worked on this, {} run{} in all.", names.size(),
                                 names.size() == 1 ? "" : "s", runs.size(), runs.size() == 1 ? "" : "s");
  if (decider != runs.end())
    text += fmt::format(" {} decided it, {:.2f} s after the start.", decider->partner, decider->end_seconds);
  else if (report.outcome.verdict == task::Verdict::True)
    text += " None of them proved everything: each verified a part, and the parts are all there is.";
  else if (report.outcome.verdict == task::Verdict::Unknown)
    text += " None of them decided it.";
  return text;
}

} // namespace

Section cooperation_section(const VerdictReport& report, const ShownFiles& shown) {
  const std::vector<Finding> all = findings(report);
  std::map<std::string, const Finding*> targets;
  for (const Finding& finding : all) targets[finding.target->name] = &finding;
  json partners = json::array();
  for (const PartnerRun& run : report.partner_runs) partners.push_back(run_json(run, report.outcome, targets, shown));
  if (report.partner_runs.empty())
    for (const task::Contribution& partner : report.outcome.partners) partners.push_back(contribution_json(partner));
  json lines = json::array();
  if (!report.partner_runs.empty()) lines.push_back(story(report));
  return {
      "cooperation", "Cooperation", "cooperation", {{"story", std::move(lines)}, {"partners", std::move(partners)}}};
}

} // namespace tandem::report::page
