// What a user asks `bench` for: on the command line, or in a YAML file that can be kept and run again, such as a study.
// docs/bench.md describes the file.
#pragma once

#include "bench/jobs/limited_run.h"
#include "bench/results/campaign.h"
#include "bench/tasks/task_set.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::bench {

// A tool as users name it.
struct ToolChoice {
  std::string name;                 // the head of its column
  std::string what;                 // an engine, a strategy or an external tool; empty: `command`
  std::string tandem;               // the tandem to run it with; empty: this one
  std::vector<std::string> options; // further options of `tandem verify`
  std::vector<std::string> command; // with placeholders
  std::vector<AnswerPattern> answers;
};

// "predicate", "old=default@/opt/tandem/bin/tandem" or "cbmc=cbmc --unwind 5 {file}". InputError says what is expected.
ToolChoice read_tool_choice(const std::string& text);

struct BenchDefinition {
  std::string name;
  std::vector<std::filesystem::path> tasks;
  TaskSelection selection;
  std::vector<ToolChoice> tools;
  RunLimits limits;
  unsigned repeat = 1;
};

enum class StudyForm : std::uint8_t { Full, Short };

// Whether a YAML file is a definition rather than a task.
bool is_bench_definition(const std::filesystem::path& file);
BenchDefinition read_bench_definition(const std::filesystem::path& file, StudyForm form);

} // namespace tandem::bench
