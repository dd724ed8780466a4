#include "cli/common/result_files.h"

#include "base/core/input_error.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "cli/common/command_line.h"
#include "cli/common/version.h"
#include "cli/common/writable.h"
#include "report/machine/annotations.h"
#include "report/machine/json_document.h"
#include "report/machine/junit.h"
#include "report/machine/sarif.h"
#include "report/page/verdict_page.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace tandem::cli {

namespace {

constexpr std::string_view standard_output = "-";

// While it lives, standard output is standard error, and `number` is the real one.
class ClaimedStandardOutput {
public:
  ClaimedStandardOutput() : real_(::dup(STDOUT_FILENO)) { redirect(STDERR_FILENO); }
  ClaimedStandardOutput(const ClaimedStandardOutput&) = delete;
  ClaimedStandardOutput& operator=(const ClaimedStandardOutput&) = delete;
  ~ClaimedStandardOutput() {
    redirect(real_);
    ::close(real_);
  }

  int number() const { return real_; }

private:
  static void redirect(int to) {
    std::fflush(stdout);
    ::dup2(to, STDOUT_FILENO);
  }
  int real_;
};

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw InputError("cannot write to standard output");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void write_result(const ResultFiles& files, const std::string& path, std::string_view text) {
  if (path == standard_output)
    write_all(files.standard_output, text);
  else
    write_text_file(path, text);
}

std::string json_text(const nlohmann::json& document) {
  return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void write_error(const ResultFiles& files, const std::string& message, const TextPosition& position, ExitCode code) {
  if (files.json.empty()) return;
  const int number = static_cast<int>(code);
  write_result(files, files.json, json_text(report::machine::error_document(message, position, files.command, number)));
}

ExitCode run_action(const ResultFiles& files, const Action& action) {
  try {
    // What cannot be written is better said before an hour's work than after it.
    for (const std::string* path : {&files.json, &files.report, &files.sarif, &files.junit})
      if (!path->empty() && *path != standard_output) require_writable(*path);
    return action();
  } catch (const InputError& error) {
    write_error(files, error.what(), error.position(), ExitCode::BadInput);
    throw;
  } catch (const UsageError& error) {
    write_error(files, error.what(), {}, ExitCode::WrongUsage);
    throw;
  }
}

} // namespace

void add_result_file_options(CLI::App& app, ResultFiles& files) {
  app.add_option("--json", files.json,
                 "write the outcome to this file, as JSON (docs/formats/outcome.md); - is "
                 "standard output, here and below")
      ->type_name("FILE");
  app.add_option("--report", files.report,
                 "write a page for a browser to this file (.html): the source with what is verified, open and reached, "
                 "the way to the error, what each partner did")
      ->type_name("FILE");
  app.add_option("--sarif", files.sarif, "write the errors to this file, as SARIF 2.1 for code scanning and editors")
      ->type_name("FILE");
  app.add_option("--junit", files.junit, "write one test result for each target to this file, as JUnit's XML")
      ->type_name("FILE");
  app.add_option(
         "--annotations", files.annotations,
         "print errors to standard error, one line each, for what shows them beside the source: lines (as compilers "
         "print them), github (workflow commands)")
      ->check(CLI::IsMember({"lines", "github"}));
}

ExitCode with_result_files(ResultFiles& files, const CLI::App& app, const Action& action) {
  files.command = command_line(app);
  const std::array wanted{&files.json, &files.report, &files.sarif, &files.junit};
  const auto is_claimed = [](const std::string* path) { return *path == standard_output; };
  const auto claims = std::ranges::count_if(wanted, is_claimed);
  if (claims > 1) throw UsageError("only one file can be standard output (-)");
  if (claims == 0) return run_action(files, action);
  const ClaimedStandardOutput output;
  files.standard_output = output.number();
  return run_action(files, action);
}

ExitCode with_output_file(std::string& file, const Action& action) {
  if (file != standard_output) return action();
  const TempDir folder("output");
  file = (folder.path() / "output").string();
  const ClaimedStandardOutput output;
  const ExitCode code = action();
  if (std::filesystem::exists(file)) write_all(output.number(), read_text_file(file));
  return code;
}

void write_result_files(const ResultFiles& files, report::VerdictReport report, Additions additions) {
  const Resources used = files.meter.measured();
  report.command = files.command;
  report.version = TANDEM_VERSION;
  report.build = version_with_commit();
  report.wall_seconds = used.wall_seconds;
  report.cpu_seconds = used.cpu_seconds;
  report.peak_memory = static_cast<double>(used.peak_memory);
  if (!files.json.empty()) {
    nlohmann::json document = report::machine::json_document(report);
    if (additions.json.is_object()) document.update(additions.json);
    write_result(files, files.json, json_text(document));
  }
  if (!files.sarif.empty()) write_result(files, files.sarif, report::machine::sarif(report));
  if (!files.junit.empty())
    write_result(files, files.junit, report::machine::junit({report::machine::junit_suite(report)}));
  if (!files.annotations.empty()) {
    const auto style = files.annotations == "github" ? report::machine::AnnotationStyle::GitHub
                                                     : report::machine::AnnotationStyle::Lines;
    fmt::print(stderr, "{}", report::machine::annotations(report, style));
  }
  if (files.report.empty()) return;
  report::page::Page page = report::page::verdict_page(report);
  std::ranges::move(additions.sections, std::back_inserter(page.sections));
  write_result(files, files.report, report::page::html(page));
}

} // namespace tandem::cli
