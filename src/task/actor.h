// An actor takes a task and returns an outcome. Engines, external tools and strategies are actors; nobody needs to know
// which is which.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/property.h"
#include "task/outcome.h"

#include <string>
#include <string_view>

namespace tandem::task {

struct Task {
  const Program& program;
  Property property;
  Limits limits;
  // What is known already: its ut part need not be looked at again. nullptr: nothing.
  const exchange::Gia* condition = nullptr;
};

// What connects a running actor to whoever started it.
class Monitor {
public:
  virtual ~Monitor() = default;
  // Asked often; true: give up soon, with what there is.
  virtual bool should_stop() = 0;
  // One line for people: what is going on ("bound 4: 12 targets").
  virtual void progress(std::string_view text) = 0;
  // Asked often; true every few seconds: hand over what is known by now, so that it outlives a killed actor.
  virtual bool wants_checkpoint() { return false; }
  virtual void checkpoint(const exchange::Gia& /*known*/) {}
};

class Actor {
public:
  virtual ~Actor() = default;
  virtual std::string name() const = 0;
  virtual Outcome run(const Task& task, Monitor& monitor) = 0;
};

} // namespace tandem::task
