// The files in which commands that end with a verdict write their result: for people a page, for other programs JSON,
// SARIF, JUnit and annotations.
#pragma once

#include "cli/common/command.h"
#include "cli/common/resources.h"
#include "report/page/page.h"
#include "report/text/verdict_report.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli {

// Files to write; empty: not wanted, "-": standard output.
struct ResultFiles {
  std::string json, report, sarif, junit;
  std::string annotations; // "lines", "github"
  std::string command;     // as the user gave it
  ResourceMeter meter;
  int standard_output = 1; // the descriptor for "-"
};

void add_result_file_options(CLI::App& app, ResultFiles& files);

// Runs the action of a command that has been parsed. If a file is "-", standard output has that file alone, and what
// the command prints goes to standard error. If the action fails on its input, the JSON file says so, too.
ExitCode with_result_files(ResultFiles& files, const CLI::App& app, const Action& action);

// Runs an action that writes the file. If it is "-", the same holds.
ExitCode with_output_file(std::string& file, const Action& action);

// What a command adds to its result.
struct Additions {
  nlohmann::json json;                         // members
  std::vector<report::page::Section> sections; // of the page
};

// The report without what `files` knows: command, version, resources.
void write_result_files(const ResultFiles& files, report::VerdictReport report, Additions additions = {});

} // namespace tandem::cli
