// An actor takes a task and returns an outcome. Engines, external tools and strategies are actors; nobody needs to know
// which is which.
#pragma once

#include "program/property.h"
#include "task/outcome.h"

#include <string>
#include <string_view>

namespace tandem::task {

struct Task {
  const Program& program;
  Property property;
  Limits limits;
};

// What connects a running actor to whoever started it.
class Monitor {
public:
  virtual ~Monitor() = default;
  // Asked often; true: give up soon, with what there is.
  virtual bool should_stop() = 0;
  // One line for people: what is going on ("bound 4: 12 targets").
  virtual void progress(std::string_view text) = 0;
};

class Actor {
public:
  virtual ~Actor() = default;
  virtual std::string name() const = 0;
  virtual Outcome run(const Task& task, Monitor& monitor) = 0;
};

} // namespace tandem::task
