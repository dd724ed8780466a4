// A verifier query in a process of its own, so that several can run in parallel and any of them can be aborted.
#pragma once

#include "base/core/descriptor.h"
#include "region/verifier_query.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>

namespace tandem::region {

enum class Urgency : std::uint8_t {
  Due,         // the next proof obligation
  Speculative, // started before it is needed, because a worker is free
};

class Attempt {
public:
  using Work = std::function<Answer(task::Monitor& monitor)>;

  // Starts a process that does the work; the context must outlive the attempt.
  Attempt(const VerificationContext& verification_context, Question question, Urgency urgency, const Work& work);
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt(); // kills the process

  const Question& question() const { return question_; }
  Urgency urgency() const { return urgency_; }
  std::chrono::milliseconds cpu_time() const; // of the process and its descendants so far
  int descriptor() const { return from_child_.number(); }
  // Reads what the process has sent and passes progress on to the monitor. Returns the answer once it is complete.
  std::optional<Answer> receive(task::Monitor& monitor);

private:
  std::optional<Answer> parse_message(const std::string& line, task::Monitor& monitor) const;
  Answer lost(std::string reason) const;

  const VerificationContext& verification_context_;
  Question question_;
  Urgency urgency_;
  pid_t child_ = -1;
  Descriptor from_child_;
  std::string received_;
};

} // namespace tandem::region
