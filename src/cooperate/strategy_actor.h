// A strategy as an actor: it takes a task, lets its partners work on it, each in a process of its own, and combines
// what they found out. What one has verified reaches the next as a condition; what partners that work at the same time
// tell each other passes through the strategy (live_exchange.h).
#pragma once

#include "cooperate/live_exchange.h"
#include "cooperate/strategy.h"
#include "exchange/journal/journal.h"
#include "task/actor.h"

#include <functional>
#include <memory>

namespace tandem::cooperate {

struct PartnerOptions {
  std::filesystem::path artifacts; // may be empty
  std::string reduce, with;        // as in StrategyStep
};

// Makes the actor of a name. Throws InputError if there is none.
using Factory = std::function<std::unique_ptr<task::Actor>(const std::string& name, const PartnerOptions& options)>;

// A part of the task that is worked on elsewhere.
struct RemotePart {
  std::vector<std::string> partners; // one after the other
  std::filesystem::path condition;   // the file: what is left of the task
  std::filesystem::path folder;      // for what the work needs; it is removed when the work is not needed any more
  std::chrono::milliseconds cpu;
};
// Makes an actor that has the work done and returns its outcome. Its outcome may say how much CPU time that took.
using RemotePartFactory = std::function<std::unique_ptr<task::Actor>(const RemotePart& part)>;
inline constexpr const char* remote_cpu_statistic = "CPU seconds of the worker";

// In the folder of a strategy's artifacts: what is known, renewed every few seconds.
inline constexpr std::string_view known_file = "known.gia";

struct StrategyOptions {
  Factory factory;
  unsigned jobs = 2; // so many partners at once in a parallel step
  // What the partners were given and have found out is kept here, in the order in which they start. May be empty.
  std::filesystem::path artifacts;
  // What a partner knows that ignores the others; nullptr: what the strategy itself is given.
  const exchange::Gia* given = nullptr;
  Exchange exchange = Exchange::Live;
  // A step of another strategy, which keeps the facts that partners exchange.
  bool is_inner = false;
  // The artifacts are those of a run that was ended: parts of the task that it proved are not proved again.
  bool resumes = false;
  exchange::Journal journal;
  RemotePartFactory remote_parts; // empty: parts are worked on here
};

// Throws InputError at the step whose actor does not exist.
std::unique_ptr<task::Actor> make_strategy(Strategy strategy, StrategyOptions options);

} // namespace tandem::cooperate
