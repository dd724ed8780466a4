#include "proofs/proof.h"

#include "base/core/text_file.h"
#include "base/core/yaml_reader.h"

#include <algorithm>

namespace tandem::proofs {

namespace fs = std::filesystem;

namespace {

bool has_entry(const fs::path& makefile) {
  if (!fs::is_regular_file(makefile)) return false;
  const std::string text = read_text_file(makefile);
  return text.find("HARNESS_ENTRY") != std::string::npos || text.find("HARNESS_FILE") != std::string::npos;
}

bool truth(const YamlValue& value) { return value.choice("a truth value", {"false", "true"}) == 1; }

} // namespace

bool is_proof(const fs::path& folder) {
  return fs::is_regular_file(folder / definition_name) || has_entry(folder / "Makefile");
}

std::vector<fs::path> find_proofs(const fs::path& root) {
  if (!fs::is_directory(root)) throw InputError(TextPosition{root.string()}, "is no folder, expected one with proofs");
  std::vector<fs::path> result;
  if (is_proof(root)) result.push_back(root);
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto at = fs::recursive_directory_iterator(root, options); at != fs::recursive_directory_iterator(); ++at) {
    if (!at->is_directory()) continue;
    if (at->path().filename().string().starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    if (is_proof(at->path())) result.push_back(at->path());
  }
  std::ranges::sort(result);
  return result;
}

Proof read_definition(const fs::path& file) {
  const YamlValue yaml = YamlValue::read_file(file);
  yaml.only_keys({"sources", "entry", "include", "define", "options", "checks", "without-body", "data-model", "cpu",
                  "malloc-may-fail", "enforce-contract", "replace-call", "loop-contracts"});
  Proof proof;
  proof.folder = fs::absolute(file).parent_path();
  proof.definition = {file};
  const auto path = [&](const std::string& written) { return (proof.folder / written).lexically_normal(); };
  for (const std::string& source : yaml.at("sources").texts()) proof.sources.push_back(path(source));
  if (proof.sources.empty()) yaml.at("sources").fail("expected C files, found none");
  for (const fs::path& source : proof.sources)
    if (!fs::exists(source)) yaml.at("sources").fail("there is no file '" + source.string() + "'");
  if (const auto entry = yaml.find("entry")) proof.entry = entry->text();
  if (const auto folders = yaml.find("include"))
    for (const std::string& folder : folders->texts()) proof.compiler.push_back("-I" + path(folder).string());
  if (const auto macros = yaml.find("define"))
    for (const std::string& macro : macros->texts()) proof.compiler.push_back("-D" + macro);
  if (const auto options = yaml.find("options"))
    for (const std::string& option : options->texts()) proof.compiler.push_back(option);
  for (const char* key : {"enforce-contract", "replace-call"})
    if (const auto functions = yaml.find(key))
      for (const std::string& function : functions->texts())
        proof.compiler.insert(proof.compiler.end(), {"--" + std::string(key), function});
  if (const auto loops = yaml.find("loop-contracts"); loops && truth(*loops))
    proof.compiler.emplace_back("--loop-contracts");
  if (const auto checks = yaml.find("checks")) proof.checks = checks->texts();
  if (const auto functions = yaml.find("without-body")) proof.without_body = functions->texts();
  if (const auto model = yaml.find("data-model"))
    proof.data_model = model->choice("a data model", {"ILP32", "LP64"}) == 0 ? "ILP32" : "LP64";
  if (const auto limit = yaml.find("cpu")) proof.cpu = limit->text();
  if (const auto may_fail = yaml.find("malloc-may-fail")) proof.malloc_may_fail = truth(*may_fail);
  return proof;
}

Proof read_proof(const fs::path& folder, const std::string& name, const fs::path& scratch) {
  const fs::path own = folder / definition_name;
  Proof proof = fs::exists(own) ? read_definition(own) : import_makefile(folder / "Makefile", scratch);
  proof.name = name;
  return proof;
}

} // namespace tandem::proofs
