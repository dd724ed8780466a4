// The journal of a cooperation: who worked when, what each partner got and sent, what it decided and how it ended. A
// file to which every process of the cooperation appends lines as things happen, so that what a partner did is known
// however it ends, and however the strategy ends that started it.
#pragma once

#include "base/core/descriptor.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange {

enum class JournalEventKind : std::uint8_t { Got, Sent, Decided };
std::string_view name(JournalEventKind kind); // "got"

struct JournalEvent {
  JournalEventKind kind = JournalEventKind::Got;
  double at_seconds = 0; // since the journal was begun
  std::string what;      // for people: "2 invariants"; Decided: the id of the target
  std::string from;      // Got: from whom
  std::string state;     // Decided: what the target is now
};

// One run of a partner.
struct PartnerRun {
  std::string partner;
  std::string part; // of the task, where it was divided
  double start_seconds = 0, end_seconds = 0, cpu_seconds = 0;
  std::string verdict = "UNKNOWN";
  std::string what; // it found out, or why it ended; empty: it was ended together with the strategy that started it
  std::vector<JournalEvent> events;
};

class Journal {
public:
  Journal() = default; // keeps nothing
  // Begins an empty one. Throws InputError if the file cannot be written.
  explicit Journal(std::filesystem::path file);

  // What one partner, or a group of them, does.
  class Run {
  public:
    Run() = default;                            // not recorded
    void start(std::string_view partner) const; // empty: a group, of which the partners have runs of their own
    void got(std::string_view what, std::string_view from) const;
    void sent(std::string_view what) const;
    void decided(std::string_view target, std::string_view state) const;
    void end(std::string_view verdict, std::string_view what, double cpu_seconds) const;
    // For the partners of a group.
    Journal inside() const;

  private:
    friend class Journal;
    void write(std::string_view event, nlohmann::json fields) const;
    std::shared_ptr<const Journal> journal_;
    std::string id_;
  };
  Run new_run() const;
  // For the partners that work on a part of the task.
  Journal about_part(std::string part) const;

  // In the order of their starts. Those without an end ended with their group, or are ending now.
  std::vector<PartnerRun> runs() const;

private:
  double seconds() const;

  std::shared_ptr<const Descriptor> file_; // nullptr: nothing is kept
  std::filesystem::path path_;
  std::chrono::steady_clock::time_point begin_;
  std::string group_, part_;
};

} // namespace tandem::exchange
