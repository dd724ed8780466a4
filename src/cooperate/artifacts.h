// The folder in which a strategy keeps what its partners were given and what they found out, in the order in which they
// started.
#pragma once

#include "cooperate/running_partner.h"

#include <filesystem>
#include <string>

namespace tandem::cooperate {

class Artifacts {
public:
  // Empty: nothing is kept.
  explicit Artifacts(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool are_kept() const { return !folder_.empty(); }
  // Empty if nothing is kept.
  std::filesystem::path path(const std::string& name) const { return folder_.empty() ? folder_ : folder_ / name; }
  // A partner that has ended: its condition, its automaton and its outcome.
  void keep(const RunningPartner& partner, const task::Outcome& outcome) const;
  // What all of them know by now, for a run that continues this one.
  void keep_known(const exchange::Gia& known) const;
  // Whether a partner has ended in a run that is continued, and others were started after it.
  bool was_passed(const std::string& label) const;

private:
  std::filesystem::path folder_;
};

} // namespace tandem::cooperate
