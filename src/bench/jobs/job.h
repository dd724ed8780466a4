// A job: a command with limits, that any worker on any machine with the same files can run; and what came of it. Jobs
// are named by their content, so that a result is never taken for that of something else.
#pragma once

#include "bench/jobs/limited_run.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tandem::bench {

// A line of the output that is the answer: the last line that matches any of a job's patterns counts.
struct AnswerPattern {
  std::string pattern; // a regular expression for the beginning of the line
  std::string answer;  // with $1 for its first group
};

struct Job {
  std::string key;                // of what it is; a file name
  std::vector<std::string> words; // {out} stands for a folder for files that are to be kept
  RunLimits limits;
  std::vector<AnswerPattern> answers;
  // Jobs of a group are not needed any more once one of them gives this answer.
  std::string group, deciding_answer;
};

struct JobResult {
  std::string key;
  LimitedRun run;
  std::string answer;                // empty: none of the patterns matched
  std::string line;                  // that was the answer
  std::string host, worker, started; // the start as in timestamp()
  std::string log;                   // relative to the folder of the jobs
  std::vector<std::string> files;    // that the run left to be kept, likewise
};

nlohmann::json to_json(const Job& job);
Job job_from_json(const nlohmann::json& json);
nlohmann::json to_json(const JobResult& result);
JobResult result_from_json(const nlohmann::json& json);

// "cputime"
std::string_view name(LimitedRun::End end);

// The answer in a run's output.
void read_answer(const Job& job, std::string_view output, JobResult& result);

} // namespace tandem::bench
