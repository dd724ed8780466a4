// An allow-list of options, since unknown ones of other compilers must not reach clang's driver; relative paths are
// resolved against the command's directory.

#include "frontend/parse/compile_commands.h"

#include "base/core/text_file.h"
#include "frontend/parse/clang_headers.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace tandem::frontend::parse {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

enum class Value { Path, Header, Text };

// Options with a value, joined or as the next word.
struct Option {
  llvm::StringRef name;
  Value value;
};
constexpr std::array options_with_value{
    Option{"-I", Value::Path},         Option{"-isystem", Value::Path},   Option{"-iquote", Value::Path},
    Option{"-idirafter", Value::Path}, Option{"-isysroot", Value::Path},  Option{"--sysroot", Value::Path},
    Option{"-include", Value::Header}, Option{"-imacros", Value::Header}, Option{"-D", Value::Text},
    Option{"-U", Value::Text},
};

constexpr std::array<llvm::StringRef, 14> options_kept{
    "-ansi",         "-fgnu89-inline",     "-fms-extensions", "-fno-short-enums", "-fno-signed-char",
    "-fpack-struct", "-fno-unsigned-char", "-fshort-enums",   "-fshort-wchar",    "-fsigned-char",
    "-nostdinc",     "-pthread",           "-undef",          "-funsigned-char",
};

[[noreturn]] void wrong(const fs::path& database, const std::string& what) {
  throw InputError(TextPosition{database.string()},
                   what + "; expected a list of objects with directory, file, and arguments or command");
}

json read_json(const fs::path& database) {
  const std::string text = read_text_file(database);
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const std::size_t end = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n') + 1;
    throw InputError(TextPosition{database.string(), static_cast<std::uint32_t>(line)}, "is not valid JSON");
  }
}

std::string text_field(const json& entry, const char* name, const fs::path& database) {
  const auto found = entry.find(name);
  if (found == entry.end() || !found->is_string()) wrong(database, std::string("an entry has no text '") + name + "'");
  return found->get<std::string>();
}

std::vector<std::string> words_of(const json& entry, const fs::path& database) {
  std::vector<std::string> result;
  const auto arguments = entry.find("arguments");
  if (arguments == entry.end()) {
    const std::string command = text_field(entry, "command", database);
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver(memory);
    llvm::SmallVector<const char*, 32> words;
    llvm::cl::TokenizeGNUCommandLine(command, saver, words);
    return {words.begin(), words.end()};
  }
  if (!arguments->is_array()) wrong(database, "an entry's 'arguments' are no list");
  for (const json& argument : *arguments) {
    if (!argument.is_string()) wrong(database, "an entry's 'arguments' are not all texts");
    result.push_back(argument.get<std::string>());
  }
  return result;
}

// The value joined to a word that starts with the option's name; empty if the value is the next word. Nullopt if the
// word is another option with a longer name (-include-pch).
std::optional<llvm::StringRef> joined_value(const Option& option, llvm::StringRef word) {
  if (!word.consume_front(option.name)) return std::nullopt;
  const bool is_long = option.name.size() > 2;
  if (is_long && word.consume_front("=")) return word;
  if (is_long && !word.empty() && !word.starts_with("/") && !word.starts_with(".")) return std::nullopt;
  return word;
}

std::string resolve(Value kind, const std::string& value, const fs::path& folder) {
  if (kind == Value::Text) return value;
  // A header that is not in the folder is searched on the include path.
  if (kind == Value::Header && !fs::exists(folder / value)) return value;
  return (folder / value).lexically_normal().string();
}

bool is_kept(llvm::StringRef word) {
  if (word.starts_with("-std=")) return !word.contains("++");
  return std::ranges::find(options_kept, word) != options_kept.end();
}

std::vector<std::string> meaningful_options(const std::vector<std::string>& words, const fs::path& folder) {
  std::vector<std::string> result;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_kept(words[i])) result.push_back(words[i]);
    for (const Option& option : options_with_value) {
      const std::optional<llvm::StringRef> joined = joined_value(option, words[i]);
      if (!joined) continue;
      if (joined->empty() && i + 1 == words.size()) break;
      const std::string value = joined->empty() ? words[++i] : joined->str();
      result.push_back(option.name.str());
      result.push_back(resolve(option.value, value, folder));
      break;
    }
  }
  return result;
}

bool is_c_file(const fs::path& file) { return file.extension() == ".c" || file.extension() == ".i"; }

std::optional<DataModel> model_of(const std::vector<std::string>& words) {
  std::optional<DataModel> result;
  for (const std::string& word : words) {
    if (word == "-m32") result = DataModel::ILP32;
    if (word == "-m64") result = DataModel::LP64;
  }
  return result;
}

fs::path normal_path(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(path, ignored);
}

} // namespace

const TranslationUnit* CompileCommands::find(const fs::path& file) const {
  const fs::path wanted = normal_path(file);
  const auto found =
      std::ranges::find_if(units, [&](const TranslationUnit& unit) { return normal_path(unit.file) == wanted; });
  return found != units.end() ? &*found : nullptr;
}

CompileCommands read_compile_commands(const fs::path& path, DataModel model) {
  const fs::path database = fs::is_directory(path) ? path / "compile_commands.json" : path;
  const json entries = read_json(database);
  if (!entries.is_array()) wrong(database, "is no list");

  CompileCommands result;
  std::set<fs::path> seen;
  for (const json& entry : entries) {
    if (!entry.is_object()) wrong(database, "an entry is no object");
    const fs::path folder = database.parent_path() / text_field(entry, "directory", database);
    const fs::path file = (folder / text_field(entry, "file", database)).lexically_normal();
    const std::vector<std::string> words = words_of(entry, database);
    if (!seen.insert(normal_path(file)).second) continue;
    if (!is_c_file(file)) {
      result.notes.push_back({TextPosition{database.string()}, file.string() + " is not C and was left out"});
      continue;
    }
    const DataModel compiled = model_of(words).value_or(model);
    if (compiled != model)
      result.notes.push_back({TextPosition{database.string()}, file.string() + " is compiled as " +
                                                                   std::string(name(compiled)) +
                                                                   " there, but read as " + std::string(name(model))});
    result.units.push_back({file, meaningful_options(words, folder)});
  }
  return result;
}

} // namespace tandem::frontend::parse
