// A monitor for runs whose progress is not shown and that are never stopped.
#pragma once

#include "task/actor.h"

#include <string_view>

namespace tandem::task {

class SilentMonitor : public Monitor {
public:
  bool should_stop() override { return false; }
  void progress(std::string_view) override {}
};

} // namespace tandem::task
