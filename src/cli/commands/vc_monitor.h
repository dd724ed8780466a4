// Receives what the actor of `tandem vc` sends as progress: measurements and what comes before them.
#pragma once

#include "cli/common/interrupt.h"
#include "vcgen/vc_actor.h"

namespace tandem::cli::commands {

class VcMonitor : public InterruptibleMonitor {
public:
  void progress(std::string_view line) final {
    std::visit([this](const auto& message) { receive(message); }, vcgen::read_message(line));
  }

private:
  void receive(std::monostate) {}
  virtual void receive(const vcgen::Refusal& refusal) = 0;
  virtual void receive(const vcgen::UnwoundReport& report) = 0;
  virtual void receive(const vcgen::ChoiceReport&) {}
  virtual void receive(const vcgen::Measurement& row) = 0;
};

} // namespace tandem::cli::commands
