// Monitors to use as they are or to derive from.
#pragma once

#include "task/actor.h"

#include <string_view>

namespace tandem::task {

// For runs whose progress is of no interest and that end by themselves.
class SilentMonitor : public Monitor {
public:
  bool should_stop() override { return false; }
  void progress(std::string_view) override {}
};

// For an actor inside another one: passes on progress and requests to stop. Checkpoints are dropped, since the inner
// actor's automaton is about another program, or about a task that is only a part of the outer one's.
class ForwardingMonitor : public Monitor {
public:
  explicit ForwardingMonitor(Monitor& outer) : outer_(outer) {}
  bool should_stop() override { return outer_.should_stop(); }
  void progress(std::string_view text) override { outer_.progress(text); }
  void learnt(std::string_view text) override { outer_.learnt(text); }

protected:
  Monitor& outer() { return outer_; }

private:
  Monitor& outer_;
};

// In a child process: sends progress to the parent, as lines "p text", what was learnt as "l text", facts as "f fact".
class PipeMonitor : public Monitor {
public:
  explicit PipeMonitor(int descriptor) : descriptor_(descriptor) {}
  bool should_stop() override { return false; }
  void progress(std::string_view text) override;
  void learnt(std::string_view text) override;
  void publish(const exchange::Fact& fact) override;

protected:
  void send(std::string_view line); // without a line break in it

private:
  int descriptor_;
};

// To a pipe; a reader that is gone is no error, since the writer goes with it.
void write_all(int descriptor, std::string_view text);

} // namespace tandem::task
