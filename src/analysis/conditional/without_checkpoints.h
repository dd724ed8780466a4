// For engines that run on a transformed program: their checkpoints are about that program and must not reach the
// caller.
#pragma once

#include "task/actor.h"

namespace tandem::analysis::conditional {

class WithoutCheckpoints : public task::Monitor {
public:
  explicit WithoutCheckpoints(task::Monitor& monitor) : monitor_(monitor) {}
  bool should_stop() override { return monitor_.should_stop(); }
  void progress(std::string_view text) override { monitor_.progress(text); }

private:
  task::Monitor& monitor_;
};

} // namespace tandem::analysis::conditional
