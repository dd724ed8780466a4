// A question in a process of its own, so that several can be in work at once and be dropped at any time.
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
  Due,         // its time has come
  Speculative, // for idle hands
};

class Attempt {
public:
  using Work = std::function<Answer(task::Monitor& monitor)>;

  // Starts a process that does the work; `subject` must outlive the attempt.
  Attempt(const VerificationContext& verification_context, Question question, Urgency urgency, const Work& work);
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt(); // ends the process

  const Question& question() const { return question_; }
  Urgency urgency() const { return urgency_; }
  std::chrono::milliseconds cpu_time() const; // of all that it has started so far
  int descriptor() const { return from_child_.number(); }
  // Takes in what the process sent; progress goes to the monitor. The answer, once it is there.
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
