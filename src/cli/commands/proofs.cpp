// tandem proofs: every proof harness below a folder. What a proof is and how they are run is in src/proofs; here are
// the options, what is shown while they run, and the table.
#include "cli/commands/all.h"

#include "base/core/input_error.h"
#include "base/core/limits.h"
#include "base/core/text_file.h"
#include "cli/common/command_line.h"
#include "cli/common/executor_options.h"
#include "cli/common/interrupt.h"
#include "cli/common/resources.h"
#include "cli/common/result_files.h"
#include "cli/common/version.h"
#include "proofs/campaign.h"
#include "proofs/new_harness.h"
#include "proofs/table.h"
#include "report/page/proofs_page.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <thread>

namespace tandem::cli::commands {
namespace {

namespace fs = std::filesystem;

struct Options {
  proofs::CampaignOptions campaign;
  proofs::NewHarness harness; // of `proofs new`
  std::string root;
  std::string store, markdown, junit, json, report;
  std::string command; // as the user gave it
  ResourceMeter meter;
  bool quiet = false;
};

// Results as they come, and now and then what is still running and for how long.
class LiveView {
public:
  explicit LiveView(bool quiet) : quiet_(quiet) {}

  void started(const proofs::Running& running) { running_.push_back(running); }

  void ended(const proofs::Result& result) {
    std::erase_if(running_, [&](const proofs::Running& one) { return one.proof == result.proof; });
    clear();
    if (!quiet_)
      fmt::print(stderr, "{:10} {:7.2f} s  {}{}\n", proofs::name(result.verdict), result.cpu, result.proof,
                 result.is_known ? " (unchanged)" : "");
  }

  void tick() {
    if (quiet_ || running_.empty()) return;
    const auto now = std::chrono::steady_clock::now();
    std::string line = "running:";
    for (const proofs::Running& one : running_)
      line += fmt::format(" {} ({} s)", one.proof,
                          std::chrono::duration_cast<std::chrono::seconds>(now - one.since).count());
    if (is_terminal_) {
      fmt::print(stderr, "\r\x1b[K{}", line.substr(0, 110));
      std::fflush(stderr);
      is_drawn_ = true;
    } else if (now - last_ > std::chrono::seconds(10)) {
      fmt::print(stderr, "{}\n", line);
      last_ = now;
    }
  }

  void clear() {
    if (is_drawn_) fmt::print(stderr, "\r\x1b[K");
    is_drawn_ = false;
  }

private:
  bool quiet_, is_drawn_ = false;
  bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
  std::vector<proofs::Running> running_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

ExitCode code_of(const std::vector<proofs::Result>& results) {
  const auto has = [&](proofs::Verdict verdict) {
    return std::ranges::find(results, verdict, &proofs::Result::verdict) != results.end();
  };
  if (has(proofs::Verdict::False)) return ExitCode::Reached;
  if (has(proofs::Verdict::Unreadable)) return ExitCode::BadInput;
  return has(proofs::Verdict::Unknown) ? ExitCode::Undecided : ExitCode::Done;
}

// Another build of tandem may decide otherwise.
std::string identity(const std::filesystem::path& program) {
  const auto written = std::filesystem::last_write_time(program).time_since_epoch().count();
  return fmt::format("{} {} {}", TANDEM_VERSION, std::filesystem::file_size(program), written);
}

std::vector<proofs::Result> watched_run(proofs::CampaignOptions options, bool quiet) {
  LiveView view(quiet);
  std::mutex mutex;
  const proofs::CampaignEvents events{[&](const proofs::Running& running) {
                                        const std::lock_guard lock(mutex);
                                        view.started(running);
                                      },
                                      [&](const proofs::Result& result) {
                                        const std::lock_guard lock(mutex);
                                        view.ended(result);
                                      }};
  std::stop_source stop;
  options.stop = stop.get_token();
  const std::jthread watch([&](const std::stop_token& over) {
    while (!over.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      if (InterruptGuard::interrupted()) stop.request_stop();
      const std::lock_guard lock(mutex);
      view.tick();
    }
  });
  std::vector<proofs::Result> results = proofs::run_campaign(options, events);
  const std::lock_guard lock(mutex);
  view.clear();
  return results;
}

// A command of its own, which shares the name.
void declare_new(CLI::App& app, proofs::NewHarness& harness) {
  CLI::App* command =
      app.add_subcommand("new", "write a harness for a function: a folder with harness.c and proof.yml");
  command->add_option("FUNCTION", harness.function, "the function to be called with any arguments")->required();
  command->add_option("FILE", harness.files, "the C file that defines it, and those with functions that it calls")
      ->required();
  command->add_option("--out", harness.folder, "the folder to be made; default: proofs/FUNCTION")->type_name("FOLDER");
  command->add_option("-I", harness.include_folders, "look for headers in this folder")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  command->add_option("-D", harness.defines, "define a macro")->type_name("NAME[=VALUE]")->allow_extra_args(false);
}

ExitCode run_new(const proofs::NewHarness& harness) {
  const std::filesystem::path folder = proofs::write_harness(harness);
  fmt::print("{0}/harness.c and {0}/proof.yml written; run it with: tandem proofs {0}\n", folder.string());
  return ExitCode::Done;
}

ExitCode run(Options options) {
  if (options.root.empty()) throw UsageError("DIR is required, or new FUNCTION FILE");
  proofs::CampaignOptions& campaign = options.campaign;
  campaign.root = fs::absolute(options.root).lexically_normal();
  campaign.tandem = std::filesystem::read_symlink("/proc/self/exe");
  campaign.identity = identity(campaign.tandem);
  campaign.store = options.store.empty() ? campaign.root / ".tandem-proofs" : std::filesystem::path(options.store);
  (void)parse_duration(campaign.cpu);
  const InterruptGuard guard;
  const std::vector<proofs::Result> results = watched_run(campaign, options.quiet);
  if (InterruptGuard::interrupted()) {
    fmt::print("{}\nInterrupted; started again, it goes on with what is left.\n", proofs::summary(results));
    return ExitCode::Interrupted;
  }
  if (results.empty())
    throw InputError(TextPosition{options.root},
                     "has no proofs, expected folders with a proof.yml, or with a Makefile that sets HARNESS_ENTRY");
  fmt::print("{}{}{}{}\n", proofs::text_table(results), proofs::way_to_an_error(results),
             proofs::assumptions_text(results), proofs::summary(results));
  if (!options.markdown.empty()) write_text_file(options.markdown, proofs::markdown_table(results));
  if (!options.junit.empty()) write_text_file(options.junit, proofs::junit(results));
  if (!options.json.empty()) write_text_file(options.json, proofs::json(results));
  if (!options.report.empty()) {
    const Resources used = options.meter.measured();
    write_text_file(options.report, report::page::html(report::page::proofs_page({.results = results,
                                                                                  .root = options.root,
                                                                                  .command = options.command,
                                                                                  .version = version_with_commit(),
                                                                                  .wall_seconds = used.wall_seconds,
                                                                                  .cpu_seconds = used.cpu_seconds})));
  }
  return code_of(results);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  proofs::CampaignOptions& campaign = options->campaign;
  app.add_option("DIR", options->root, "folder with proofs, at any depth")->type_name("");
  add_executor_options(app, campaign.executor, "proofs");
  app.add_option("--cpu", campaign.cpu, "limit on the CPU time of each proof")->capture_default_str();
  app.add_option("--memory", campaign.memory, "limit on the memory of each proof, like 4GB");
  app.add_option("--only", campaign.only, "only proofs with one of these in their name")
      ->delimiter(',')
      ->type_name("TEXT,...");
  app.add_flag("--assertions-only", campaign.assertions_only, "without the checks that the proofs ask for");
  app.add_flag("--fresh", campaign.fresh, "run everything again, also what did not change");
  app.add_option("--store", options->store, "where results are kept; default: DIR/.tandem-proofs")->type_name("FOLDER");
  app.add_option("--markdown", options->markdown, "write the table to this file, as Markdown");
  app.add_option("--junit", options->junit, "write the results to this file, as JUnit XML");
  app.add_option("--json", options->json, "write the results to this file, as JSON; - is standard output");
  app.add_option("--report", options->report,
                 "write a page for a browser to this file (.html): all proofs, each with its targets, its command and "
                 "what it rests on")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", options->quiet, "no progress");
  declare_new(app, options->harness);
  return [options, &app] {
    if (app.got_subcommand("new")) return run_new(options->harness);
    options->command = command_line(app);
    return with_output_file(options->json, [&] { return run(*options); });
  };
}

} // namespace

const Command proofs_command{
    .name = "proofs",
    .summary = "run all proof harnesses below a folder",
    .details =
        "A proof is a folder with a proof.yml, or with a Makefile in the style of CBMC's starter kit, of which the "
        "variables are read: neither make nor a shell is run. Results are kept: only proofs of which a file or "
        "an option changed are run again. The exit code is 0 if all are TRUE, 10 if one is FALSE, else 65 if one "
        "cannot be read, else 20.",
    .examples = {{"tandem proofs test/cbmc/proofs --jobs 4", "all proofs of a project, four at a time"},
                 {"tandem proofs proofs --only parse --markdown table.md",
                  "some of them, with a table for a pull request"},
                 {"tandem proofs new parse src/parse.c src/scan.c -I include",
                  "a harness for a function of the first file, to begin with"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
