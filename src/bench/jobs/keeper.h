// The parent of a command that is run with limits: it adopts what the command leaves behind and takes it along when it
// ends. Killing the keeper ends everything.
#pragma once

#include "base/core/descriptor.h"
#include "bench/jobs/limited_run.h"

#include <functional>
#include <sys/types.h>

namespace tandem::bench {

class Keeper {
public:
  // Starts the command. `enter` may put the keeper into a control group before the command begins.
  Keeper(const LimitedCommand& command, const std::function<bool(pid_t)>& enter);
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  pid_t id() const { return id_; }
  bool has_namespace() const { return has_namespace_; }
  const Descriptor& end() const { return end_; } // readable once the keeper has ended
  Descriptor& output() { return output_; }       // both streams of the command; does not block

  void kill();

  struct Ended {
    LimitedRun::End end = LimitedRun::End::Exited;
    int code = 0;
    std::chrono::milliseconds cpu_time{0};
    std::uint64_t largest_memory = 0; // of a single process
  };
  Ended wait();

private:
  pid_t id_ = -1;
  bool has_namespace_ = false;
  Descriptor end_, output_, report_;
};

} // namespace tandem::bench
