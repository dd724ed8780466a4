// Searches of a growing depth (bounds) need ever more time for the next step, and those that diverge (refinements) find
// out something for ever. So neither the one rule nor the other decides alone: who is stuck waits, and who waits has
// its half of an equal part of the time nevertheless.

#include "cooperate/turns.h"

#include "cooperate/running_partner.h"

#include <algorithm>
#include <numeric>
#include <utility>

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

bool is_turn_of_earlier(const Effort& earlier, const Effort& later) {
  if (earlier.used < earlier.turn_until) return true; // begun
  return is_stuck(later) ? earlier.used < later.used : !is_stuck(earlier) && earlier.used < later.used / 3;
}

std::size_t at_work(const std::list<RunningPartner>& partners) {
  return static_cast<std::size_t>(std::ranges::count(partners, false, &RunningPartner::is_behind));
}

void let_others_begin(std::list<RunningPartner>& partners, milliseconds cpu_used) {
  for (RunningPartner& partner : partners)
    if (partner.share && partner.share->is_over(cpu_used)) {
      partner.share.reset();
      partner.is_behind = true;
      partner.run.pause();
    }
}

namespace {

void update(Effort& effort, RunningPartner& partner) {
  effort.used = partner.run.cpu_time();
  if (partner.monitor.take_news()) {
    effort.has_news = true;
    effort.until_last_news = effort.used;
  }
  if (partner.monitor.take_told() && partner.run.is_paused() && !partner.is_behind) give_turn(effort);
}

void leave_time_to_others(RunningPartner& partner) {
  if (partner.share) {
    partner.share.reset();
    partner.is_behind = true;
  } else {
    partner.yields = true;
    partner.run.stop(partner_grace_period, "ended early");
  }
}

// The one behind that goes on now, in place of the only one at work; nullptr: none. Those that have a share of the time
// themselves are not delayed.
RunningPartner* earlier_with_turn(std::list<RunningPartner>& partners, const RunningPartner& at_work) {
  if (at_work.step.share) return nullptr;
  RunningPartner* earlier = nullptr;
  for (RunningPartner& partner : partners)
    if (partner.is_behind && (earlier == nullptr || partner.effort.used < earlier->effort.used)) earlier = &partner;
  if (earlier == nullptr || !is_turn_of_earlier(earlier->effort, at_work.effort)) return nullptr;
  if (earlier->run.is_paused()) give_turn(earlier->effort);
  return earlier;
}

} // namespace

void share_memory(std::list<RunningPartner>& partners, const task::Limits& limits) {
  if (!limits.memory || partners.size() < 2) return;
  const std::uint64_t most = *limits.memory - *limits.memory / 8, large = *limits.memory / 4;
  std::uint64_t all = 0;
  for (RunningPartner& partner : partners) {
    if (partner.is_too_large) return; // it is ending
    all += partner.run.memory();
  }
  if (all <= most) return;
  RunningPartner& largest = *std::ranges::max_element(partners, {}, [&](const RunningPartner& partner) {
    const std::uint64_t size = partner.run.memory();
    return std::pair(!partner.is_composite() && size > large, size);
  });
  largest.is_too_large = true;
  largest.run.stop(partner_grace_period, "memory limit");
}

void share_time(std::list<RunningPartner>& partners, const task::Limits& left) {
  std::vector<RunningPartner*> at_work;
  std::vector<Effort> efforts;
  for (RunningPartner& partner : partners) {
    Effort& effort = partner.effort;
    update(effort, partner);
    if (partner.step.share && !partner.is_composite() && !partner.yields && !partner.is_behind && is_stuck(effort))
      leave_time_to_others(partner);
    if (partner.is_behind) continue;
    at_work.push_back(&partner);
    efforts.push_back(effort);
  }
  const bool is_shared = left.cpu && (!left.wall || *left.cpu < *left.wall * static_cast<int>(at_work.size()));
  if (at_work.size() < 2 || !is_shared) efforts.assign(efforts.size(), {});
  std::vector<bool> waits = who_waits(efforts);
  const RunningPartner* earlier = at_work.size() == 1 ? earlier_with_turn(partners, *at_work.front()) : nullptr;
  if (earlier != nullptr) waits.front() = true;
  for (std::size_t i = 0; i < at_work.size(); ++i) waits[i] ? at_work[i]->run.pause() : at_work[i]->run.resume();
  for (RunningPartner& partner : partners)
    if (partner.is_behind) &partner == earlier ? partner.run.resume() : partner.run.pause();
}

} // namespace tandem::cooperate
