// One parsed file, and the translation of clang's source locations. Positions are physical: line markers of
// preprocessed text are not followed, and the expansion of a macro has the position of its use.
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

  // In bytes, if the declaration's alignment differs from that of its type; else 0.
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

// A source location that is computed on demand: finding the beginning of a long expression is expensive.
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
