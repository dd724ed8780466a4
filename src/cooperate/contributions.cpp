#include "cooperate/contributions.h"

#include "base/core/require.h"
#include "cooperate/knowledge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace tandem::cooperate {
namespace {

using task::Outcome;
using task::Verdict;

std::string contribution(const Outcome& outcome) {
  switch (outcome.verdict) {
  case Verdict::True: return "proved that no error is reached";
  case Verdict::False: return "found inputs that lead to the error";
  case Verdict::Unknown: return outcome.reason;
  }
  unreachable();
}

constexpr std::array stop_reasons{"time limit", "memory limit", "interrupted", "limit reached"};

// Where a partner was that could not say it itself, and what it had found out last.
std::string stopped_text(const Outcome& outcome, const PartnerMonitor& monitor) {
  const bool is_short = std::ranges::find(stop_reasons, outcome.reason) != stop_reasons.end();
  if (!is_short || monitor.last_progress().empty()) return outcome.reason;
  const bool has_more = !monitor.last_learnt().empty() && monitor.last_learnt() != monitor.last_progress();
  return fmt::format("{} ({}{}{})", outcome.reason, monitor.last_progress(), has_more ? "; before, " : "",
                     has_more ? monitor.last_learnt() : "");
}

const std::string assumption_prefix = "the rest was verified by ";

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

} // namespace

// Of a strategy that was stopped before it could answer: its partners as they were heard of last.
std::vector<task::Contribution> heard_of(const RunningPartner& partner, const Outcome& outcome) {
  std::vector<task::Contribution> result;
  for (const auto& [name, text] : partner.monitor.inner_partners())
    result.push_back({.partner = name,
                      .what = text.starts_with(has_ended) ? text.substr(has_ended.size())
                                                          : fmt::format("{} ({})", outcome.reason, text)});
  return result;
}

bool was_stopped(const Outcome& outcome) {
  return std::ranges::any_of(stop_reasons, [&](std::string_view reason) { return outcome.reason.starts_with(reason); });
}

void Contributions::add(const RunningPartner& partner, Outcome& outcome) {
  last_ = list_.size();
  if (partner.is_composite() && outcome.partners.empty() && was_stopped(outcome))
    outcome.partners = heard_of(partner, outcome);
  if (outcome.verdict == Verdict::Unknown && outcome.partners.empty())
    outcome.reason = stopped_text(outcome, partner.monitor);
  if (outcome.partners.empty())
    outcome.partners.push_back({.partner = partner.actor->name(),
                                .verdict = outcome.verdict,
                                .what = contribution(outcome),
                                .crash = outcome.crash});
  if (outcome.partners.size() == 1) {
    task::Contribution& own = outcome.partners[0];
    own.wall_seconds = seconds(partner.run.wall_time());
    own.cpu_seconds = seconds(partner.run.cpu_time());
    if (own.what.empty()) own.what = contribution(outcome);
    if (depends_on_condition(partner, outcome)) own.what = "proved what was left open";
    if (const auto left = outcome.statistics.find("residual edges"); left != outcome.statistics.end())
      own.what += fmt::format(", on a residual program ({} of {} edges)", left->second, outcome.statistics["edges"]);
  }
  std::ranges::move(outcome.partners, std::back_inserter(list_));
  outcome.partners.clear();
}

void Contributions::note_end(const RunningPartner& partner) const {
  partner.monitor.journal().end(task::name(last().verdict), last().what, seconds(partner.run.cpu_time()));
}

void Contributions::note_needless(const RunningPartner& partner) const {
  partner.monitor.journal().end(task::name(Verdict::Unknown),
                                fmt::format("ended, since {} had decided", last().partner),
                                seconds(partner.run.cpu_time()));
}

std::string condition_text(const exchange::Gia& condition) {
  const std::size_t states = condition.states().size();
  return fmt::format("a condition of {} state{}", states, states == 1 ? "" : "s");
}

void Contributions::remark_contradiction() {
  list_.back().what += "; what it claims contradicts the others and was left out";
}

void Contributions::remark_condition() {
  constexpr std::string_view remark = "; left a condition"; // which a strategy inside may have said already
  if (!list_.back().what.ends_with(remark)) list_.back().what += remark;
}

void Contributions::remark_facts(const RunningPartner& partner, const Outcome& outcome, const LiveExchange& exchange) {
  if (partner.is_composite()) return;
  std::string& what = list_.back().what;
  const std::size_t shown = partner.monitor.unreachable_count();
  if (shown > 0 && outcome.verdict == Verdict::Unknown)
    what += fmt::format("; showed that {} target{} unreachable", shown, shown == 1 ? " is" : "s are");
  if (const std::size_t said = exchange.said_by(partner.monitor.listener()); said > 0)
    what += fmt::format("; told its partners {} fact{}", said, said == 1 ? "" : "s");
  if (!outcome.learnt_from.empty()) what += fmt::format("; learnt from {}", fmt::join(outcome.learnt_from, ", "));
  if (!outcome.trusts.empty()) what += fmt::format("; relied on {}", fmt::join(outcome.trusts, ", "));
}

void Contributions::remark_yielded() {
  list_.back().what += "; left its time to others, since it found out nothing more";
}

void Contributions::remark_wrong_ground() {
  list_.back().verdict = Verdict::Unknown;
  list_.back().what += "; no proof, since it rests on what is wrong";
}

void Contributions::remark_wrong(const std::map<std::string, std::string>& wrong) {
  for (task::Contribution& each : list_)
    if (const auto found = wrong.find(each.partner); found != wrong.end())
      each.what += fmt::format("; told its partners what is wrong: {}", found->second);
}

std::string Contributions::names_of_last() const {
  std::vector<std::string> names;
  for (std::size_t i = last_; i < list_.size(); ++i)
    if (std::ranges::find(names, list_[i].partner) == names.end()) names.push_back(list_[i].partner);
  return fmt::format("{}", fmt::join(names, ", "));
}

void Contributions::remark_given(const RunningPartner& partner, bool keeps_artifacts) {
  if (!partner.condition || partner.step.kind != StrategyStepKind::Run) return;
  std::string& what = list_.back().what;
  if (!partner.sources.empty()) what += fmt::format("; given the results of {}", fmt::join(partner.sources, ", "));
  if (keeps_artifacts) what += fmt::format("; its condition is in {}.given.gia", partner.label);
}

void Contributions::add_reasons() {
  for (const task::Contribution& partner : std::span(list_).subspan(last_)) {
    std::erase_if(reasons_, [&](const auto& reason) { return reason.first == partner.partner; });
    const bool names_itself = partner.what.starts_with(partner.partner + " "); // as tools do
    reasons_.emplace_back(partner.partner, names_itself ? partner.what : partner.partner + ": " + partner.what);
  }
}

std::string Contributions::reason() const {
  if (reasons_.empty()) return "no time for any partner";
  // Partners that came to their end did not decide it; with more time, one that was stopped might have.
  const auto any = [&](std::string_view stop) {
    return std::ranges::any_of(list_, [&](const auto& partner) { return partner.what.starts_with(stop); });
  };
  if (any("memory limit") && !any("time limit")) return "memory limit";
  if (std::ranges::any_of(stop_reasons, any)) return "time limit";
  std::string result;
  for (const auto& [partner, reason] : reasons_) result += (result.empty() ? "" : "; ") + reason;
  return result;
}

std::string assumption_text(const RunningPartner& partner) {
  const bool takes_invariants = partner.step.invariants == InvariantExchange::Take;
  return fmt::format("{}{}", takes_invariants ? "invariants were found by " : assumption_prefix,
                     fmt::join(partner.sources, ", "));
}

std::string assumption_text(const std::vector<std::string>& partners) {
  return fmt::format("{} each verified a part", fmt::join(partners, ", "));
}

std::vector<std::string> without_given_condition(std::vector<std::string> assumptions) {
  Outcome assuming;
  task::assume_condition(assuming);
  assuming.assumptions.push_back(assumption_prefix + std::string(given_condition));
  std::erase_if(assumptions, [&](const std::string& each) {
    return std::ranges::find(assuming.assumptions, each) != assuming.assumptions.end();
  });
  const std::string first = fmt::format(" {}, ", given_condition);
  for (std::string& each : assumptions)
    if (const std::size_t at = each.find(first); at != std::string::npos) each.erase(at + 1, first.size() - 1);
  return assumptions;
}

} // namespace tandem::cooperate
