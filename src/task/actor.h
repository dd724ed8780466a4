// An actor takes a task and returns an outcome. Engines, external tools and strategies are actors; their callers need
// not know which is which.
#pragma once

#include "exchange/gia/fact.h"
#include "exchange/gia/gia.h"
#include "program/model/property.h"
#include "task/outcome.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem::task {

struct Task {
  const Program& program;
  Property property;
  Limits limits;
  // What is known already: paths that it accepts as ut need not be examined again. nullptr: nothing.
  const exchange::Gia* condition = nullptr;
  TargetSearch search = TargetSearch::First;
};

// Connects a running actor to the component that started it.
class Monitor {
public:
  virtual ~Monitor() = default;
  // Polled frequently; true: stop soon and return what is known.
  virtual bool should_stop() = 0;
  // One line of progress for the user ("bound 4: 12 targets").
  virtual void progress(std::string_view text) = 0;
  // The same where something was found out: a bound within which there is no error, a predicate, a branch that is
  // reached. Strategies give the time to those who find out something.
  virtual void learnt(std::string_view text) { progress(text); }
  // Polled frequently; true every few seconds: pass what is known to checkpoint(), so that it survives if the actor is
  // killed.
  virtual bool wants_checkpoint() { return false; }
  virtual void checkpoint(const exchange::Gia& /*known*/) {}
  // Tells partners that work on the same task at the same time. Little and seldom: what is too long or too much is
  // dropped.
  virtual void publish(const exchange::Fact& /*fact*/) {}
  // Polled now and then: what partners have told since the last call. They may be wrong; an actor proves a fact again
  // before it uses it, or names its source in Outcome::assumptions.
  virtual std::vector<exchange::Fact> received() { return {}; }
  // A target of the task's program is reached or unreachable; called as soon as that is known.
  virtual void decided(const TargetStatus& /*status*/) {}
};

class Actor {
public:
  virtual ~Actor() = default;
  virtual std::string name() const = 0;
  virtual Outcome run(const Task& task, Monitor& monitor) = 0;
};

} // namespace tandem::task
