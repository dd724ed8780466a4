// A campaign: tools, tasks and limits, and the jobs that follow from them: each tool on each task, as often as asked
// for, in random order. What a campaign is stands in campaign.json beside the results.
#pragma once

#include "bench/jobs/job.h"
#include "bench/tasks/task_set.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::bench {

// A command that is run on every task, with placeholders for what depends on the task: {file} {files} {property} {prp}
// {property-options} {model} {model-options} {bits} {cpu} {own-cpu} {wall} {memory} {task} {out}.
struct BenchTool {
  std::string name; // short: the head of a column
  std::vector<std::string> words;
  std::vector<AnswerPattern> answers;
  std::string version;  // as the tool prints it
  std::string identity; // changes when the tool does, such as a hash of its program
};

// One run of a campaign.
struct PlannedRun {
  std::size_t tool = 0, task = 0;
  unsigned repetition = 0; // from 0
  Job job;                 // of a campaign that was read: its key alone
};

struct Machine {
  std::string system, processor;
  unsigned cores = 0;
  std::uint64_t memory = 0; // bytes
};
Machine this_machine();
std::string text(const Machine& machine); // in a line

struct Campaign {
  std::string name;
  std::vector<BenchTool> tools;
  std::vector<BenchTask> tasks;
  RunLimits limits;
  unsigned repeat = 1;
  std::uint64_t seed = 0;
  std::string command, began, version; // for people who read the results
  Machine machine;
  std::vector<PlannedRun> runs; // in the order in which they are begun
};

// Fills `runs`: every repetition has an order of its own, drawn from the seed.
void plan(Campaign& campaign);

void write_campaign(const std::filesystem::path& file, const Campaign& campaign);
Campaign read_campaign(const std::filesystem::path& file);

// Verdicts as tandem prints them: "Result: FALSE (unreach-call)".
std::vector<AnswerPattern> default_answers();

// Words of a command line, with quotes and backslashes as in a shell; nothing else is special.
std::vector<std::string> split_words(const std::string& command);

} // namespace tandem::bench
