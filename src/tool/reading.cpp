// The output is read once, line by line, and matched against the patterns of all rules. A TRUE counts only if the tool
// exited by itself; a FALSE also from a run that was killed, since it is replayed anyway. Contradicting rules give
// Unknown.

#include "tool/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fnmatch.h>
#include <fstream>
#include <functional>

namespace tandem::tool {
namespace {

// std::regex recurses for every character it matches; meaningful lines are shorter than this.
constexpr std::size_t longest_line = 4000;
// Far more than any program asks for on a path worth replaying.
constexpr std::size_t most_inputs = 1'000'000;

void for_each_line(const std::filesystem::path& file, const std::function<void(const std::string&)>& visit) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  bool any = false;
  for (std::streambuf* buffer = stream.rdbuf(); stream;) {
    const int c = buffer->sbumpc();
    if (c == std::char_traits<char>::eof()) break;
    any = c != '\n';
    if (any && line.size() < longest_line && c != '\r') line += static_cast<char>(c);
    if (any) continue;
    visit(line);
    line.clear();
  }
  if (any) visit(line);
}

bool has(const std::string& line, const Pattern& pattern) { return std::regex_search(line, pattern.regex); }

// The rules whose pattern occurs in the output (or that have none), and the last line that is not blank.
struct Scan {
  std::vector<bool> found;
  std::string last_line;
};

Scan scan(const CommandRule& command, const std::filesystem::path& log) {
  Scan result;
  for (const Rule& rule : command.rules) result.found.push_back(!rule.output);
  for_each_line(log, [&](const std::string& line) {
    if (line.find_first_not_of(" \t") != std::string::npos) result.last_line = line;
    for (std::size_t i = 0; i < command.rules.size(); ++i)
      if (!result.found[i] && has(line, *command.rules[i].output)) result.found[i] = true;
  });
  return result;
}

std::string end_without_answer(const process::ProcessResult& run, const CommandRule& command) {
  using End = process::ProcessResult::End;
  switch (run.end) {
  case End::Exited: return "";
  case End::Signalled: return fmt::format("was ended by signal {} ({})", run.code, ::strsignal(run.code));
  case End::TimedOut: return "reached the time limit";
  case End::CpuTimedOut: return "reached the time limit";
  case End::OutOfMemory: return "reached the memory limit";
  case End::Stopped: return "was stopped";
  case End::NotStarted:
    return fmt::format("could not be started ({}: {})", command.words.front(), std::strerror(run.code));
  }
  return "";
}

bool is_definite(Says says) { return says == Says::True || says == Says::False; }

std::string shortened(std::string text) {
  if (text.size() > 200) text = text.substr(0, 200) + " …";
  return text;
}

} // namespace

Reading read_run(const CommandRule& command, const process::ProcessResult& run, const std::filesystem::path& log,
                 const std::filesystem::path& folder) {
  const Scan output = scan(command, log);
  std::vector<const Rule*> holding;
  const bool exited = run.end == process::ProcessResult::End::Exited;
  for (std::size_t i = 0; i < command.rules.size(); ++i) {
    const Rule& rule = command.rules[i];
    if (rule.exit && (!exited || *rule.exit != run.code)) continue;
    if (!output.found[i] || (!rule.file.empty() && matching_files(folder, rule.file).empty())) continue;
    holding.push_back(&rule);
  }
  // A run that was ended early has proved nothing, whatever it has printed; an alarm will be replayed anyway.
  if (!holding.empty() && (exited || holding.front()->says == Says::False)) {
    const Rule& first = *holding.front();
    const auto opposite = [&](const Rule* rule) { return is_definite(rule->says) && rule->says != first.says; };
    if (is_definite(first.says) && std::ranges::any_of(holding, opposite))
      return {Says::Unknown, "says both TRUE and FALSE"};
    return {first.says, first.reason};
  }
  if (!exited) return {Says::Unknown, end_without_answer(run, command)};
  std::string reason = fmt::format("ended with exit code {} and no answer", run.code);
  if (run.output_cut) reason += "; its output was truncated";
  if (!output.last_line.empty()) reason += ": " + shortened(output.last_line);
  return {Says::Unknown, reason};
}

std::vector<task::GivenInput> inputs_in(const InputsRule& rule, const std::filesystem::path& file) {
  std::vector<task::GivenInput> inputs;
  for_each_line(file, [&](const std::string& line) {
    std::smatch match;
    if (inputs.size() < most_inputs && std::regex_search(line, match, rule.pattern.regex))
      inputs.push_back({match.str(1), rule.notation});
  });
  return inputs;
}

std::vector<std::filesystem::path> matching_files(const std::filesystem::path& folder, const std::string& pattern) {
  std::vector<std::filesystem::path> found;
  std::error_code problem;
  for (std::filesystem::recursive_directory_iterator file(folder, problem), end; file != end && !problem;
       file.increment(problem)) {
    const std::string relative = file->path().lexically_relative(folder).string();
    if (::fnmatch(pattern.c_str(), relative.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0) found.push_back(file->path());
  }
  std::ranges::sort(found);
  return found;
}

} // namespace tandem::tool
