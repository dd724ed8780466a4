// Parses C source into clang's typed syntax trees. Reads GNU C17 as gcc does: what clang 19 rejects only because it is
// old style (implicit declarations, integers used as pointers, …) is accepted with a note.
#pragma once

#include "base/core/input_error.h"
#include "program/model/type.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
}

namespace tandem::frontend::parse {

// A file and the compiler options it is read with (-I, -D, …), in addition to those that tandem itself adds.
struct TranslationUnit {
  std::filesystem::path file;
  std::vector<std::string> arguments;
};

// Something that was accepted although it is not C17. Line and column are physical: line markers are not followed.
struct ParseNote {
  TextPosition position;
  std::string text;
};

struct Parsed {
  Parsed();
  Parsed(Parsed&&) noexcept;
  Parsed& operator=(Parsed&&) noexcept;
  ~Parsed();

  // In the order of the files. Walk getASTContext().getTranslationUnitDecl()->decls(): the units keep no other list of
  // their top-level declarations.
  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  std::vector<ParseNote> notes; // at most one of a kind for a file
};

// Throws InputError for files that cannot be read and for errors in them.
Parsed parse(std::span<const TranslationUnit> files, DataModel model);

} // namespace tandem::frontend::parse
