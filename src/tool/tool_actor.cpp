// One run of a tool on a task: the program is written to a file with its stubs, and the commands run one after the
// other, repeatedly with increasing parameter values if the definition has any, until one of them gives an answer. TRUE
// depends on the tool, which the outcome says; FALSE is reported only if the program, run on the tool's inputs, reaches
// the error.

#include "tool/tool_actor.h"

#include "base/core/input_error.h"
#include "base/core/shell_words.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process.h"
#include "program/model/target.h"
#include "task/testcase.h"
#include "tool/given_program.h"
#include "tool/left_invariants.h"
#include "tool/placeholders.h"
#include "tool/program_text.h"
#include "tool/reading.h"
#include "tool/told_invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace tandem::tool {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using task::Outcome;
using task::Verdict;

// Output beyond this is dropped; a tool cannot fill the disk.
constexpr std::uint64_t log_limit = 64'000'000;
constexpr std::size_t most_tests = 200; // the last ones, which build on those before
// The tool's limits end this long before the actor's, so that it can still report its result.
constexpr milliseconds reporting_reserve{400};
constexpr milliseconds replay_limit{10'000};
// The share of the time that a run after the inductive loop transformation gets at most.
constexpr int inductive_time_divisor = 3;
// A smaller limit would only make the tool fail.
constexpr milliseconds least{100};

// Forwards the monitor's request to stop to a running process.
class Stopper {
public:
  explicit Stopper(task::Monitor& monitor)
      : thread_([this, &monitor](const std::stop_token& over) {
          while (!over.stop_requested() && !source_.stop_requested()) {
            if (monitor.should_stop()) source_.request_stop();
            std::this_thread::sleep_for(milliseconds(20));
          }
        }) {}
  std::stop_token token() const { return source_.get_token(); }

private:
  std::stop_source source_;
  std::jthread thread_;
};

class ToolRun {
public:
  ToolRun(const Definition& definition, const ToolOptions& options, const task::Task& task, ToldInvariants& known,
          task::Monitor& monitor)
      : definition_(definition), options_(options), task_(task), known_(known), monitor_(monitor),
        folder_(options.artifacts.empty() ? temporary_.path() : options.artifacts) {}

  Outcome run();

private:
  bool prepare();
  Fillings fillings(const std::string& parameter_value) const;
  std::vector<std::string> command_words(const std::vector<std::string>& words, const Fillings& fillings) const;
  Reading execute(const CommandRule& command, const Fillings& fillings, const std::string& parameter_value);
  process::ProcessCommand process(std::vector<std::string> words) const;
  std::optional<milliseconds> left(const std::optional<milliseconds>& limit, milliseconds used) const;
  milliseconds wall_used() const { return std::chrono::duration_cast<milliseconds>(Clock::now() - start_); }

  std::vector<std::vector<task::GivenInput>> alarms(const Fillings& fillings);
  std::vector<std::vector<task::GivenInput>> inputs_of(const std::string& files, const Fillings& fillings);
  task::Counterexample replay(const std::vector<task::GivenInput>& inputs);
  std::string write_tests(const Fillings& fillings);
  Outcome conclude(const Reading& reading, const Fillings& fillings);
  Outcome proved(const std::string& what);
  Outcome check_alarm(const Fillings& fillings);
  Outcome finish(Outcome outcome, const std::string& what);

  const Definition& definition_;
  const ToolOptions& options_;
  const task::Task& task_;
  ToldInvariants& known_;
  task::Monitor& monitor_;
  TempDir temporary_{"tool"};
  std::filesystem::path folder_;
  std::filesystem::path last_log_;
  GivenProgram given_;
  std::vector<std::string> assumptions_;
  std::vector<std::string> commands_;
  std::optional<std::uint32_t> lines_before_; // the user's text, if the tool was given that
  Clock::time_point start_ = Clock::now();
  milliseconds cpu_used_{0};
  std::size_t printed_ = 0; // tests converted by InputsRule::command
};

// False: there is nothing to run.
bool ToolRun::prepare() {
  given_ = given_program(task_, definition_, options_, known_, monitor_);
  if (!given_.refusal.empty() || (given_.residual && targets(given_.residual->program, task_.property).empty()))
    return false;
  std::filesystem::create_directories(folder_);
  const bool written = definition_.source == Source::Written || options_.source == Source::Written || given_.residual ||
                       !task_.property.checks.empty();
  const Source source = written ? Source::Written : Source::Original;
  ProgramText program = program_text(given_.program(task_), task_.property, definition_, source);
  assumptions_ = std::move(program.assumptions);
  lines_before_.reset();
  if (program.source == Source::Original) lines_before_ = program.lines_before;
  write_text_file(folder_ / "program.c", program.text);
  const std::string& property = task_.property.text;
  write_text_file(folder_ / "property.prp", (property.empty() ? unreach_call_property().text : property) + "\n");
  for (const auto& [name, text] : definition_.files) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_text_file(folder_ / name, text);
  }
  return true;
}

Fillings ToolRun::fillings(const std::string& parameter_value) const {
  const bool is_32_bit = task_.program.data_model() == DataModel::ILP32;
  const auto wall = left(task_.limits.wall, wall_used()), cpu = left(task_.limits.cpu, cpu_used_);
  const milliseconds time = std::min(wall.value_or(milliseconds(3'600'000)), cpu.value_or(milliseconds(3'600'000)));
  const std::uint64_t megabytes = task_.limits.memory.value_or(std::uint64_t{8} << 30) >> 20;
  const auto words = definition_.model_words.find(task_.program.data_model());
  Fillings result{
      {"program", {"program.c"}},
      {"property", {"property.prp"}},
      {"folder", {folder_.string()}},
      {"model", {is_32_bit ? "ILP32" : "LP64"}},
      {"bits", {is_32_bit ? "32" : "64"}},
      {"model-options", words->second},
      {"loop-options", options_.loops == Loops::Inductive ? definition_.inductive_options : std::vector<std::string>()},
      {"seconds", {std::to_string(std::max<long long>(1, time.count() / 1000))}},
      {"megabytes", {std::to_string(megabytes)}},
      {"definitions", {definition_.path.parent_path().string()}}};
  if (!definition_.parameter_name.empty()) result[definition_.parameter_name] = {parameter_value};
  return result;
}

std::optional<milliseconds> ToolRun::left(const std::optional<milliseconds>& limit, milliseconds used) const {
  if (!limit) return std::nullopt;
  return std::max(*limit - used - reporting_reserve, least);
}

std::vector<std::string> ToolRun::command_words(const std::vector<std::string>& words, const Fillings& fillings) const {
  std::vector<std::string> result = fill_words(words, fillings);
  if (const auto path = process::find_program(result.front())) result.front() = path->string();
  return result;
}

process::ProcessCommand ToolRun::process(std::vector<std::string> words) const {
  process::ProcessCommand command{.words = std::move(words)};
  command.wall_limit = left(task_.limits.wall, wall_used());
  command.cpu_limit = left(task_.limits.cpu, cpu_used_);
  command.memory_limit = task_.limits.memory;
  command.folder = folder_;
  command.output_limit = log_limit;
  return command;
}

Reading ToolRun::execute(const CommandRule& rule, const Fillings& fillings, const std::string& parameter_value) {
  process::ProcessCommand command = process(command_words(rule.words, fillings));
  commands_.push_back(shell_words(command.words));
  for (const auto& [name, value] : rule.environment) command.environment.emplace_back(name, fill_text(value, fillings));
  last_log_ = folder_ / fmt::format("log-{}.txt", commands_.size());
  command.log = last_log_;
  monitor_.progress(parameter_value.empty() ? fmt::format("runs {}", rule.words.front())
                                            : fmt::format("{} {}", definition_.parameter_name, parameter_value));
  const Stopper stopper(monitor_);
  command.stop = stopper.token();
  const process::ProcessResult result = process::run_process(command);
  cpu_used_ += result.cpu_time;
  return read_run(rule, result, last_log_, folder_);
}

Outcome ToolRun::run() {
  if (task_.program.entry().name() != "main")
    return finish(
        task::unknown(fmt::format("the program starts in {}, and tools start in main", task_.program.entry().name())),
        "");
  if (!definition_.model_words.contains(task_.program.data_model()))
    return finish(task::unknown("does not know this data model"), "");
  for (const std::string& program : definition_.needs)
    if (!process::find_program(program))
      return finish(task::unknown(fmt::format("is not installed ({} is not on the PATH)", program)), "");
  known_.listen(task_, monitor_);
  if (!prepare())
    return given_.refusal.empty() ? proved("nothing was left open")
                                  : finish(task::unknown("was not run: " + given_.refusal), "");
  const std::vector<std::string> parameter_values =
      definition_.parameter_values.empty() ? std::vector<std::string>{""} : definition_.parameter_values;
  for (const std::string& parameter_value : parameter_values) {
    if (known_.listen(task_, monitor_)) prepare(); // what was refused or left open does not change by it
    const Fillings filled = fillings(parameter_value);
    for (const CommandRule& command : definition_.commands) {
      const Reading reading = execute(command, filled, parameter_value);
      if (reading.says != Says::Next) return conclude(reading, filled);
      if (monitor_.should_stop()) return finish(task::unknown("reached the time limit"), parameter_value);
    }
  }
  return finish(
      task::unknown(definition_.parameter_values.empty()
                        ? "gave no answer"
                        : fmt::format("is undecided at {} {}", definition_.parameter_name, parameter_values.back())),
      "");
}

Outcome ToolRun::conclude(const Reading& reading, const Fillings& fillings) {
  if (reading.says == Says::False) return check_alarm(fillings);
  if (reading.says != Says::True) {
    return finish(task::unknown(reading.reason + write_tests(fillings)), "");
  }
  if (definition_.kind == Kind::Tester) return finish(task::unknown("is a tester and cannot prove anything"), "");
  assumptions_.push_back(fmt::format("the proof is {}'s word", definition_.name));
  return proved("proved that no error is reached");
}

Outcome ToolRun::proved(const std::string& what) {
  Outcome outcome;
  outcome.verdict = Verdict::True;
  outcome.assumptions = assumptions_;
  outcome.rests_on_condition = given_.rests_on_condition;
  if (given_.rests_on_condition) {
    const std::string& producer = task_.condition->header().producer;
    outcome.assumptions.push_back(producer.empty() ? "the given condition holds, with its invariants"
                                                   : fmt::format("the condition of {} holds", producer));
  }
  if (given_.has_told_invariants) (known_.are_proved() ? outcome.learnt_from : outcome.trusts) = known_.partners();
  return finish(std::move(outcome), what);
}

std::vector<std::vector<task::GivenInput>> ToolRun::alarms(const Fillings& fillings) {
  if (!definition_.inputs) return {{}};
  const InputsRule& rule = *definition_.inputs;
  if (rule.files.empty()) return {inputs_in(rule, last_log_)};
  return inputs_of(rule.files, fillings);
}

// One execution for each file.
std::vector<std::vector<task::GivenInput>> ToolRun::inputs_of(const std::string& files, const Fillings& fillings) {
  const InputsRule& rule = *definition_.inputs;
  std::vector<std::vector<task::GivenInput>> result;
  std::vector<std::filesystem::path> found = matching_files(folder_, files);
  if (found.size() > most_tests) found.erase(found.begin(), found.end() - most_tests);
  for (const std::filesystem::path& file : found) {
    if (monitor_.should_stop()) break;
    if (rule.command.empty()) {
      result.push_back(inputs_in(rule, file));
      continue;
    }
    Fillings with_file = fillings;
    with_file["file"] = {file.string()};
    process::ProcessCommand command = process(command_words(rule.command, with_file));
    command.log = folder_ / fmt::format("test-{}.txt", ++printed_);
    command.wall_limit = milliseconds(10'000);
    std::error_code problem;
    if (std::filesystem::file_size(file, problem) < log_limit && !problem) command.input = read_text_file(file);
    process::run_process(command);
    result.push_back(inputs_in(rule, *command.log));
  }
  return result;
}

task::Counterexample ToolRun::replay(const std::vector<task::GivenInput>& inputs) {
  // The inductive loop transformation causes spurious alarms, whose replays must not use up the remaining time.
  const milliseconds limit =
      options_.loops == Loops::Inductive ? left(task_.limits.cpu, cpu_used_).value_or(replay_limit) / 2 : replay_limit;
  return options_.replay(task_.program, given_.is_other ? &*given_.residual : nullptr, inputs,
                         std::min(limit, replay_limit));
}

// Writes the tester's own tests, with the inputs as the original program asks for them. Returns a remark about them.
std::string ToolRun::write_tests(const Fillings& fillings) {
  if (options_.tests.empty() || !definition_.inputs || definition_.inputs->tests.empty() || !options_.replay) return "";
  std::vector<std::string> cases;
  for (const std::vector<task::GivenInput>& inputs : inputs_of(definition_.inputs->tests, fillings)) {
    if (monitor_.should_stop()) break;
    const task::Counterexample run = replay(inputs);
    std::string text = task::test_case_xml(task_.program, run, task::CoversError::No);
    if (std::ranges::find(cases, text) == cases.end()) cases.push_back(std::move(text));
  }
  const task::SuiteMetadata metadata{
      .producer = definition_.name,
      .specification =
          fmt::format("COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )", task_.program.entry().source_name()),
      .time = std::chrono::system_clock::now()};
  try {
    task::write_suite(options_.tests, task_.program, metadata, cases);
  } catch (const InputError& error) {
    return fmt::format("; its tests could not be kept: {}", error.what());
  }
  return fmt::format("; left {} tests", cases.size());
}

Outcome ToolRun::check_alarm(const Fillings& fillings) {
  std::string remark = "it left no test";
  for (const std::vector<task::GivenInput>& inputs : alarms(fillings)) {
    if (!options_.replay) break;
    task::Counterexample found = replay(inputs);
    if (found.confirmed == task::Confirmation::None) {
      remark = found.remark;
      continue;
    }
    Outcome outcome;
    outcome.verdict = Verdict::False;
    const std::size_t count = found.inputs.size();
    outcome.counterexample = std::move(found);
    const std::string others = write_tests(fillings);
    return finish(std::move(outcome),
                  fmt::format("found {} inputs that lead to the error; they were replayed{}", count, others));
  }
  return finish(task::unknown("says FALSE, but the program, run on its inputs, does not confirm it: " + remark), "");
}

Outcome ToolRun::finish(Outcome outcome, const std::string& what) {
  if (outcome.verdict == Verdict::Unknown) outcome.reason = definition_.name + " " + outcome.reason;
  std::string contribution = outcome.verdict == Verdict::Unknown ? outcome.reason : what;
  if (lines_before_ && !definition_.witness.empty() && outcome.verdict != Verdict::False) {
    outcome.invariants = left_invariants(task_.program, folder_, definition_.witness, *lines_before_);
    if (const std::size_t count = outcome.invariants.size(); count > 0)
      contribution += fmt::format("; left {} invariant{}", count, count == 1 ? "" : "s");
  }
  if (!given_.remark.empty()) contribution += ", " + given_.remark;
  outcome.partners.push_back({.partner = definition_.name,
                              .verdict = outcome.verdict,
                              .what = std::move(contribution),
                              .commands = commands_,
                              .wall_seconds = static_cast<double>(wall_used().count()) / 1000,
                              .cpu_seconds = static_cast<double>(cpu_used_.count()) / 1000});
  return outcome;
}

class ToolActor : public task::Actor {
public:
  ToolActor(Definition definition, ToolOptions options)
      : definition_(std::move(definition)), options_(std::move(options)) {}
  std::string name() const override { return definition_.name; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    ToldInvariants known(task, options_.prove);
    if (options_.loops != Loops::InductiveFirst) return ToolRun(definition_, options_, task, known, monitor).run();
    return run_twice(task, known, monitor);
  }

private:
  // Both runs are reported as one contribution.
  Outcome run_twice(const task::Task& task, ToldInvariants& known, task::Monitor& monitor) const {
    ToolOptions options = options_;
    options.loops = Loops::Inductive;
    options.tests.clear();
    if (!options.artifacts.empty()) options.artifacts /= "inductive-loops";
    const auto a_part = [](milliseconds limit) { return limit / inductive_time_divisor; };
    Outcome first = ToolRun(definition_, options, with_limits(task, a_part), known, monitor).run();
    if (first.verdict != Verdict::Unknown || monitor.should_stop()) return first;
    options = options_;
    options.loops = Loops::Kept;
    const task::Contribution& inductive = first.partners.front();
    const milliseconds used(static_cast<long>(1000 * std::max(inductive.cpu_seconds, inductive.wall_seconds)));
    const auto the_rest = [used](milliseconds limit) { return std::max(limit - used, least); };
    Outcome second = ToolRun(definition_, options, with_limits(task, the_rest), known, monitor).run();
    if (inductive.commands.empty()) return second; // it was not run
    task::Contribution& whole = second.partners.front();
    whole.what = inductive.what + "; then: " + whole.what;
    whole.commands.insert(whole.commands.begin(), inductive.commands.begin(), inductive.commands.end());
    whole.wall_seconds += inductive.wall_seconds;
    whole.cpu_seconds += inductive.cpu_seconds;
    return second;
  }

  template <typename Change> static task::Task with_limits(const task::Task& task, const Change& change) {
    task::Task result = task;
    for (auto* limit : {&result.limits.cpu, &result.limits.wall})
      if (*limit) **limit = change(**limit);
    return result;
  }

  Definition definition_;
  ToolOptions options_;
};

} // namespace

std::unique_ptr<task::Actor> make_tool(Definition definition, ToolOptions options) {
  return std::make_unique<ToolActor>(std::move(definition), std::move(options));
}

} // namespace tandem::tool
