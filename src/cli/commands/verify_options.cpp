#include "cli/commands/verify_options.h"

#include "cli/common/executor_options.h"
#include "cli/common/option_table.h"
#include "engines/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tandem::cli::commands {

namespace {

std::vector<std::string> check_names() {
  std::vector<std::string> result;
  for (const CheckDescription& each : all_checks()) result.push_back(fmt::format("{} ({})", each.name, each.summary));
  result.push_back("all");
  return result;
}

void add_target_options(CLI::App& app, VerifyOptions& options) {
  app.add_flag("--stop-on-first", options.stop_on_first,
               "end when one target is reached; default with --property, which asks for one verdict");
  app.add_flag("--all-targets", options.all_targets,
               "decide every target within the limits, also with --property; default: the others get some more time "
               "once one is reached")
      ->excludes("--stop-on-first");
  app.add_option("--target", options.targets, "decide only these targets; the table of a run names them")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("ID,...");
}

} // namespace

void add_verify_options(CLI::App& app, VerifyOptions& options) {
  add_program_options(app, options.program);
  app.add_option("--property", options.property, "property file (.prp); default: no error call, no failing assert");
  app.add_option(
         "--check", options.checks,
         fmt::format("undefined and unwanted behaviour that is an error, too: {}", fmt::join(check_names(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("NAME,...");
  app.add_option(
      "--engine", options.engine,
      fmt::format("one of {}; default: the strategy '{}'", fmt::join(engines::engine_names(), ", "), default_verifier));
  app.add_option("--strategy", options.strategy, "several engines and tools together; 'tandem strategies' lists them")
      ->type_name("NAME|FILE.yml");
  app.add_option("--with", options.with, "an external tool ('tandem tools'), or the partners of the strategy")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("NAME,...");
  app.add_option(
         "--reduce", options.engine_options.reduce,
         "how external tools get what a condition leaves open: auto, unfold, fold, identity; slice: engines and "
         "tools get the program without what no error depends on; inductive-loops: and with its loops made inductive")
      ->check(CLI::IsMember({"auto", "unfold", "fold", "slice", "inductive-loops", "identity"}));
  add_executor_options(app, options.executor, "partners of a strategy, or parts that `split` makes,");
  app.add_flag("--no-exchange", options.no_exchange,
               "partners of a strategy that work at the same time learn nothing of each other, for comparison");
  app.add_option("--resume", options.resume,
                 "go on from the artifacts of a strategy that was ended: what it verified is not done again")
      ->type_name("FOLDER")
      ->excludes("--engine");
  add_option(app, engines::artifacts_option, options.engine_options);
  add_option(app, engines::solver_option, options.engine_options);
  add_target_options(app, options);
  app.add_option("--condition", options.conditions, "what is verified already (.gia) need not be looked at again")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--condition-out", options.condition_out,
                 "write what is verified now to this file (.gia), also while running and whatever ends the run");
  add_part_options(app, options.parts);
  add_options(app, analysis::reach::exploration_options, options.engine_options.limits);
  add_options(app, task::limit_options, options.limits);
  add_result_file_options(app, options.files);
  app.add_option("--witness", options.witness,
                 "write a witness to this file: after FALSE of the violation, after TRUE of the proof");
  app.add_option("--witness-format", options.witness_format, "2.0 or 2.1 (YAML), 1.0 (GraphML, for older validators)")
      ->check(CLI::IsMember({"2.0", "2.1", "1.0"}))
      ->capture_default_str();
  app.add_option(
      "--tests", options.engine_options.tests,
      "after FALSE, write a Test-Comp suite with the failing test to this folder; of testers also their other tests");
  app.add_option("--outcome", options.outcome, "write the outcome to this file for another process of tandem")
      ->type_name("FILE");
  app.add_option("--harness", options.harness,
                 "after FALSE, write a C file that reproduces the error when compiled in");
  add_verbosity_options(app, options.verbosity);
}

} // namespace tandem::cli::commands
