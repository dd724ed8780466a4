// The folder in which a strategy keeps what its partners were given and what they found out, in the order in which they
// started.
#pragma once

#include "cooperate/running_partner.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tandem::cooperate {

// In the folder of a strategy's artifacts: which targets they are about, one line each. What is verified about a
// program without some of its targets (all_targets.h) says nothing about the others, and must not be taken up by
// another run.
inline constexpr std::string_view targets_file = "targets.txt";
std::string targets_text(const Program& program, const Property& property);

class Artifacts {
public:
  // Empty: nothing is kept.
  explicit Artifacts(std::filesystem::path folder) : folder_(std::move(folder)) {}
  // Of a task: a folder inside, if the artifacts there are about other targets.
  Artifacts(std::filesystem::path folder, const task::Task& task);

  bool are_kept() const { return !folder_.empty(); }
  bool are_about_all_targets() const { return is_about_all_; }
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
  bool is_about_all_ = true;
};

} // namespace tandem::cooperate
