// Whose turn it is, where the CPU time of partners is limited: what one uses, the others do not have.
#pragma once

#include "task/limits.h"

#include <chrono>
#include <list>
#include <span>
#include <vector>

namespace tandem::cooperate {

struct RunningPartner;

// What a partner has done so far, in CPU time.
struct Effort {
  std::chrono::milliseconds used{0};
  std::chrono::milliseconds until_last_news{0}; // before it last found out something
  bool has_news = false;                        // it has found out something at all; others cannot be judged
  std::chrono::milliseconds turn_until{0};      // it was told something, and has until then to make something of it
};

// It has found out nothing for a while, and for a good part of its time.
bool is_stuck(const Effort& effort);

// It was told something: it has a short turn, however long it has found out nothing.
void give_turn(Effort& effort);

// By partner: whether it waits. One that is stuck waits while another finds out something, but each has at least
// half of an equal part of the time.
std::vector<bool> who_waits(std::span<const Effort> partners);

// Whether a partner whose share is over has its turn, and not the one that followed it: it has used less than a third
// of what the other one has; or less than all of that, while the other one finds out nothing.
bool is_turn_of_earlier(const Effort& earlier, const Effort& later);

// Partners that are not behind others.
std::size_t at_work(const std::list<RunningPartner>& partners);

// Those whose share is over are behind others from now on.
void let_others_begin(std::list<RunningPartner>& partners, std::chrono::milliseconds cpu_used);

// Together they must not use up the memory of all (`limits`): before they do, the largest ends, and the others go on. A
// strategy inside does the same by itself; it ends only if no other partner is large.
void share_memory(std::list<RunningPartner>& partners, const task::Limits& limits);

// A partner beside others waits, where CPU time is what they share (`left`: of all of them); a partner that has a share
// of the time, with others to follow, ends or waits until it has its turn again.
void share_time(std::list<RunningPartner>& partners, const task::Limits& left);

} // namespace tandem::cooperate
