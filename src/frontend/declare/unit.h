// One parsed file and the way from clang's source locations to tandem's. Positions are physical: line markers of
// preprocessed text are not followed, and what a macro expands to stands where the macro is used.
#pragma once

#include "base/core/input_error.h"
#include "frontend/parse/clang_headers.h"
#include "program/model/program_builder.h"

#include <string>
#include <unordered_map>

namespace tandem::frontend::declare {

class Unit {
public:
  Unit(std::uint32_t index, clang::ASTContext& ast, ProgramBuilder& builder)
      : index_(index), ast_(ast), builder_(builder) {}
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  std::uint32_t index() const { return index_; }
  clang::ASTContext& ast() const { return ast_; }

  SourcePoint point(clang::SourceLocation location) const;
  SourceRange range(clang::SourceRange range) const;
  TextPosition position(clang::SourceLocation location) const;

  // In bytes, where the declaration asks for more or less than its type does; else 0.
  std::uint32_t explicit_align(const clang::VarDecl& decl) const;

  // Throws an InputError that says `what` is not supported.
  [[noreturn]] void refuse(clang::SourceLocation location, const std::string& what) const;

private:
  SourcePoint point_of_offset(clang::FileID file, unsigned offset) const;
  std::uint32_t file_index(clang::FileID file) const;

  std::uint32_t index_;
  clang::ASTContext& ast_;
  ProgramBuilder& builder_;
  mutable std::unordered_map<unsigned, std::uint32_t> files_; // by the hash of clang's FileID, which is its number
};

// Where something stands, worked out only if somebody asks: finding the beginning of a long expression takes time.
class Site {
public:
  Site(const Unit& unit, clang::SourceLocation location) : unit_(&unit), location_(location) {}
  Site(const Unit& unit, const clang::Stmt& stmt) : unit_(&unit), stmt_(&stmt) {}

  const Unit& unit() const { return *unit_; }
  clang::SourceLocation location() const { return stmt_ == nullptr ? location_ : stmt_->getBeginLoc(); }

private:
  const Unit* unit_;
  clang::SourceLocation location_;
  const clang::Stmt* stmt_ = nullptr;
};

} // namespace tandem::frontend::declare
