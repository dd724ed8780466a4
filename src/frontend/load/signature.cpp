#include "frontend/load/signature.h"

#include "base/process/deep_stack.h"
#include "frontend/parse/clang_headers.h"
#include "frontend/parse/parse.h"

namespace tandem::frontend {

namespace {

ParameterText parameter_text(const clang::ParmVarDecl& parameter, std::size_t number) {
  ParameterText result;
  result.name = parameter.getName().empty() ? "argument" + std::to_string(number) : parameter.getName().str();
  const clang::QualType type = parameter.getType().getUnqualifiedType();
  clang::PrintingPolicy policy(parameter.getASTContext().getLangOpts());
  policy.SuppressTagKeyword = false;
  result.type = type.getAsString(policy);
  if (!type->isPointerType()) return result;
  const clang::QualType pointee = type->getPointeeType();
  using Kind = ParameterText::Kind;
  result.kind = pointee->isFunctionType()     ? Kind::FunctionPointer
                : pointee->isIncompleteType() ? Kind::BytePointer
                                              : Kind::ObjectPointer;
  return result;
}

Signature read_here(const LoadRequest& request, const std::string& function) {
  std::vector<parse::TranslationUnit> units;
  for (const std::filesystem::path& file : request.files) units.push_back({file, request.arguments});
  const parse::Parsed parsed = parse::parse(units, request.data_model);
  std::string others;
  for (std::size_t i = 0; i < parsed.units.size(); ++i) {
    const auto& unit = parsed.units[i];
    for (const clang::Decl* decl : unit->getASTContext().getTranslationUnitDecl()->decls()) {
      const auto* found = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (found == nullptr || !found->isThisDeclarationADefinition() || found->getIdentifier() == nullptr) continue;
      if (found->getName() != function) {
        const clang::SourceManager& sources = unit->getSourceManager();
        if (sources.isWrittenInMainFile(sources.getExpansionLoc(found->getLocation())))
          others += (others.empty() ? "" : ", ") + found->getName().str();
        continue;
      }
      Signature result{
          .function = function, .parameters = {}, .is_variadic = found->isVariadic(), .file = units[i].file};
      for (const clang::ParmVarDecl* parameter : found->parameters())
        result.parameters.push_back(parameter_text(*parameter, result.parameters.size() + 1));
      return result;
    }
  }
  throw InputError(TextPosition{request.files.front().string()},
                   "defines no function '" + function + "'; it defines " + (others.empty() ? "none" : others));
}

} // namespace

Signature read_signature(const LoadRequest& request, const std::string& function) {
  return process::on_deep_stack([&] { return read_here(request, function); });
}

} // namespace tandem::frontend
