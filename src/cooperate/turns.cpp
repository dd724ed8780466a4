// Searches of a growing depth (bounds) need ever more time for the next step, and those that diverge (refinements) find
// out something for ever. So neither the one rule nor the other decides alone: who is stuck waits, and who waits has
// its half of an equal part of the time nevertheless.

#include "cooperate/turns.h"

#include "cooperate/running_partner.h"

#include <algorithm>
#include <numeric>

namespace tandem::cooperate {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_silence{500};
// To prove again what others say and to try it.
constexpr milliseconds turn{300};

} // namespace

bool is_stuck(const Effort& effort) {
  return effort.has_news &&
         effort.used - effort.until_last_news > std::max(longest_silence, effort.until_last_news / 2);
}

void give_turn(Effort& effort) { effort.turn_until = effort.used + turn; }

std::vector<bool> who_waits(std::span<const Effort> partners) {
  const auto all = std::accumulate(partners.begin(), partners.end(), milliseconds{0},
                                   [](milliseconds sum, const Effort& each) { return sum + each.used; });
  const bool is_one_at_work = std::ranges::any_of(partners, [](const Effort& each) { return !is_stuck(each); });
  const auto equal_part = all / std::max<std::size_t>(1, partners.size());
  std::vector<bool> result;
  for (const Effort& each : partners)
    result.push_back(is_one_at_work && is_stuck(each) && each.used > each.turn_until && each.used > equal_part / 2);
  return result;
}

void share_time(std::list<RunningPartner>& partners, const task::Limits& left) {
  std::vector<Effort> efforts;
  for (RunningPartner& partner : partners) {
    Effort& effort = partner.effort;
    effort.used = partner.run.cpu_time();
    if (partner.monitor.take_news()) {
      effort.has_news = true;
      effort.until_last_news = effort.used;
    }
    if (partner.monitor.take_told() && partner.run.is_paused()) give_turn(effort);
    if (partner.step.share && !partner.is_composite() && !partner.yields && is_stuck(effort)) {
      partner.yields = true;
      partner.run.stop(partner_grace_period, "ended early");
    }
    efforts.push_back(effort);
  }
  const bool is_shared = left.cpu && (!left.wall || *left.cpu < *left.wall * static_cast<int>(partners.size()));
  if (partners.size() < 2 || !is_shared) efforts.assign(efforts.size(), {});
  const std::vector<bool> waits = who_waits(efforts);
  std::size_t i = 0;
  for (RunningPartner& partner : partners) waits[i++] ? partner.run.pause() : partner.run.resume();
}

} // namespace tandem::cooperate
