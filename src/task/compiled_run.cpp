// An exit code alone could also be the program's own, so a reached error must in addition be announced by the harness's
// line on standard error. Compilation and execution have separate limits.

#include "task/compiled_run.h"

#include "base/core/require.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace tandem::task {

namespace fs = std::filesystem;

namespace {

using End = CompiledRun::End;

constexpr std::uint64_t kept_output = 1 << 20;
// Of the address space; the harness limits what is used.
constexpr std::uint64_t reserved_by_sanitizer = std::uint64_t{1} << 47;

std::optional<fs::path> clang() {
  for (const char* name : {"clang-19", "clang"})
    if (const auto found = process::find_program(name)) return found;
  return std::nullopt;
}

std::optional<fs::path> compiler(Sanitizer sanitizer) {
  if (sanitizer == Sanitizer::Memory) return clang();
  if (const auto found = process::find_program("gcc")) return found;
  if (const auto found = clang()) return found;
  return process::find_program("cc");
}

// The most informative line of the compiler's messages.
std::string first_error(const std::string& messages) {
  std::string first;
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = std::min(messages.find('\n', at), messages.size());
    const std::string line = messages.substr(at, end - at);
    if (line.find("error:") != std::string::npos || line.find("undefined reference") != std::string::npos) return line;
    if (first.empty()) first = line;
    at = end + 1;
  }
  return first;
}

// The builtin function of another compiler that this one takes for a function of the program's, if there is any: the
// linker warns that nothing defines it.
std::optional<std::string> missing_builtin(const std::string& messages) {
  constexpr std::string_view before = "undefined reference to `";
  const std::size_t found = messages.find(std::string(before) + "__builtin_");
  if (found == std::string::npos) return std::nullopt;
  const std::size_t begin = found + before.size();
  return messages.substr(begin, messages.find('\'', begin) - begin);
}

// Nothing if compilation succeeded, otherwise why it failed.
std::optional<CompiledRun> compile(const Harness& harness, const std::optional<fs::path>& program,
                                   const fs::path& folder, const fs::path& executable,
                                   const CompiledRunOptions& options) {
  if (!program) return CompiledRun{.end = End::NotCompiled, .reason = "there is neither gcc nor clang on the PATH"};
  const fs::path file = folder / "harness.c";
  write_text_file(file, harness.text);
  std::vector<std::string> words = harness.compiler_words(executable.string(), file.string());
  words.insert(words.begin(), program->string());
  words.push_back("-Wl,--unresolved-symbols=report-all,--warn-unresolved-symbols");
  // Old code that gcc takes, and so does the front end (frontend/parse/diagnostics.h).
  if (program->filename().string().starts_with("clang"))
    words.insert(words.begin() + 1, {"-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
                                     "-Wno-incompatible-function-pointer-types", "-Wno-return-mismatch"});
  const process::ProcessResult result = process::run_process({.words = std::move(words),
                                                              .wall_limit = options.compile_limit,
                                                              .memory_limit = options.memory_limit,
                                                              .stop = options.stop,
                                                              .environment = {{"LC_ALL", "C"}}});
  if (result.succeeded()) {
    const std::optional<std::string> missing = missing_builtin(result.errors);
    return missing ? std::optional(CompiledRun{.end = End::NotCompiled, .reason = "the compiler has no " + *missing})
                   : std::nullopt;
  }
  switch (result.end) {
  case process::ProcessResult::End::Stopped: return CompiledRun{.end = End::Stopped};
  case process::ProcessResult::End::TimedOut:
  case process::ProcessResult::End::CpuTimedOut:
    return CompiledRun{.end = End::NotCompiled, .reason = "the compiler reached its time limit"};
  case process::ProcessResult::End::OutOfMemory:
    return CompiledRun{.end = End::NotCompiled, .reason = "the compiler reached its memory limit"};
  case process::ProcessResult::End::Exited:
  case process::ProcessResult::End::Signalled:
  case process::ProcessResult::End::NotStarted:
    return CompiledRun{.end = End::NotCompiled, .reason = first_error(result.errors)};
  }
  unreachable();
}

// The line distinguishes a reached error from a program that uses the same exit code.
End end_of_exit(const process::ProcessResult& result) {
  const bool has_line = result.output_cut || result.errors.find(error_reached_line) != std::string::npos;
  if (result.code == error_reached_code && has_line) return End::ErrorReached;
  if (result.code == inputs_exhausted_code) return End::InputsExhausted;
  if (result.code == assumption_failed_code) return End::AssumptionFailed;
  if (result.code == verifier_function_code) return End::NotRun;
  return End::Exited;
}

CompiledRun described(process::ProcessResult result, const Harness& harness) {
  CompiledRun run{.code = result.code, .output = std::move(result.output)};
  switch (result.end) {
  case process::ProcessResult::End::Exited:
    run.end = end_of_exit(result);
    if (run.end == End::NotRun) run.reason = "it calls a function that only verifiers have";
    break;
  case process::ProcessResult::End::Signalled:
    run.end = harness.sanitizer == Sanitizer::Trap && result.code == SIGILL ? End::ErrorReached : End::Signalled;
    break;
  case process::ProcessResult::End::TimedOut:
  case process::ProcessResult::End::CpuTimedOut: run.end = End::TimeLimit; break;
  case process::ProcessResult::End::OutOfMemory: run.end = End::MemoryLimit; break;
  case process::ProcessResult::End::Stopped: run.end = End::Stopped; break;
  case process::ProcessResult::End::NotStarted:
    run.end = End::NotRun;
    run.reason = std::strerror(result.code);
    break;
  }
  run.errors = std::move(result.errors);
  return run;
}

bool reports(const Harness& harness) {
  return harness.sanitizer != Sanitizer::None && harness.sanitizer != Sanitizer::Trap;
}

void judge_report(CompiledRun& run, const Harness& harness, const fs::path& executable) {
  const process::SanitizerReport report = process::read_report(run.errors);
  if (report.kind.empty()) {
    if (run.errors.find("ReserveShadowMemoryRange") != std::string::npos ||
        run.errors.find("Shadow memory range") != std::string::npos ||
        run.errors.find("can not mmap the shadow memory") != std::string::npos ||
        run.errors.find("LeakSanitizer has encountered a fatal error") != std::string::npos) {
      run.end = End::NotRun;
      run.reason = "the sanitizer lacks address space or rights here";
    }
    return;
  }
  const bool is_leak = report.kind == "leak";
  const bool is_expected =
      harness.sanitizer == Sanitizer::Leak ? is_leak : !is_leak && process::is_at(report, harness.place, executable);
  run.end = is_expected ? End::ErrorReached : End::OtherError;
  run.reason = report.kind;
}

process::ProcessResult run_in_sandbox(const fs::path& executable, const CompiledRunOptions& options) {
  return process::run_sandboxed({.program = executable,
                                 .wall_limit = options.wall_limit,
                                 .cpu_limit = options.cpu_limit,
                                 .memory_limit = options.memory_limit,
                                 .output_limit = kept_output,
                                 .stop = options.stop});
}

process::ProcessResult run_freely(const fs::path& executable, const fs::path& folder,
                                  const CompiledRunOptions& options) {
  return process::run_process({.words = {executable.string()},
                               .wall_limit = options.wall_limit,
                               .cpu_limit = options.cpu_limit,
                               .memory_limit = options.memory_limit,
                               .grace = std::chrono::milliseconds(0),
                               .stop = options.stop,
                               .folder = folder,
                               .output_limit = kept_output});
}

enum class Confinement : std::uint8_t { None, Sandbox };

CompiledRun run_compiled_by(const std::optional<fs::path>& program, const Harness& harness, Confinement confinement,
                            const CompiledRunOptions& options) {
  const TempDir folder("replay");
  const fs::path executable = folder.path() / "counterexample";
  if (std::optional<CompiledRun> failure = compile(harness, program, folder.path(), executable, options))
    return std::move(*failure);
  // The sandbox may run it as a different user.
  fs::permissions(executable, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
  CompiledRunOptions own = options;
  if (reports(harness)) own.memory_limit = reserved_by_sanitizer;
  CompiledRun run = described(confinement == Confinement::None ? run_freely(executable, folder.path(), own)
                                                               : run_in_sandbox(executable, own),
                              harness);
  if (reports(harness)) judge_report(run, harness, executable);
  return run;
}

} // namespace

std::string CompiledRun::text() const {
  const std::string program = "the compiled program ";
  switch (end) {
  case End::ErrorReached: return program + "reached the error";
  case End::Exited: return program + fmt::format("ended with exit code {}", code);
  case End::OtherError: return program + fmt::format("had another error before: {}", reason);
  case End::Signalled: return program + fmt::format("was ended by signal {} ({})", code, ::strsignal(code));
  case End::InputsExhausted: return program + "asked for more inputs than there are";
  case End::AssumptionFailed: return program + "violated an assumption";
  case End::TimeLimit: return program + "did not end within the time limit";
  case End::MemoryLimit: return program + "used more memory than its limit";
  case End::Stopped: return program + "was stopped";
  case End::NotCompiled: return "the program could not be compiled: " + reason;
  case End::NotRun: return program + "was not run: " + reason;
  }
  unreachable();
}

CompiledRun run_compiled(const Harness& harness, const CompiledRunOptions& options) {
  const std::optional<std::string> obstacle = process::sandbox_obstacle();
  if (obstacle && options.without_sandbox == WithoutSandbox::Refuse)
    return {.end = End::NotRun, .reason = "no sandbox: " + *obstacle};
  const Confinement confinement = obstacle ? Confinement::None : Confinement::Sandbox;
  const std::optional<fs::path> first = compiler(harness.sanitizer);
  CompiledRun run = run_compiled_by(first, harness, confinement, options);
  // gcc joins constants, (x - 1) + 23, before it adds the sanitizer's tests; clang does not.
  if (harness.sanitizer != Sanitizer::Trap || run.end != End::Exited) return run;
  const std::optional<fs::path> other = clang();
  if (!other || other == first) return run;
  CompiledRun second = run_compiled_by(other, harness, confinement, options);
  return second.end == End::ErrorReached ? second : run;
}

bool may_go_unnoticed(const CheckTarget& check, const Edge& call) {
  // MemorySanitizer sees only what decides something.
  if (check.kind == CheckKind::Leak || check.kind == CheckKind::Uninit) return true;
  const Edge* branch = call.from->in.size() == 1 ? call.from->in.front() : nullptr;
  if (check.kind != CheckKind::Memory || branch == nullptr || branch->op.value == nullptr) return false;
  bool asks = false;
  const auto visit = [&](const auto& self, const Expr& expr) -> void {
    asks = asks || (expr.kind() == ExprKind::Query &&
                    (expr.query() == MemoryQuery::IsReadable || expr.query() == MemoryQuery::IsWritable));
    for (const Expr* operand : expr.operands()) self(self, *operand);
  };
  visit(visit, *branch->op.value);
  return !asks;
}

} // namespace tandem::task
