// The scheduler: the next slice goes to the partner with the best ratio of goals decided recently to time spent
// recently. Both are discounted with every slice, so that a partner that once was good does not live on it, and one
// that was never asked comes first. Among partners that decide nothing, the ratio shares the time evenly.

#include "testing/loop/generate.h"

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>

namespace tandem::testing::loop {

using Clock = std::chrono::steady_clock;
using partners::Partner;
using partners::Progress;

namespace {

double cpu_seconds() {
  double total = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      total += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  return total;
}

struct Member {
  std::unique_ptr<Partner> partner;
  PartnerRecord record;
  double recent_goals = 0, recent_seconds = 0;
  bool is_exhausted = false;

  double merit() const { return (recent_goals + 0.2) / (recent_seconds + 0.02); }
};

class Generator {
public:
  Generator(suite::TestGeneration& generation, std::vector<std::unique_ptr<Partner>> partners,
            const GenerateOptions& options)
      : generation_(generation), options_(options), start_(Clock::now()), cpu_start_(cpu_seconds()) {
    for (std::unique_ptr<Partner>& partner : partners) {
      Member member{.partner = std::move(partner)};
      member.record.name = member.partner->name();
      members_.push_back(std::move(member));
    }
  }

  GenerationResult run() {
    std::string end;
    while (end.empty()) {
      if (generation_.is_done())
        end = "every goal is decided";
      else if (must_stop())
        end = options_.interrupted && options_.interrupted() ? "interrupted" : "the time is up";
      else if (Member* next = choose())
        give_slice(*next);
      else
        end = "no partner knows how to go on";
    }
    generation_.finish([this] { return time_for_the_end_is_up(); });
    GenerationResult result{.cpu_seconds = cpu_seconds() - cpu_start_, .end = end};
    for (const Member& member : members_) result.partners.push_back(member.record);
    return result;
  }

private:
  bool must_stop() const { return is_beyond(1); }
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

  Member* choose() {
    Member* best = nullptr;
    for (Member& member : members_)
      if (!member.is_exhausted && (best == nullptr || member.merit() > best->merit())) best = &member;
    return best;
  }

  void give_slice(Member& member) {
    const goals::GoalCounts before = generation_.table().counts();
    const double cpu_before = cpu_seconds();
    const double length = std::max(0.03, 0.05 * (cpu_before - cpu_start_));
    const partners::Slice slice{.is_over =
                                    [this, cpu_before, length] {
                                      generation_.save_soon();
                                      return generation_.is_done() || cpu_seconds() - cpu_before > length ||
                                             must_stop();
                                    },
                                .must_stop = [this] { return must_stop(); }};
    const Progress progress = member.partner->work(generation_, slice);
    const goals::GoalCounts after = generation_.table().counts();
    const double spent = cpu_seconds() - cpu_before;
    const std::size_t decided = before.open - after.open;
    member.record.slices += 1;
    member.record.covered += after.covered - before.covered;
    member.record.unreachable += after.unreachable - before.unreachable;
    member.record.seconds += spent;
    constexpr double discount = 0.2;
    member.recent_goals = discount * member.recent_goals + static_cast<double>(decided);
    member.recent_seconds = discount * member.recent_seconds + spent;
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

GenerationResult generate(suite::TestGeneration& generation, std::vector<std::unique_ptr<Partner>> partners,
                          const GenerateOptions& options) {
  return Generator(generation, std::move(partners), options).run();
}

} // namespace tandem::testing::loop
