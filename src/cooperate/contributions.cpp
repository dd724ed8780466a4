#include "cooperate/contributions.h"

#include "base/core/require.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

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

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

} // namespace

void Contributions::add(const RunningPartner& partner, Outcome& outcome) {
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

void Contributions::remark_contradiction() {
  list_.back().what += "; what it claims contradicts the others and was left out";
}

void Contributions::remark_condition() {
  constexpr std::string_view remark = "; left a condition"; // which a strategy inside may have said already
  if (!list_.back().what.ends_with(remark)) list_.back().what += remark;
}

void Contributions::remark_given(const RunningPartner& partner, bool keeps_artifacts) {
  if (!partner.condition || partner.step.kind != StrategyStepKind::Run) return;
  std::string& what = list_.back().what;
  if (!partner.sources.empty()) what += fmt::format("; given the results of {}", fmt::join(partner.sources, ", "));
  if (keeps_artifacts) what += fmt::format("; its condition is in {}.given.gia", partner.label);
}

void Contributions::add_reason() {
  const task::Contribution& partner = list_.back();
  std::erase_if(reasons_, [&](const auto& reason) { return reason.first == partner.partner; });
  const bool names_itself = partner.what.starts_with(partner.partner + " "); // as tools do
  reasons_.emplace_back(partner.partner, names_itself ? partner.what : partner.partner + ": " + partner.what);
}

std::string Contributions::reason() const {
  if (reasons_.empty()) return "no time for any partner";
  std::string result;
  for (const auto& [partner, reason] : reasons_) result += (result.empty() ? "" : "; ") + reason;
  return result;
}

std::string assumption_text(const RunningPartner& partner) {
  const bool takes_invariants = partner.step.invariants == InvariantExchange::Take;
  return fmt::format("{} {}", takes_invariants ? "invariants were found by" : "the rest was verified by",
                     fmt::join(partner.sources, ", "));
}

std::string assumption_text(const std::vector<std::string>& partners) {
  return fmt::format("{} each verified a part", fmt::join(partners, ", "));
}

} // namespace tandem::cooperate
