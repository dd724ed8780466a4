// The scheduler shares the time in proportion to the goals that each partner has recently decided per second: the root
// of the goals in place of their number does that, where the number would give all the time to the best one, whose
// goals others might find as well and others besides. Goals and seconds fade with the time that anybody has used, so
// that a partner that once was good does not live on it, and one that found nothing is asked again. Those that were
// never asked come first. Among partners that decide nothing, the time is shared by their weights.

#include "testing/loop/generate.h"

#include "testing/partners/smaller_suite.h"

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::testing::loop {

using Clock = std::chrono::steady_clock;
using partners::Partner;
using partners::Progress;

namespace {

// Of this process and the children it waited for.
double ended_seconds() {
  double total = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      total += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  return total;
}

// The most that this process has had.
std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

struct Member {
  std::unique_ptr<Partner> partner;
  PartnerRecord record;
  double recent_goals = 0, recent_seconds = 0;
  bool is_exhausted = false;

  double merit() const {
    const double weight = partner->weight();
    return std::sqrt(recent_goals + 0.2 * weight * weight) / (recent_seconds + 0.02);
  }
  bool is_new() const { return record.slices == 0; }
};

class Generator {
public:
  Generator(suite::TestGeneration& generation, std::vector<std::unique_ptr<Partner>> partners,
            const GenerateOptions& options)
      : generation_(generation), options_(options), start_(Clock::now()), cpu_start_(ended_seconds()) {
    for (std::unique_ptr<Partner>& partner : partners) {
      Member member{.partner = std::move(partner)};
      member.record.name = member.partner->name();
      members_.push_back(std::move(member));
    }
  }

  GenerationResult run() {
    Plan together;
    for (const Member& member : members_) together.steps.push_back({Plan::Kind::Run, member.record.name, {}, {}});
    follow(options_.plan ? *options_.plan : together, allowed());
    const std::string end = generation_.is_done()                            ? "every goal is decided"
                            : !must_stop()                                   ? "no partner knows how to go on"
                            : options_.interrupted && options_.interrupted() ? "interrupted"
                            : memory_is_up()                                 ? "the memory is used up"
                                                                             : "the time is up";
    if (generation_.is_done() && generation_.wants_spare_tests()) look_for_better_tests();
    const bool is_minimum = generation_.is_done() && is_minimised();
    generation_.finish([this] { return time_for_the_end_is_up(); });
    GenerationResult result{
        .cpu_seconds = cpu_seconds() - cpu_start_, .end = end, .is_minimum = is_minimum && generation_.is_minimum()};
    for (Member& member : members_) {
      member.record.remark = member.partner->remark();
      result.partners.push_back(member.record);
    }
    return result;
  }

private:
  double cpu_seconds() const {
    double total = ended_seconds();
    for (const Member& member : members_) total += member.partner->running_seconds();
    return total;
  }

  bool memory_is_up() const { return options_.limits.memory && peak_memory() > *options_.limits.memory; }
  bool must_stop() const { return is_beyond(1) || memory_is_up(); }
  // Simplifying values is worth a tenth of the time.
  bool time_for_the_end_is_up() const { return is_beyond(1.1); }

  bool is_beyond(double factor) const {
    if (options_.interrupted && options_.interrupted()) return true;
    const auto is_over = [factor](const std::optional<std::chrono::milliseconds>& limit, double spent) {
      return limit && spent > factor * std::chrono::duration<double>(*limit).count();
    };
    return is_over(options_.limits.cpu, cpu_seconds() - cpu_start_) ||
           is_over(options_.limits.wall, std::chrono::duration<double>(Clock::now() - start_).count());
  }

  // CPU seconds that may be used up when a step ends; those of the generation as a whole.
  double allowed() const {
    return options_.limits.cpu ? std::chrono::duration<double>(*options_.limits.cpu).count()
                               : std::numeric_limits<double>::infinity();
  }

  std::chrono::milliseconds wall_left() const {
    constexpr std::chrono::milliseconds least{100}, most{3'600'000};
    if (!options_.limits.wall) return most;
    return std::clamp(
        std::chrono::duration_cast<std::chrono::milliseconds>(*options_.limits.wall - (Clock::now() - start_)), least,
        most);
  }

  std::chrono::milliseconds time_left() const {
    constexpr double most = 3600;
    const double left = std::clamp(allowed() - (cpu_seconds() - cpu_start_), 0.1, most);
    return std::min(wall_left(), std::chrono::milliseconds(static_cast<std::int64_t>(1000 * left)));
  }

  bool is_over(double until) const {
    return generation_.is_done() || must_stop() || cpu_seconds() - cpu_start_ >= until;
  }

  void follow(const Plan& plan, double until) {
    const double now = cpu_seconds() - cpu_start_;
    if (plan.share && std::isfinite(until)) until = now + *plan.share * (until - now);
    switch (plan.kind) {
    case Plan::Kind::Run:
    case Plan::Kind::Together:
      while (!is_over(until)) {
        Member* next = choose(plan.partners());
        if (next == nullptr) return;
        give_slice(*next, until);
      }
      return;
    case Plan::Kind::Sequence:
      for (const Plan& step : plan.steps) follow(step, until);
      return;
    case Plan::Kind::Repeat:
      for (unsigned iteration = 0; iteration < plan.at_most && !is_over(until); ++iteration) {
        const std::size_t open = generation_.table().counts().open;
        for (const Plan& step : plan.steps) follow(step, until);
        if (generation_.table().counts().open == open && are_exhausted(plan.partners())) return;
      }
      return;
    }
  }

  // Runs that cover at once what several tests cover; on small programs all paths are seen, so that the minimised suite
  // is as small as one can be.
  void look_for_better_tests() {
    for (Member& member : members_) {
      const double begin = cpu_seconds(), length = std::max(0.1, 0.1 * (begin - cpu_start_));
      const auto is_over = [this, begin, length] {
        return !generation_.wants_spare_tests() || cpu_seconds() - begin > length || time_for_the_end_is_up();
      };
      if (!member.partner->finds_tests_without_goals()) continue;
      member.partner->work(generation_, {.is_over = is_over, .must_stop = is_over});
      member.record.seconds += cpu_seconds() - begin;
    }
  }

  // As long again as it took to decide the goals, or two seconds.
  bool is_minimised() {
    if (!generation_.is_minimising()) return false;
    const double begin = cpu_seconds(), length = std::max(2.0, begin - cpu_start_);
    return partners::look_for_smaller_suite(
        generation_, [this, begin, length] { return cpu_seconds() - begin > length || time_for_the_end_is_up(); });
  }

  bool are_exhausted(const std::vector<std::string>& names) { return choose(names) == nullptr; }

  // A partner that is expensive to start waits until others have had that much time, unless there are none.
  Member* choose(const std::vector<std::string>& names) {
    const double spent = cpu_seconds() - cpu_start_;
    Member* best = nullptr;
    Member* waiting = nullptr;
    for (Member& member : members_) {
      if (member.is_exhausted || std::ranges::find(names, member.record.name) == names.end()) continue;
      if (member.is_new() && spent < member.partner->start_cost())
        waiting = waiting == nullptr ? &member : waiting;
      else if (best == nullptr || (member.is_new() && !best->is_new()) ||
               (member.is_new() == best->is_new() && member.merit() > best->merit()))
        best = &member;
    }
    return best != nullptr ? best : waiting;
  }

  // What was longer ago counts less, also of partners that did not work since.
  void forget(double spent) {
    const double factor = std::exp(-spent / std::max(1.0, 0.25 * (cpu_seconds() - cpu_start_)));
    for (Member& member : members_) {
      member.recent_goals *= factor;
      member.recent_seconds *= factor;
    }
  }

  void give_slice(Member& member, double until) {
    const goals::GoalCounts before = generation_.table().counts();
    const double cpu_before = cpu_seconds();
    const double length =
        std::min(std::max(0.03, 0.05 * (cpu_before - cpu_start_)), std::max(0.0, until - (cpu_before - cpu_start_)));
    const partners::Slice slice{.is_over =
                                    [this, cpu_before, length] {
                                      generation_.save_soon();
                                      return generation_.is_done() || cpu_seconds() - cpu_before > length ||
                                             must_stop();
                                    },
                                .must_stop = [this] { return must_stop(); },
                                .left = [this] { return time_left(); },
                                .wall_left = [this] { return wall_left(); }};
    const Progress progress = member.partner->work(generation_, slice);
    const goals::GoalCounts after = generation_.table().counts();
    const double spent = cpu_seconds() - cpu_before;
    const std::size_t decided = before.open - after.open;
    member.record.slices += 1;
    member.record.covered += after.covered - before.covered;
    member.record.unreachable += after.unreachable - before.unreachable;
    member.record.seconds += spent;
    // What a partner needs to begin, such as compiling, says nothing about what comes then.
    const bool is_first = member.record.slices == 1;
    forget(spent);
    member.recent_goals += static_cast<double>(decided);
    member.recent_seconds += is_first ? std::max(length, spent - member.partner->start_cost()) : spent;
    if (after.covered > before.covered)
      for (Member& other : members_) other.is_exhausted = false; // there is something new to start from
    member.is_exhausted = progress == Progress::Exhausted;
    if (options_.progress)
      options_.progress(fmt::format("{:.1f} s: {} covered, {} unreachable, {} open; {} tests; {}: {} in {:.2f} s",
                                    cpu_seconds() - cpu_start_, after.covered, after.unreachable, after.open,
                                    generation_.tests().size(), member.record.name,
                                    decided == 0 ? "nothing new" : fmt::format("{} decided", decided), spent));
  }

  suite::TestGeneration& generation_;
  const GenerateOptions& options_;
  std::vector<Member> members_;
  Clock::time_point start_;
  double cpu_start_;
};

} // namespace

std::vector<std::string> Plan::partners() const {
  if (kind == Kind::Run) return {partner};
  std::vector<std::string> result;
  for (const Plan& step : steps)
    for (const std::string& name : step.partners())
      if (std::ranges::find(result, name) == result.end()) result.push_back(name);
  return result;
}

GenerationResult generate(suite::TestGeneration& generation, std::vector<std::unique_ptr<Partner>> partners,
                          const GenerateOptions& options) {
  return Generator(generation, std::move(partners), options).run();
}

} // namespace tandem::testing::loop
