#include "frontend/load/uninterpreted.h"

#include "frontend/parse/clang_headers.h"
#include "frontend/parse/parse.h"
#include "program/model/not_understood.h"

#include <fmt/format.h>

namespace tandem::frontend {

namespace {

// Calls with more different arguments than this are not understood.
constexpr int most_remembered = 8;

std::optional<std::string> scalar_text(clang::QualType type, const clang::ASTContext& context) {
  const clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  if (plain->isPointerType()) return "void *";
  if (const auto* enumeration = plain->getAs<clang::EnumType>())
    return scalar_text(enumeration->getDecl()->getIntegerType(), context);
  const bool is_known = plain->isIntegerType() && context.getTypeSize(plain) <= 64;
  return is_known ? std::optional(plain.getAsString()) : std::nullopt;
}

const clang::FunctionDecl* declaration_of(const parse::Parsed& program, const std::string& function) {
  for (const auto& unit : program.units)
    for (const clang::Decl* decl : unit->getASTContext().getTranslationUnitDecl()->decls()) {
      const auto* found = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (found != nullptr && found->getIdentifier() != nullptr && found->getName() == function) return found;
    }
  return nullptr;
}

std::string definition(const std::string& function, const std::string& result,
                       const std::vector<std::string>& parameters) {
  std::string list, members, is_same, remember;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    list += fmt::format("{}{} a{}", i == 0 ? "" : ", ", parameters[i], i);
    members += fmt::format(" {} a{};", parameters[i], i);
    is_same += fmt::format(" && known[@].a{0} == a{0}", i);
    remember += fmt::format(" known[@].a{0} = a{0};", i);
  }
  const auto at = [](std::string text, int place) {
    for (std::size_t i = text.find('@'); i != std::string::npos; i = text.find('@'))
      text.replace(i, 1, std::to_string(place));
    return text;
  };
  std::string text =
      "unsigned long long __VERIFIER_nondet_ulonglong(void);\nvoid __CPROVER_uninterpreted_calls(void);\n";
  text += fmt::format("{} {}({}) {{\n", result, function, list.empty() ? "void" : list);
  text += fmt::format("  static struct {{{} {} result; }} known[{}];\n  static int calls;\n", members, result,
                      most_remembered);
  for (int i = 0; i < most_remembered; ++i)
    text += fmt::format("  if (calls > {0}{1}) return known[{0}].result;\n", i, at(is_same, i));
  text += fmt::format("  {0} result = ({0})__VERIFIER_nondet_ulonglong();\n", result);
  for (int i = 0; i < most_remembered; ++i)
    text += fmt::format("  if (calls == {0}) {{{1} known[{0}].result = result; calls = {2}; return result; }}\n", i,
                        at(remember, i), i + 1);
  return text + "  __CPROVER_uninterpreted_calls();\n  return result;\n}\n";
}

} // namespace

std::optional<std::string> uninterpreted_function(const parse::Parsed& program, const std::string& function) {
  if (!is_uninterpreted(function)) return std::nullopt;
  const clang::FunctionDecl* declared = declaration_of(program, function);
  if (declared == nullptr || declared->isVariadic() || !declared->getType()->isFunctionProtoType()) return std::nullopt;
  const auto result = scalar_text(declared->getReturnType(), declared->getASTContext());
  std::vector<std::string> parameters;
  for (const clang::ParmVarDecl* parameter : declared->parameters())
    if (const auto text = scalar_text(parameter->getType(), declared->getASTContext())) parameters.push_back(*text);
  if (!result || parameters.size() != declared->getNumParams()) return std::nullopt;
  return definition(function, *result, parameters);
}

} // namespace tandem::frontend
