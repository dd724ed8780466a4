// tandem doctor: what tandem can use on this machine. Every check tries the thing out (a 32-bit program is compiled and
// run, bubblewrap makes a sandbox) instead of looking at version numbers or at what a package manager believes.
#include "cli/commands/all.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process.h"
#include "base/process/sandbox.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <regex>
#include <unistd.h>

namespace tandem::cli::commands {
namespace {

enum class Need { Required, Useful };
enum class State { Ok, Missing, Broken };

struct Finding {
  State state = State::Ok;
  std::string detail; // a version, or what is wrong
};

struct Check {
  std::string name;
  std::string purpose;
  std::string package; // that provides it; empty: not a Debian package
  Need need;
  std::function<Finding()> probe;
};

struct Examined {
  Check check;
  Finding finding;
};

using namespace std::chrono_literals;

process::ProcessResult try_command(std::vector<std::string> words, std::string input = {}) {
  if (const auto path = process::find_program(words[0])) words[0] = path->string();
  return process::run_process({.words = std::move(words), .input = std::move(input), .wall_limit = 20s});
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// The first thing that looks like a version in what a program says about itself, or all of it if that is just a word.
std::string version_in(const std::string& text) {
  static const std::regex version(R"([0-9]+\.[0-9]+[0-9A-Za-z.]*)");
  std::smatch match;
  if (std::regex_search(text, match, version)) return match.str();
  return first_line(text).size() <= 12 ? first_line(text) : std::string();
}

std::function<Finding()> program(const std::string& name, const std::string& version_flag = {}) {
  return [=]() -> Finding {
    if (!process::find_program(name)) return {State::Missing, "not on the PATH"};
    if (version_flag.empty()) return {State::Ok, ""};
    const process::ProcessResult result = try_command({name, version_flag});
    if (result.end != process::ProcessResult::End::Exited) return {State::Broken, "does not run"};
    return {State::Ok, version_in(result.output + result.errors)};
  };
}

// Compiles and runs a program with headers, for the given word size.
std::function<Finding()> compiler(const std::string& name, const std::string& flag) {
  return [=]() -> Finding {
    if (!process::find_program(name)) return {State::Missing, name + " is not on the PATH"};
    const TempDir folder("doctor");
    const std::string executable = folder.path() / "a.out";
    const std::string text =
        "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\nint main(void) { return 7; }\n";
    const process::ProcessResult compiled = try_command({name, flag, "-w", "-x", "c", "-", "-o", executable}, text);
    if (!compiled.succeeded()) return {State::Missing, first_line(compiled.errors)};
    if (try_command({executable}).code != 7) return {State::Broken, "compiled programs do not run"};
    return {State::Ok, version_in(try_command({name, "--version"}).output)};
  };
}

Finding sandbox() {
  if (!process::find_program("bwrap")) return {State::Missing, "bwrap is not on the PATH"};
  if (const auto obstacle = process::sandbox_obstacle()) return {State::Broken, *obstacle};
  return {State::Ok, version_in(try_command({"bwrap", "--version"}).output)};
}

std::vector<Check> all_checks() {
  using enum Need;
  return {
      {"gcc", "compile programs under test", "gcc", Required, compiler("gcc", "-m64")},
      {"gcc -m32", "programs written for 32 bits", "gcc-multilib", Required, compiler("gcc", "-m32")},
      {"clang", "compile programs under test", "clang-19", Required, compiler("clang-19", "-m64")},
      {"clang -m32", "programs written for 32 bits", "gcc-multilib", Required, compiler("clang-19", "-m32")},
      {"graphviz", "drawings (show --format svg)", "graphviz", Useful, program("dot", "-V")},
      {"bubblewrap", "run programs under test without network or write access", "bubblewrap", Useful, sandbox},
      {"z3", "solver, as a separate process", "z3", Useful, program("z3", "--version")},
      {"cvc5", "solver, good with floats", "cvc5", Useful, program("cvc5", "--version")},
      {"cadical", "SAT solver, as a separate process", "cadical", Useful, program("cadical", "--version")},
      {"minisat", "SAT solver, as a separate process", "minisat", Useful, program("minisat")},
      {"cbmc", "partner: bounded model checker", "cbmc", Useful, program("cbmc", "--version")},
      {"afl++", "partner: fuzzer", "afl++", Useful, program("afl-fuzz", "--version")},
  };
}

std::string word(State state) {
  switch (state) {
  case State::Ok: return "ok";
  case State::Missing: return "missing";
  case State::Broken: return "broken";
  }
  return "";
}

// CBMC is packaged from Debian 13 on.
bool is_before_debian_13() {
  std::error_code ignored;
  if (!std::filesystem::exists("/etc/os-release", ignored)) return false;
  const std::string text = read_text_file("/etc/os-release");
  std::smatch match;
  static const std::regex version("\nVERSION_ID=\"?([0-9]+)");
  return text.find("ID=debian") != std::string::npos && std::regex_search(text, match, version) &&
         std::stoi(match[1]) < 13;
}

// One command that brings everything that is missing; empty if nothing is.
std::string fixing_command(const std::vector<Examined>& examined) {
  std::vector<std::string> packages;
  for (const auto& [check, finding] : examined) {
    if (finding.state != State::Missing || std::ranges::count(packages, check.package) != 0) continue;
    if (check.package == "cbmc" && is_before_debian_13()) return "scripts/setup   (in tandem's source folder)";
    packages.push_back(check.package);
  }
  if (packages.empty()) return {};
  return fmt::format("{}apt-get install {}", ::geteuid() == 0 ? "" : "sudo ", fmt::join(packages, " "));
}

void print_text(const std::vector<Examined>& examined) {
  for (const auto& [check, finding] : examined)
    fmt::print("{:<8} {:<11} {:<10} {}{}\n", word(finding.state), check.name,
               finding.state == State::Ok ? finding.detail : "", check.purpose,
               finding.state == State::Ok ? "" : " (" + finding.detail + ")");
  const std::string fix = fixing_command(examined);
  fmt::print("{}\n", fix.empty() ? "Nothing is missing." : "To install what is missing:\n  " + fix);
}

void print_json(const std::vector<Examined>& examined) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const auto& [check, finding] : examined)
    checks.push_back({{"name", check.name},
                      {"state", word(finding.state)},
                      {finding.state == State::Ok ? "version" : "problem", finding.detail},
                      {"required", check.need == Need::Required},
                      {"purpose", check.purpose},
                      {"package", check.package}});
  const nlohmann::ordered_json all{{"checks", checks}, {"fix", fixing_command(examined)}};
  fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

struct Options {
  bool json = false;
};

ExitCode examine(const Options& options) {
  std::vector<Examined> examined;
  for (Check& check : all_checks()) {
    Finding finding = check.probe();
    examined.push_back({std::move(check), std::move(finding)});
  }
  if (options.json)
    print_json(examined);
  else
    print_text(examined);
  const bool lacking = std::ranges::any_of(
      examined, [](const Examined& e) { return e.check.need == Need::Required && e.finding.state != State::Ok; });
  return lacking ? ExitCode::Undecided : ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_flag("--json", options->json, "print JSON instead of a table");
  return [options] { return examine(*options); };
}

} // namespace

constinit const Command doctor_command{
    .name = "doctor",
    .summary = "what is installed, what is missing, and the command that fixes it",
    .details =
        "Tries out every program tandem can use. The exit code is 0 if all that is required works (compilers for "
        "both word sizes), and 20 if not.",
    .examples = {{"tandem doctor", "a table, and at its end the one command that installs what is missing"},
                 {"tandem doctor --json", "the same for scripts"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
