// Source positions; the only use of clang's internals here is its cache of line starts, for columns in constant time.

#include "frontend/declare/unit.h"

#include <filesystem>

namespace tandem::frontend::declare {

namespace {

// `proofs/f/../../src/a.c`, included by a harness, is `src/a.c` to the reader, unless a symbolic link makes it another
// file.
std::string shown_path(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.find("..") == std::string::npos) return path;
  fs::path normal = fs::path(path).lexically_normal();
  std::error_code error;
  return fs::equivalent(path, normal, error) ? normal.string() : path;
}

} // namespace

std::uint32_t Unit::file_index(clang::FileID file) const {
  const auto [found, is_new] = files_.try_emplace(file.getHashValue(), 0);
  if (is_new) {
    const clang::SourceManager& sources = ast_.getSourceManager();
    const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    std::string path = entry ? entry->getName().str() : std::string("<built-in>");
    // Those that were asked for keep the name that they were asked for by.
    if (file != sources.getMainFileID()) path = shown_path(path);
    found->second = builder_.add_file({std::move(path), ""});
  }
  return found->second;
}

SourcePoint Unit::point_of_offset(clang::FileID file, unsigned offset) const {
  const clang::SourceManager& sources = ast_.getSourceManager();
  const unsigned line = sources.getLineNumber(file, offset);
  // Clang's own column search walks back to the start of the line, which may be very long in generated programs.
  const auto& line_starts = sources.getSLocEntry(file).getFile().getContentCache().SourceLineCache;
  return {file_index(file), line, offset - line_starts[static_cast<int>(line) - 1] + 1};
}

SourcePoint Unit::point(clang::SourceLocation location) const {
  if (location.isInvalid()) return {};
  const clang::SourceManager& sources = ast_.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(location));
  return point_of_offset(file, offset);
}

SourceRange Unit::range(clang::SourceRange range) const {
  if (range.isInvalid()) return {};
  const clang::SourceManager& sources = ast_.getSourceManager();
  const clang::SourceLocation last = sources.getExpansionRange(range.getEnd()).getEnd();
  const auto [file, offset] = sources.getDecomposedLoc(last);
  const unsigned length = clang::Lexer::MeasureTokenLength(last, sources, ast_.getLangOpts());
  return {point(range.getBegin()), point_of_offset(file, offset + length)};
}

TextPosition Unit::position(clang::SourceLocation location) const {
  const SourcePoint at = point(location);
  if (!at.is_known()) return {};
  return {builder_.files()[at.file].path, at.line, at.column};
}

std::uint32_t Unit::explicit_align(const clang::VarDecl& decl) const {
  const auto declared = ast_.getDeclAlign(&decl, /*ForAlignof=*/true).getQuantity();
  const auto natural = ast_.getTypeAlignInChars(decl.getType().getCanonicalType()).getQuantity();
  return declared == natural ? 0 : static_cast<std::uint32_t>(declared);
}

void Unit::refuse(clang::SourceLocation location, const std::string& what) const {
  throw InputError(position(location), what + " is not supported");
}

} // namespace tandem::frontend::declare
