// The harness includes the file itself, so that static functions and types without a header can be named.

#include "proofs/new_harness.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "frontend/load/listed_arguments.h"
#include "frontend/load/load.h"
#include "frontend/load/signature.h"
#include "proofs/proof.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

using Kind = frontend::ParameterText::Kind;

std::string declared(const frontend::ParameterText& parameter) {
  const std::string& name = parameter.name;
  switch (parameter.kind) {
  case Kind::Value: return fmt::format("  __typeof__({}) {};\n", parameter.type, name);
  case Kind::FunctionPointer:
    return fmt::format("  __typeof__({}) {} = 0; // a function to be called back: write one\n", parameter.type, name);
  case Kind::ObjectPointer:
  case Kind::BytePointer: break;
  }
  const std::string element = parameter.kind == Kind::ObjectPointer ? fmt::format(" * sizeof(*{})", name) : "";
  return fmt::format("  __CPROVER_size_t {0}_count;\n"
                     "  __CPROVER_assume({0}_count <= MOST_ELEMENTS);\n"
                     "  __typeof__({1}) {0} = malloc({0}_count{2}); // any contents; null if there is no memory\n",
                     name, parameter.type, element);
}

std::string harness_text(const frontend::Signature& signature, const std::string& included) {
  std::string text = fmt::format(
      "// {0} called with any arguments: values are arbitrary, pointers lead to objects of arbitrary but bounded size "
      "or are\n"
      "// null. Say with __CPROVER_assume what callers guarantee, and with __CPROVER_assert what has to hold.\n"
      "#include <stdlib.h>\n\n#include \"{1}\"\n\n"
      "#ifndef MOST_ELEMENTS\n#define MOST_ELEMENTS 8 // of each object behind a pointer\n#endif\n\n"
      "void {0}_harness(void) {{\n",
      signature.function, included);
  std::string arguments;
  for (const frontend::ParameterText& parameter : signature.parameters) {
    text += declared(parameter);
    arguments += (arguments.empty() ? "" : ", ") + parameter.name;
  }
  if (signature.is_variadic) text += "  // further arguments would stand behind these\n";
  return text + fmt::format("  {}({});\n}}\n", signature.function, arguments);
}

// A text of JSON is one of YAML, whatever is in it.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string listed(const std::string& key, const std::vector<std::string>& values) {
  if (values.empty()) return "";
  std::string text = key + ":\n";
  for (const std::string& value : values) text += "  - " + quoted(value) + "\n";
  return text;
}

// How the compiler is called.
struct Settings {
  std::vector<std::string> includes, defines, options;

  std::vector<std::string> words() const {
    std::vector<std::string> result = options;
    for (const std::string& include : includes) result.push_back("-I" + include);
    for (const std::string& define : defines) result.push_back("-D" + define);
    return result;
  }
};

// What the project's compile_commands.json says of the files, and what the request says.
Settings settings_of(const NewHarness& request) {
  Settings result;
  const std::vector<fs::path> files(request.files.begin(), request.files.end());
  if (const auto database = frontend::find_compile_commands(files.front())) {
    const std::vector<std::string> words = frontend::listed_arguments(*database, files, frontend::default_data_model);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_include = words[i] == "-I", is_define = words[i] == "-D";
      std::vector<std::string>& list = is_include ? result.includes : is_define ? result.defines : result.options;
      const std::string& word = is_include || is_define ? words.at(++i) : words[i];
      if (&list == &result.options || std::ranges::find(list, word) == list.end()) list.push_back(word);
    }
  }
  result.includes.insert(result.includes.end(), request.include_folders.begin(), request.include_folders.end());
  result.defines.insert(result.defines.end(), request.defines.begin(), request.defines.end());
  return result;
}

} // namespace

fs::path write_harness(const NewHarness& request) {
  const fs::path folder = request.folder.empty() ? fs::path("proofs") / request.function : fs::path(request.folder);
  for (const std::string& file : request.files)
    if (!fs::is_regular_file(file)) throw InputError(TextPosition{file}, "is no file, expected C source");
  if (fs::is_directory(folder) && is_proof(folder))
    throw InputError(TextPosition{folder.string()}, "has a proof already; --out FOLDER names another folder");
  frontend::LoadRequest load;
  load.files.assign(request.files.begin(), request.files.end());
  const Settings settings = settings_of(request);
  load.arguments = settings.words();
  const frontend::Signature signature = frontend::read_signature(load, request.function);
  fs::create_directories(folder);
  const auto seen_from_folder = [&](const fs::path& path) {
    return fs::relative(fs::absolute(path), fs::absolute(folder)).string();
  };
  write_text_file(folder / "harness.c", harness_text(signature, seen_from_folder(signature.file)));
  std::string sources = "harness.c";
  for (const std::string& file : request.files)
    if (file != signature.file) sources += ", " + quoted(seen_from_folder(file));
  std::vector<std::string> includes;
  for (const std::string& include : settings.includes) includes.push_back(seen_from_folder(include));
  write_text_file(folder / definition_name,
                  fmt::format("sources: [{}]\nentry: {}_harness\n{}{}{}checks: [standard]\n", sources, request.function,
                              listed("include", includes), listed("define", settings.defines),
                              listed("options", settings.options)));
  return folder;
}

} // namespace tandem::proofs
