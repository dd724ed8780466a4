// gcov's counters stay in the sandbox's own file system, so that the server sends the files at the end, and they are
// written beside the compiler's notes, where gcov looks for them.

#include "testing/compiled/served_program.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "base/process/sandbox.h"
#include "testing/compiled/counted_program.h"
#include "testing/compiled/served_build.h"

#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <cstring>

namespace tandem::testing::compiled {

namespace fs = std::filesystem;

namespace {

struct Words {
  std::string_view rest;

  std::string_view next() {
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    return word;
  }
  int number() {
    const std::string_view word = next();
    int result = 0;
    std::from_chars(word.data(), word.data() + word.size(), result);
    return result;
  }
  bool empty() {
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
    return rest.empty();
  }
};

ServedRun parse_run(Words words) {
  ServedRun run;
  const bool is_signal = words.next() == "s";
  run.code = words.number();
  if (!is_signal && run.code > 128 && run.code < 128 + 32) run.code -= 128, run.end = ServedRun::End::Signalled;
  if (is_signal) run.end = ServedRun::End::Signalled;
  if (run.end == ServedRun::End::Signalled && run.code == SIGALRM) run.end = ServedRun::End::TimeLimit;
  if (run.end == ServedRun::End::Exited && run.code == task::inputs_exhausted_code)
    run.end = ServedRun::End::InputsExhausted;
  if (run.end == ServedRun::End::Exited && run.code == task::assumption_failed_code)
    run.end = ServedRun::End::AssumptionFailed;
  if (run.end == ServedRun::End::Exited && run.code == task::error_reached_code) run.end = ServedRun::End::ErrorReached;
  while (!words.empty()) run.edges.push_back(static_cast<std::uint32_t>(words.number()));
  return run;
}

std::string from_hexadecimal(std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1]));
  return bytes;
}

// Preprocessed text with its line markers blanked, since positions of goals are those in the file as it is. Other files
// are left where they are.
std::string with_physical_lines(const std::string& file, const fs::path& copy) {
  if (!file.ends_with(".i")) return file;
  std::string text = read_text_file(file);
  for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1)
    if (text.compare(at, 2, "# ") == 0)
      for (std::size_t i = at; i < text.size() && text[i] != '\n'; ++i) text[i] = ' ';
  write_text_file(copy, text);
  return copy.string();
}

// Branches are counted as they are without optimisation; inline assembly may need it to be compiled at all.
void compile_unoptimised(std::vector<std::string> words) {
  std::vector<std::string> plain = words;
  plain.push_back("-O0");
  try {
    compile(gcc(), std::move(plain));
  } catch (const InputError&) {
    compile(gcc(), std::move(words));
  }
}

fs::path counter_file(const fs::path& folder, std::size_t number, const char* ending) {
  return folder / fmt::format("counters-{:03}.{}", number, ending);
}

} // namespace

std::string ServedRun::text() const {
  switch (end) {
  case End::Exited: return fmt::format("ended with exit code {}", code);
  case End::InputsExhausted: return "asked for more inputs than the test has";
  case End::AssumptionFailed: return "violated an assumption";
  case End::ErrorReached: return "failed an assertion";
  case End::Signalled: return fmt::format("was ended by signal {} ({})", code, ::strsignal(code));
  case End::TimeLimit: return "did not end within its time limit";
  }
  unreachable();
}

ServedProgram::ServedProgram(const Program& program, ServedOptions options)
    : program_(program), options_(std::move(options)) {
  require_sandbox();
  if (options_.instrumentation == Instrumentation::Edges)
    compile_edges();
  else
    compile_gcov();
  let_others_run(folder_.path() / "program");
}

void ServedProgram::compile_edges() {
  const Program counted = with_counters(program_, Counted::Edges);
  compile_written(counted, serving_harness(counted, options_.compiler_args), "runtime.c", folder_.path());
}

void ServedProgram::compile_gcov() {
  task::Harness harness = serving_harness(program_, options_.compiler_args);
  std::vector<std::string> objects;
  for (const std::string& original : harness.files) {
    const std::string file = with_physical_lines(original, folder_.path() / fmt::format("source-{}.i", counters_));
    const fs::path object = counter_file(folder_.path(), counters_++, "o");
    std::vector<std::string> words = harness.options;
    words.insert(words.end(), {"--coverage", "-c", file, "-o", object.string()});
    compile_unoptimised(std::move(words));
    objects.push_back(object.string());
  }
  write_text_file(folder_.path() / "harness.c", harness.text);
  harness.files = {runtime_file("runtime.c").string()};
  harness.options.insert(harness.options.end(), objects.begin(), objects.end());
  // Nothing but the server asks for the dump, and it only if it is there.
  harness.options.insert(harness.options.end(), {"-Wl,-u,__gcov_dump", "-lgcov"});
  compile(gcc(),
          harness.compiler_words((folder_.path() / "program").string(), (folder_.path() / "harness.c").string()));
}

ServedResult ServedProgram::run(std::span<const Values> tests) {
  std::string input =
      fmt::format("limit {} edges {} counters {}\n", options_.test_limit.count(), program_.edges().size(), counters_);
  for (const Values& test : tests) {
    input += fmt::format("t {}", test.size());
    for (const UInt128 value : test)
      input += fmt::format(" {:x}:{:x}", static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64));
    input += '\n';
  }
  const process::ProcessResult made = process::run_sandboxed({.program = folder_.path() / "program",
                                                              .input = std::move(input),
                                                              .wall_limit = options_.limit,
                                                              .cpu_limit = options_.limit,
                                                              .memory_limit = options_.memory_limit,
                                                              .output_limit = std::uint64_t{1} << 30,
                                                              .process_limit = 64});
  ServedResult result;
  for (std::size_t at = 0; at < made.output.size();) {
    const std::size_t end = std::min(made.output.find('\n', at), made.output.size());
    Words words{std::string_view(made.output).substr(at, end - at)};
    const std::string_view kind = words.next();
    if (kind == "T") result.runs.push_back(parse_run(words));
    if (kind == "G") {
      const auto number = static_cast<std::size_t>(words.number());
      write_text_file(counter_file(folder_.path(), number, "gcda"), from_hexadecimal(words.next()));
    }
    at = end + 1;
  }
  if (result.runs.size() < tests.size())
    result.problem = fmt::format("{} of {} tests were not run: {}", tests.size() - result.runs.size(), tests.size(),
                                 made.end == process::ProcessResult::End::TimedOut ||
                                         made.end == process::ProcessResult::End::CpuTimedOut
                                     ? "the limit on the time of all tests was reached"
                                     : "the program's server ended early");
  return result;
}

std::vector<std::string> ServedProgram::gcov_reports() const {
  std::vector<std::string> reports;
  for (std::size_t i = 0; i < counters_; ++i) {
    const process::ProcessResult result =
        process::run_process({.words = {"gcov", "--json-format", "--branch-counts", "--branch-probabilities",
                                        "--stdout", counter_file(folder_.path(), i, "gcno").string()},
                              .wall_limit = std::chrono::milliseconds(60'000),
                              .folder = folder_.path()});
    if (!result.succeeded()) throw InputError("gcov: " + result.errors.substr(0, result.errors.find('\n')));
    reports.push_back(result.output);
  }
  return reports;
}

} // namespace tandem::testing::compiled
