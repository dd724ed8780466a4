// A solver program that is driven over pipes: commands in, one S-expression or word at a time out. It is killed with
// this object, or when a read is aborted.
#pragma once

#include "base/core/descriptor.h"
#include "smt/solver/stop_sign.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace tandem::smt {

class SmtlibProcess {
public:
  explicit SmtlibProcess(const std::vector<std::string>& command);
  ~SmtlibProcess();
  SmtlibProcess(const SmtlibProcess&) = delete;
  SmtlibProcess& operator=(const SmtlibProcess&) = delete;

  // Collects commands; they are sent with the next ask().
  void write_command(std::string_view commands) { pending_ += commands; }
  // Sends a command and reads its answer. Empty if the process ended, its output was too long, or the stop sign was
  // raised; the process is dead then, and what_happened() gives the reason.
  std::string ask(std::string_view command, StopSign& sign);

  bool alive() const { return id_ > 0; }
  const std::string& what_happened() const { return problem_; }

private:
  bool send(StopSign& sign);
  bool receive(StopSign& sign);
  // A whole answer from what was received; empty when there is none yet.
  std::string take_answer();
  void give_up(std::string problem);

  pid_t id_ = -1;
  Descriptor to_;
  Descriptor from_;
  std::string pending_;
  std::string received_;
  // How far received_ was searched for the end of an answer, and what was open there.
  std::size_t scanned_ = 0;
  int depth_ = 0;
  char quote_ = 0;
  std::string problem_;
};

} // namespace tandem::smt
