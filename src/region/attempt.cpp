// The child is forked, so that it sees the program without copying it, and is killed with its parent. It sends lines
// through a pipe: "p text" for progress and finally "a json" for its answer. A child that ends without an answer leaves
// all checks of its question open.

#include "region/attempt.h"

#include "base/core/require.h"
#include "base/process/process_tree.h"
#include "region/tree_text.h"
#include "task/monitors.h"
#include "task/outcome_json.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::region {

namespace {

using nlohmann::json;

json edges_json(const std::vector<const Edge*>& edges) {
  json result = json::array();
  for (const Edge* edge : edges) result.push_back(edge->id);
  return result;
}

std::vector<const Edge*> edges_from(const json& ids, const Program& program) {
  std::vector<const Edge*> result;
  for (const json& id : ids) result.push_back(program.edges().at(id.get<std::size_t>()));
  return result;
}

json answer_json(const Answer& answer, const Program& program) {
  json result{{"proved", edges_json(answer.proved)},
              {"open", edges_json(answer.open)},
              {"reason", answer.reason},
              {"assumptions", answer.assumptions},
              {"queries", answer.queries}};
  task::Outcome runs;
  runs.partners = answer.partners;
  runs.invariants = answer.learnt;
  result["runs"] = task::to_json(runs, program);
  if (answer.outcome) result["outcome"] = task::to_json(*answer.outcome, program);
  return result;
}

Answer answer_from(const json& text, const Program& program) {
  task::Outcome runs = task::outcome_from_json(text.at("runs"), program);
  Answer answer{.proved = edges_from(text.at("proved"), program),
                .open = edges_from(text.at("open"), program),
                .reason = text.at("reason"),
                .assumptions = text.at("assumptions"),
                .queries = text.at("queries"),
                .partners = std::move(runs.partners),
                .learnt = std::move(runs.invariants)};
  if (text.contains("outcome")) answer.outcome = task::outcome_from_json(text["outcome"], program);
  return answer;
}

[[noreturn]] void be_child(const Program& program, const Question& question, const Attempt::Work& work,
                           int descriptor) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN); // the parent decides when to stop
  task::PipeMonitor monitor(descriptor);
  Answer answer;
  try {
    answer = work(monitor);
  } catch (const std::exception& error) {
    answer = {};
    answer.open = question.enabled;
    answer.reason = std::string("internal error: ") + error.what();
  }
  task::write_all(descriptor, "a " + answer_json(answer, program).dump() + "\n");
  ::_exit(0); // the parent's buffers and objects must not be flushed or destroyed twice
}

} // namespace

Attempt::Attempt(const VerificationContext& verification_context, Question question, Urgency urgency, const Work& work)
    : verification_context_(verification_context), question_(std::move(question)), urgency_(urgency) {
  int ends[2];
  require(::pipe(ends) == 0, "a pipe should be available");
  Descriptor read_end(ends[0]), write_end(ends[1]);
  child_ = ::fork();
  require(child_ >= 0, "a process should be available");
  if (child_ == 0) {
    read_end.close();
    be_child(verification_context.program(), question_, work, write_end.number());
  }
  ::setpgid(child_, child_);
  from_child_ = std::move(read_end);
}

Attempt::~Attempt() {
  ::kill(-child_, SIGKILL);
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
}

std::chrono::milliseconds Attempt::cpu_time() const { return process::usage_of_tree(child_).cpu_time; }

Answer Attempt::lost(std::string reason) const {
  Answer answer;
  answer.open = question_.enabled;
  answer.reason = std::move(reason);
  return answer;
}

std::optional<Answer> Attempt::parse_message(const std::string& line, task::Monitor& monitor) const {
  if (line.starts_with("p ")) monitor.progress(title(*question_.node) + ": " + line.substr(2));
  if (!line.starts_with("a ")) return std::nullopt;
  return answer_from(json::parse(line.substr(2)), verification_context_.program());
}

std::optional<Answer> Attempt::receive(task::Monitor& monitor) {
  char buffer[65536];
  const ssize_t count = ::read(from_child_.number(), buffer, sizeof buffer);
  if (count == 0) return lost("the attempt ended without an answer");
  if (count < 0) return std::nullopt;
  received_.append(buffer, static_cast<std::size_t>(count));
  for (std::size_t end = received_.find('\n'); end != std::string::npos; end = received_.find('\n')) {
    const std::string line = received_.substr(0, end);
    received_.erase(0, end + 1);
    if (auto answer = parse_message(line, monitor)) return answer;
  }
  return std::nullopt;
}

} // namespace tandem::region
