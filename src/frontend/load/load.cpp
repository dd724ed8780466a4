// Parse, check that the entry function exists, lower; on a deep stack, since clang and the lowering recurse over the
// nesting of the source.

#include "frontend/load/load.h"

#include "base/core/sha256.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/deep_stack.h"
#include "clib/models.h"
#include "frontend/load/uninterpreted.h"
#include "frontend/lower/lower.h"
#include "frontend/parse/clang_headers.h"
#include "frontend/parse/compile_commands.h"
#include "frontend/parse/file_local.h"
#include "frontend/parse/parse.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::frontend {
namespace {

struct Sources {
  std::vector<parse::TranslationUnit> units;
  std::vector<parse::ParseNote> notes;
};

// Options of the command line come last, so that they override those of the database.
void add_arguments(Sources& sources, const std::vector<std::string>& arguments) {
  for (parse::TranslationUnit& unit : sources.units)
    unit.arguments.insert(unit.arguments.end(), arguments.begin(), arguments.end());
}

Sources sources_of(const LoadRequest& request) {
  Sources result;
  if (!request.compile_commands) {
    for (const std::filesystem::path& file : request.files) result.units.push_back({file, {}});
  } else {
    const parse::CompileCommands commands = parse::read_compile_commands(*request.compile_commands, request.data_model);
    if (request.files.empty()) {
      result = {commands.units, commands.notes};
      if (result.units.empty()) throw InputError(TextPosition{request.compile_commands->string()}, "names no C file");
    }
    for (const std::filesystem::path& file : request.files) {
      const parse::TranslationUnit* known = commands.find(file);
      result.units.push_back({file, known != nullptr ? known->arguments : std::vector<std::string>{}});
      if (known == nullptr)
        result.notes.push_back({TextPosition{file.string()}, "is not in " + request.compile_commands->string() +
                                                                 " and was read without the options given there"});
    }
  }
  add_arguments(result, request.arguments);
  return result;
}

struct DefinedFunction {
  std::string name;
  bool in_header; // or in another file that a given one includes
  bool is_external;
};

std::vector<DefinedFunction> defined_functions(const parse::Parsed& parsed) {
  std::vector<DefinedFunction> result;
  for (const auto& unit : parsed.units) {
    const clang::SourceManager& sources = unit->getSourceManager();
    for (const clang::Decl* decl : unit->getASTContext().getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (function != nullptr && function->isThisDeclarationADefinition())
        result.push_back({function->getNameAsString(),
                          !sources.isWrittenInMainFile(sources.getExpansionLoc(function->getLocation())),
                          function->hasExternalFormalLinkage()});
    }
  }
  return result;
}

void check_entry(const parse::Parsed& parsed, const std::vector<parse::TranslationUnit>& units,
                 const std::string& entry) {
  constexpr std::size_t shown = 10;
  std::vector<DefinedFunction> functions = defined_functions(parsed);
  if (std::ranges::find(functions, entry, &DefinedFunction::name) != functions.end()) return;
  std::erase_if(functions, [](const DefinedFunction& function) { return function.in_header; });
  const TextPosition position{units.front().file.string()};
  const std::string missing = "no function '" + entry + "' is defined";
  if (functions.empty())
    throw InputError(position, missing + ", nor any other; --function NAME names the one to start in");
  const std::size_t more = functions.size() - std::min(functions.size(), shown);
  functions.resize(functions.size() - more);
  std::string list;
  for (const DefinedFunction& function : functions) list += (list.empty() ? "" : ", ") + function.name;
  if (more > 0) list += " and " + std::to_string(more) + " more";
  // A module: its functions are best called by a harness, which gives pointers something to lead to.
  const std::string harness = entry == "main" ? "; 'tandem proofs new NAME FILE' writes a harness for one of them" : "";
  throw InputError(position, missing + "; --function NAME names the one to start in: " + list + harness);
}

// Files of models are parsed when the first function of theirs is called.
class ModelParser {
public:
  // A model that calls strlen means the library's, not one that the program defines: no models are linked then.
  ModelParser(const LoadRequest& request, const parse::Parsed& program)
      : models_(request.models, request.linked), data_model_(request.data_model), program_(program) {
    for (const DefinedFunction& function : defined_functions(program))
      if (function.is_external && models_.may_call(function.name)) are_linked_ = false;
  }

  clang::ASTUnit* find(const std::string& function) {
    if (const auto text = uninterpreted_function(program_, function)) return made(function, *text);
    if (!are_linked_) return nullptr;
    const std::optional<std::filesystem::path> file = models_.file_of(function);
    if (!file) return nullptr;
    parse::Parsed& parsed = parsed_[*file];
    if (parsed.units.empty()) {
      const std::vector<parse::TranslationUnit> units{{*file, {"-ffreestanding"}}};
      parsed = parse::parse(units, data_model_);
    }
    return parsed.units.front().get();
  }

private:
  clang::ASTUnit* made(const std::string& function, const std::string& text) {
    parse::Parsed& parsed = parsed_[function];
    if (parsed.units.empty()) {
      const TempDir folder;
      const std::filesystem::path file = folder.path() / (function + ".c");
      write_text_file(file, text);
      parsed = parse::parse(std::vector<parse::TranslationUnit>{{file, {"-ffreestanding"}}}, data_model_);
    }
    return parsed.units.front().get();
  }

  clib::Models models_;
  DataModel data_model_;
  const parse::Parsed& program_;
  bool are_linked_ = true;
  std::map<std::filesystem::path, parse::Parsed> parsed_;
};

// Takes the bodies away from the functions that are named so, in all files or in one.
void remove_bodies(parse::Parsed& parsed, const std::vector<parse::TranslationUnit>& units,
                   const std::vector<std::string>& functions) {
  for (const std::string& written : functions) {
    const std::size_t colon = written.rfind(':');
    const std::string name = written.substr(colon == std::string::npos ? 0 : colon + 1);
    bool is_found = false;
    for (std::size_t i = 0; i < parsed.units.size(); ++i) {
      if (colon != std::string::npos && units[i].file != written.substr(0, colon)) continue;
      for (clang::Decl* decl : parsed.units[i]->getASTContext().getTranslationUnitDecl()->decls()) {
        auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        if (function == nullptr || function->getIdentifier() == nullptr || function->getName() != name) continue;
        is_found = true;
        function->setBody(nullptr);
      }
    }
    if (!is_found && colon == std::string::npos)
      throw InputError(TextPosition{units.front().file.string()},
                       "no file has a function '" + name + "', of which --without-body takes the body away");
  }
}

// Of a function that several files define, the first definition stays. That of a static function may have goto-cc's
// name for it.
void keep_first_definitions(parse::Parsed& parsed, const std::vector<parse::TranslationUnit>& units) {
  std::set<std::string> known;
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::set<std::string> here;
    for (clang::Decl* decl : parsed.units[i]->getASTContext().getTranslationUnitDecl()->decls()) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      const bool is_definition = function != nullptr && function->isThisDeclarationADefinition() &&
                                 function->getIdentifier() != nullptr && !function->isInlineSpecified();
      if (!is_definition) continue;
      const std::string plain = function->getName().str();
      const std::string name =
          function->hasExternalFormalLinkage() ? plain : parse::file_local_name(units[i].file, plain);
      if (known.contains(name))
        function->setBody(nullptr);
      else
        here.insert(name);
    }
    known.merge(here);
  }
}

std::vector<std::filesystem::path> files_of(const parse::Parsed& parsed) {
  std::set<std::filesystem::path> result;
  for (const auto& unit : parsed.units) {
    const clang::SourceManager& sources = unit->getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
      if (const std::filesystem::path path(file->first.getName().str()); std::filesystem::exists(path))
        result.insert(std::filesystem::absolute(path).lexically_normal());
  }
  return {result.begin(), result.end()};
}

// Contracts that are asked for by a macro (frontend/dialect/contracts.h) have to be there: rewriting them leaves a
// declaration that tells.
void check_contracts(const parse::Parsed& parsed, const std::vector<parse::TranslationUnit>& units,
                     const std::vector<std::string>& arguments) {
  constexpr llvm::StringRef mark = "__tandem_contract_of_", checked = "__tandem_body_";
  std::set<std::string> known, with_body;
  for (const auto& unit : parsed.units)
    for (const clang::Decl* decl : unit->getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
          named != nullptr && named->getIdentifier() != nullptr) {
        if (named->getName().starts_with(mark)) known.insert(named->getName().substr(mark.size()).str());
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(named);
        if (named->getName().starts_with(checked) && function != nullptr && function->isThisDeclarationADefinition())
          with_body.insert(named->getName().substr(checked.size()).str());
      }
  std::erase_if(with_body, [&](const std::string& name) { return !known.contains(name); });
  const auto require = [&](const std::string& argument, const std::string& macro, const std::set<std::string>& among,
                           const std::string& what) {
    const std::string option = "-D" + macro;
    if (!argument.starts_with(option) || among.contains(argument.substr(option.size()))) return;
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    throw InputError(TextPosition{units.front().file.string()},
                     "there is no function '" + argument.substr(option.size()) + "' with a contract" + what +
                         "; functions with contracts: " + (list.empty() ? "none" : list));
  };
  for (const std::string& argument : arguments) {
    require(argument, "__TANDEM_ENFORCE_CONTRACT_", with_body, " and a body");
    require(argument, "__TANDEM_REPLACE_CALL_", known, "");
  }
}

Program load_here(const LoadRequest& request) {
  const Sources sources = sources_of(request);
  if (sources.units.empty()) throw InputError("no file was given");
  std::vector<SourceFile> files;
  for (const parse::TranslationUnit& unit : sources.units)
    files.push_back({unit.file.string(), sha256(read_text_file(unit.file))});
  parse::Parsed parsed = parse::parse(sources.units, request.data_model);
  parsed.notes.insert(parsed.notes.begin(), sources.notes.begin(), sources.notes.end());
  if (request.files_read) request.files_read(files_of(parsed));
  remove_bodies(parsed, sources.units, request.without_body);
  if (request.duplicates == Duplicates::FirstCounts) keep_first_definitions(parsed, sources.units);
  check_entry(parsed, sources.units, request.entry);
  check_contracts(parsed, sources.units, request.arguments);
  ModelParser models(request, parsed);
  const bool is_modelled = !request.models.empty() && request.linked != clib::Linked::Exact;
  return lower::lower(
      parsed, std::move(files), request.data_model, request.entry,
      [&](const std::string& function) { return models.find(function); }, request.allocations,
      is_modelled ? lower::Arguments::Arbitrary : lower::Arguments::Given, request.unused);
}

} // namespace

std::optional<std::filesystem::path> find_compile_commands(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file, error);
  if (error) return std::nullopt;
  for (std::filesystem::path folder = absolute.parent_path();; folder = folder.parent_path()) {
    const std::filesystem::path database = folder / "compile_commands.json";
    if (std::filesystem::exists(database, error)) {
      try { // one that cannot be read was not asked for
        if (parse::read_compile_commands(database, default_data_model).find(file) != nullptr) return database;
      } catch (const InputError&) {
      }
      return std::nullopt;
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

Program load(const LoadRequest& request) {
  return process::on_deep_stack([&] { return load_here(request); });
}

} // namespace tandem::frontend
