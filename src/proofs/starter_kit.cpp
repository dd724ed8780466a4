// Proofs of CBMC's starter kit: the variables of their Makefile that say what is proved. Bounds on loops are not among
// them: tandem needs none.

#include "proofs/makefile.h"
#include "proofs/proof.h"

#include "base/core/text_file.h"
#include "base/process/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

// The words of a text as a shell would split it, with its quotes. No variables, no commands.
std::vector<std::string> unquoted_words(const std::string& text) {
  std::vector<std::string> result;
  std::string word;
  bool is_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size() &&
        (quote == 0 || text[i + 1] == '"' || text[i + 1] == '\\')) {
      word += text[++i];
      is_word = true;
    } else if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
      quote = quote == 0 ? c : char{0};
      is_word = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (is_word) result.push_back(std::exchange(word, {}));
      is_word = false;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word) result.push_back(word);
  return result;
}

// The command of a recipe that prints the text of its target: sed, alone or as an argument of the job that runs it.
std::optional<std::vector<std::string>> sed_command(const std::string& recipe) {
  const std::vector<std::string> words = unquoted_words(recipe);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("sed ")) return unquoted_words(words[i]);
    if (words[i] != "sed") continue;
    std::vector<std::string> command(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
    command.erase(std::ranges::find(command, ">"), command.end());
    return command;
  }
  return std::nullopt;
}

// A source that a rule of the Makefile makes. Only sed is run, and not where it would run or write something itself.
fs::path made_source(const Makefile& makefile, const fs::path& wanted, const fs::path& scratch) {
  const auto rule = makefile.rule_for(wanted.string());
  const TextPosition at = rule ? rule->position : makefile.position("PROJECT_SOURCES");
  const auto command = rule ? sed_command(rule->recipe) : std::nullopt;
  if (!command)
    throw InputError(at, fmt::format("there is no file '{}'{}; make it first, or write a proof.yml for this proof",
                                     wanted.string(), rule ? ", and only rules with sed are understood" : ""));
  std::vector<std::string> words = *command;
  words.insert(words.begin() + 1, "--sandbox");
  const process::ProcessResult result =
      process::run_process({.words = words, .wall_limit = std::chrono::seconds(20), .folder = makefile.folder()});
  if (!result.succeeded())
    throw InputError(at, fmt::format("sed could not make '{}': {}", wanted.string(), result.errors));
  const fs::path made = scratch / wanted.filename();
  fs::create_directories(scratch);
  if (!fs::exists(made) || read_text_file(made) != result.output) write_text_file(made, result.output);
  return made;
}

struct Option {
  std::string_view cbmc, check;
};

// What CBMC 6 checks unless it is told not to, and what Makefiles add.
constexpr Option standard_checks[] = {{"signed-overflow-check", "overflow"},
                                      {"div-by-zero-check", "div"},
                                      {"undefined-shift-check", "shift"},
                                      {"bounds-check", "bounds"},
                                      {"pointer-check", "memory"}};
constexpr Option further_checks[] = {{"unsigned-overflow-check", "unsigned-overflow"},
                                     {"conversion-check", "conversion"},
                                     {"float-overflow-check", "float"},
                                     {"nan-check", "float"},
                                     {"memory-leak-check", "leak"},
                                     {"memory-cleanup-check", "cleanup"}};

std::vector<std::string> checks_of(const std::vector<std::string>& flags) {
  const auto has = [&](const std::string& flag) { return std::ranges::find(flags, flag) != flags.end(); };
  std::vector<std::string> result;
  const auto add = [&](std::string_view check) {
    if (std::ranges::find(result, check) == result.end()) result.emplace_back(check);
  };
  for (const Option& option : standard_checks) {
    const bool is_on = !has("--no-standard-checks") && !has("--no-" + std::string(option.cbmc));
    if (is_on || has("--" + std::string(option.cbmc))) add(option.check);
  }
  for (const Option& option : further_checks)
    if (has("--" + std::string(option.cbmc))) add(option.check);
  return result;
}

// The name of a static function in goto-cc's output: __CPROVER_file_local_FILE_c_NAME.
std::string plain_name(const std::string& function, const std::vector<fs::path>& sources) {
  for (const fs::path& source : sources) {
    std::string prefix = "__CPROVER_file_local_" + source.filename().string() + "_";
    std::ranges::replace_if(prefix, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    if (function.starts_with(prefix)) return function.substr(prefix.size());
  }
  return function;
}

// Options of the compiler's that change what is read. Others are for a compiler that makes code.
std::vector<std::string> reading_options(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const bool takes_next = flag == "-include" || flag == "-isystem" || flag == "-I" || flag == "-D" || flag == "-U";
    if (takes_next && i + 1 < flags.size()) {
      result.insert(result.end(), {flag, flags[i + 1]});
      ++i;
    } else if (flag.starts_with("-I") || flag.starts_with("-D") || flag.starts_with("-U") ||
               flag.starts_with("-std=")) {
      result.push_back(flag);
    }
  }
  return result;
}

class Import {
public:
  Import(const fs::path& file, const fs::path& scratch) : makefile_(file), scratch_(scratch) {
    proof_.folder = makefile_.folder();
    proof_.definition = makefile_.files_read();
  }

  Proof run() {
    proof_.entry = makefile_.value("HARNESS_ENTRY");
    if (proof_.entry.empty()) fail("HARNESS_ENTRY", "names no function to start in");
    add_sources("PROOF_SOURCES", proof_.sources);
    std::vector<fs::path> project;
    add_sources("PROJECT_SOURCES", project);
    add_sources("REWRITTEN_SOURCES", project);
    for (const std::string& function : makefile_.words("REMOVE_FUNCTION_BODY"))
      for (const fs::path& source : project)
        proof_.without_body.push_back(source.string() + ":" + plain_name(function, project));
    for (const fs::path& source : project)
      if (std::ranges::find(proof_.sources, source) == proof_.sources.end()) proof_.sources.push_back(source);
    if (proof_.sources.empty()) fail("PROOF_SOURCES", "names no C file");
    for (const char* variable : {"COMPILE_FLAGS", "INCLUDES", "DEFINES"}) {
      const std::vector<std::string> options = reading_options(unquoted_words(makefile_.value(variable)));
      proof_.compiler.insert(proof_.compiler.end(), options.begin(), options.end());
    }
    if (made_any_) proof_.compiler.push_back("-I" + proof_.folder.string());
    std::vector<std::string> flags = makefile_.words("CHECKFLAGS");
    const std::vector<std::string> more = makefile_.words("CBMC_FLAG_MALLOC_MAY_FAIL");
    flags.insert(flags.end(), more.begin(), more.end());
    proof_.checks = checks_of(flags);
    proof_.malloc_may_fail = std::ranges::find(flags, "--no-malloc-may-fail") == flags.end();
    add_contracts("CHECK_FUNCTION_CONTRACTS", "--enforce-contract", project);
    add_contracts("CHECK_FUNCTION_CONTRACTS_REC", "--enforce-contract", project);
    add_contracts("USE_FUNCTION_CONTRACTS", "--replace-call", project);
    const std::string loops = makefile_.value("APPLY_LOOP_CONTRACTS");
    if (!words_of(loops).empty() && loops != "0") proof_.compiler.emplace_back("--loop-contracts");
    return std::move(proof_);
  }

private:
  void add_sources(const char* variable, std::vector<fs::path>& to) {
    for (const std::string& word : makefile_.words(variable)) {
      const fs::path written(word);
      fs::path source = (written.is_absolute() ? written : makefile_.folder() / written).lexically_normal();
      if (!fs::exists(source)) {
        source = made_source(makefile_, source, scratch_);
        made_any_ = true;
      }
      if (std::ranges::find(to, source) == to.end()) to.push_back(source);
    }
  }

  void add_contracts(const char* variable, const char* option, const std::vector<fs::path>& project) {
    for (const std::string& function : makefile_.words(variable))
      proof_.compiler.insert(proof_.compiler.end(), {option, plain_name(function, project)});
  }

  [[noreturn]] void fail(const char* variable, const std::string& what) const {
    throw InputError(makefile_.position(variable), fmt::format("{} {}", variable, what));
  }

  Makefile makefile_;
  fs::path scratch_;
  Proof proof_;
  bool made_any_ = false;
};

} // namespace

Proof import_makefile(const fs::path& file, const fs::path& scratch) { return Import(file, scratch).run(); }

} // namespace tandem::proofs
