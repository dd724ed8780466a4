// Runs clang's driver and parser in this process. The parse is what `clang -fsyntax-only -w` does, but that all tokens
// are read before the first one is parsed, so that dialects of other verifiers can be rewritten to C between the two.
// The action keeps no lists beside the tree, since the lowering walks the tree itself.

#include "frontend/parse/parse.h"

#include "base/core/require.h"
#include "base/core/text_file.h"
#include "frontend/dialect/rewrite.h"
#include "frontend/parse/clang_headers.h"
#include "frontend/parse/diagnostics.h"

#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>

namespace tandem::frontend::parse {
namespace {

class SyntaxAction : public clang::ASTFrontendAction {
public:
  // What must not be thrown through clang's frames.
  void throw_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<clang::ASTConsumer>();
  }
  // Not earlier: clang must have processed the warning options of the command line.
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    accept_old_code(compiler.getDiagnostics());
    return true;
  }
  // As clang::ParseAST does it, from a list of tokens.
  void ExecuteAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    if (!compiler.hasPreprocessor()) return;
    if (!compiler.hasSema()) compiler.createSema(getTranslationUnitKind(), nullptr);
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    clang::Parser parser(preprocessor, compiler.getSema(), /*SkipFunctionBodies=*/false); // registers pragmas
    // A comment may be reported while the tokens are read, and a report asks which function it stands in.
    compiler.getSema().CurContext = compiler.getASTContext().getTranslationUnitDecl();
    try {
      preprocessor.EnterMainSourceFile();
      enter(dialect::rewrite(all_tokens(preprocessor), preprocessor), preprocessor);
    } catch (...) {
      failure_ = std::current_exception();
      return;
    }
    compiler.getSema().CurContext = nullptr;
    parse_declarations(parser, compiler.getSema());
  }

private:
  static dialect::Tokens all_tokens(clang::Preprocessor& preprocessor) {
    dialect::Tokens result;
    do {
      preprocessor.Lex(result.emplace_back());
    } while (result.back().isNot(clang::tok::eof));
    return result;
  }

  // The parser may look behind the end.
  static void enter(dialect::Tokens tokens, clang::Preprocessor& preprocessor) {
    constexpr std::size_t looked_ahead = 4;
    const std::size_t count = tokens.size() + looked_ahead;
    auto copy = std::make_unique<clang::Token[]>(count);
    std::ranges::copy(tokens, copy.get());
    for (std::size_t i = tokens.size(); i < count; ++i) copy[i] = tokens.back();
    preprocessor.EnterTokenStream(std::move(copy), static_cast<unsigned>(count), /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/false);
  }

  static void parse_declarations(clang::Parser& parser, clang::Sema& sema) {
    parser.Initialize();
    clang::Parser::DeclGroupPtrTy declared;
    clang::Sema::ModuleImportState imports;
    const clang::EnterExpressionEvaluationContext context(
        sema, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    for (bool at_end = parser.ParseFirstTopLevelDecl(declared, imports); !at_end;
         at_end = parser.ParseTopLevelDecl(declared, imports))
      if (declared && !sema.getASTConsumer().HandleTopLevelDecl(declared.get())) return;
    for (clang::Decl* weak : sema.WeakTopLevelDecls())
      sema.getASTConsumer().HandleTopLevelDecl(clang::DeclGroupRef(weak));
    sema.getASTConsumer().HandleTranslationUnit(sema.getASTContext());
  }

  std::exception_ptr failure_;
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

// Builtin functions that are short for something else: gcc's own, clang's for rotating and for caches, and ESBMC's for
// accesses.
std::vector<std::string> builtin_macros() {
  std::vector<std::string> result;
  for (const std::string& op : std::vector<std::string>{"add", "sub", "mul"})
    result.push_back("-D__builtin_" + op + "_overflow_p(a,b,c)=({__typeof__((0,(c)))tandem_r;__builtin_" + op +
                     "_overflow(a,b,&tandem_r);})");
  constexpr std::array types{"unsigned char", "unsigned short", "unsigned", "unsigned long long"};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string bits = std::to_string(8u << i), most = std::to_string((8u << i) - 1), type = types[i];
    for (const auto& [side, there, back] : {std::array{"left", "<<", ">>"}, std::array{"right", ">>", "<<"}})
      result.push_back(std::string("-D__builtin_rotate") + side + bits + "(x,n)=({" + type +
                       " tandem_x=(x);unsigned tandem_n=(n)&" + most + ";(" + type + ")(tandem_x" + there +
                       "tandem_n|tandem_x" + back + "(-tandem_n&" + most + "));})");
  }
  for (const std::string name : {"r_ok", "w_ok", "rw_ok"}) // ESBMC's hold of no bytes at any pointer, CBMC's do not
    result.push_back("-D__ESBMC_" + name + "(p,n)=((n)==0||__CPROVER_" + name + "(p,n))");
  result.push_back("-D__builtin_nontemporal_load(p)=(0,*(p))");
  result.push_back("-D__builtin_nontemporal_store(v,p)=((void)(*(p)=(v)))");
  return result;
}

// The user's options come before those that must not be overridden.
std::vector<std::string> command_line(const TranslationUnit& unit, DataModel model) {
  std::vector<std::string> result{"clang", "-std=gnu17"};
  for (std::string& macro : builtin_macros()) result.push_back(std::move(macro));
  result.insert(result.end(), unit.arguments.begin(), unit.arguments.end());
  result.insert(result.end(),
                {"-fsyntax-only", "-w", "--target=x86_64-pc-linux-gnu", model == DataModel::ILP32 ? "-m32" : "-m64",
                 "-resource-dir=" + resource_folder(), "-fbracket-depth=100000", "-ferror-limit=0", "-x",
                 unit.file.extension() == ".i" ? "cpp-output" : "c", "--", unit.file.string()});
  return result;
}

// The unit with the options that its errors ask for; nothing if it has them already. Names that it declares otherwise
// than clang are left to it; for 32 bit, no compiler knows _Float16 and __bf16 without SSE2, so that what has them is
// written to be compiled with it.
std::optional<TranslationUnit> with_asked_options(TranslationUnit unit, const DiagnosticStore& store) {
  const std::size_t count = unit.arguments.size();
  const auto add = [&](std::string option) {
    if (std::ranges::find(unit.arguments, option) == unit.arguments.end()) unit.arguments.push_back(std::move(option));
  };
  for (const std::string& name : store.redefined()) add("-fno-builtin-" + name);
  if (store.lacks_type()) add("-msse2");
  return unit.arguments.size() > count ? std::optional(std::move(unit)) : std::nullopt;
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
  if (const std::optional<TranslationUnit> again = with_asked_options(unit, *store))
    return add_file(parsed, *again, model);
  store->throw_error(unit.file, model);
  action.throw_failure();
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
