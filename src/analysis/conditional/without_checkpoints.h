// For engines that run on another program than the one in question: what they know of it by the way is of no use to
// others.
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
