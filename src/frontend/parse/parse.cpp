// Runs clang's driver and parser in this process. The parse is what `clang -fsyntax-only -w` does; the action keeps no
// lists beside the tree, since the lowering walks the tree itself.

#include "frontend/parse/parse.h"

#include "base/core/require.h"
#include "base/core/text_file.h"
#include "frontend/parse/clang_headers.h"
#include "frontend/parse/diagnostics.h"

#include <array>

namespace tandem::frontend::parse {
namespace {

class SyntaxAction : public clang::ASTFrontendAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<clang::ASTConsumer>();
  }
  // Not earlier: clang must have processed the warning options of the command line.
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    accept_old_code(compiler.getDiagnostics());
    return true;
  }
};

// The folder of clang's own headers (stddef.h, …). If tandem was moved to another machine, the configured one may be
// missing.
std::string resource_folder() {
  for (const char* folder : {TANDEM_CLANG_RESOURCES, "/usr/lib/llvm-19/lib/clang/19", "/usr/lib/clang/19"})
    if (std::filesystem::exists(std::filesystem::path(folder) / "include" / "stddef.h")) return folder;
  return TANDEM_CLANG_RESOURCES;
}

void check_file(const std::filesystem::path& file) {
  constexpr std::array cxx_suffixes{".cc", ".cpp", ".cxx", ".c++", ".C", ".hpp", ".ii"};
  const std::string suffix = file.extension().string();
  for (const char* cxx : cxx_suffixes)
    if (suffix == cxx) throw InputError(TextPosition{file.string()}, "is C++ source, tandem reads C (.c or .i)");
  if (read_text_file(file).find('\0') != std::string::npos)
    throw InputError(TextPosition{file.string()}, "contains zero bytes, expected C source text");
}

// The user's options come before those that must not be overridden.
std::vector<std::string> command_line(const TranslationUnit& unit, DataModel model) {
  std::vector<std::string> result{"clang", "-std=gnu17"};
  result.insert(result.end(), unit.arguments.begin(), unit.arguments.end());
  result.insert(result.end(),
                {"-fsyntax-only", "-w", "--target=x86_64-pc-linux-gnu", model == DataModel::ILP32 ? "-m32" : "-m64",
                 "-resource-dir=" + resource_folder(), "-fbracket-depth=100000", "-ferror-limit=0", "-x",
                 unit.file.extension() == ".i" ? "cpp-output" : "c", "--", unit.file.string()});
  return result;
}

void add_file(Parsed& parsed, const TranslationUnit& unit, DataModel model) {
  check_file(unit.file);
  auto* store = new DiagnosticStore; // the engine, and thereby the syntax tree, owns it
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, store));

  const std::vector<std::string> arguments = command_line(unit, model);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = engine;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, options);
  store->throw_error(unit.file, model);
  require(invocation != nullptr, "clang should accept the options or say what is wrong with them");

  std::unique_ptr<clang::ASTUnit> result =
      clang::ASTUnit::create(invocation, engine, clang::CaptureDiagsKind::None, /*UserFilesAreVolatile=*/false);
  SyntaxAction action;
  clang::ASTUnit* loaded = clang::ASTUnit::LoadFromCompilerInvocationAction(
      invocation, std::make_shared<clang::PCHContainerOperations>(), engine, &action, result.get(),
      /*Persistent=*/false);
  store->throw_error(unit.file, model);
  require(loaded != nullptr, "clang should parse a file or say what is wrong with it");
  const std::vector<ParseNote> notes = store->notes();
  parsed.notes.insert(parsed.notes.end(), notes.begin(), notes.end());
  parsed.units.push_back(std::move(result));
}

} // namespace

Parsed::Parsed() = default;
Parsed::Parsed(Parsed&&) noexcept = default;
Parsed& Parsed::operator=(Parsed&&) noexcept = default;
Parsed::~Parsed() = default;

Parsed parse(std::span<const TranslationUnit> files, DataModel model) {
  Parsed result;
  for (const TranslationUnit& file : files) add_file(result, file, model);
  return result;
}

} // namespace tandem::frontend::parse
