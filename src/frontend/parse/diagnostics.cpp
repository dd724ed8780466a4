// Old code is accepted by turning clang's default errors of some warning groups into remarks: remarks, unlike warnings,
// are still reported under -w, which in turn saves clang the work of looking for anything else to warn about.

#include "frontend/parse/diagnostics.h"

#include "frontend/parse/nearby_header.h"

#include <clang/Basic/DiagnosticSema.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace tandem::frontend::parse {
namespace {

constexpr std::array accepted_groups{
    "argument-outside-range",
    "atomic-access",
    "implicit-function-declaration",
    "implicit-int",
    "incompatible-function-pointer-types",
    "incompatible-pointer-types",
    "initializer-overrides",
    "int-conversion",
    "return-mismatch",
};

TextPosition position_of(const clang::Diagnostic& diagnostic) {
  if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) return {};
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  const clang::SourceLocation location = sources.getFileLoc(diagnostic.getLocation());
  return {sources.getFilename(location).str(), sources.getSpellingLineNumber(location),
          sources.getSpellingColumnNumber(location)};
}

std::string message_of(const clang::Diagnostic& diagnostic) {
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  return text.str().str();
}

std::string line_of(const clang::Diagnostic& diagnostic) {
  if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) return {};
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(diagnostic.getLocation()));
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t newline = text.take_front(offset).rfind('\n');
  const std::size_t begin = newline == llvm::StringRef::npos ? 0 : newline + 1;
  return text.substr(begin).split('\n').first.str();
}

// The header that an error says is missing, or nothing.
llvm::StringRef missing_header(llvm::StringRef message) {
  if (!message.consume_front("'") || !message.consume_back("' file not found")) return {};
  return message;
}

bool is_cxx_header(llvm::StringRef header) { return !header.empty() && !header.contains('.') && !header.contains('/'); }

// Words that, at the start of a line in which clang reports an error, indicate C++.
bool looks_like_cxx(llvm::StringRef line, llvm::StringRef message) {
  if (is_cxx_header(missing_header(message))) return true;
  if (line.contains("extern \"C\"")) return true;
  const llvm::StringRef word =
      line.ltrim().take_while([](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
  for (const char* cxx : {"class", "namespace", "template", "using", "public", "private", "protected", "virtual"})
    if (word == cxx) return true;
  return line.contains("::");
}

// Which option would have found a header that is missing.
std::string advice_on(const std::string& header, const std::filesystem::path& file) {
  if (header.empty()) return {};
  const std::optional<std::filesystem::path> folder = folder_with_header(file, header);
  return folder ? "; -I " + folder->string() + " would find it" : "; -I FOLDER says where it is";
}

// On a machine with 64-bit headers only, these folders of the C library exist for 64 bit alone.
bool needs_32_bit_headers(llvm::StringRef header) {
  return header.starts_with("bits/") || header.starts_with("gnu/") || header.starts_with("sys/") ||
         header.starts_with("asm/");
}

// gcc writes the function that frees into the attribute malloc, and so do preprocessed headers; clang 19 takes no such
// argument and leaves the attribute out, which changes nothing else.
bool is_about_deallocator(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getID() != clang::diag::err_attribute_wrong_number_arguments) return false;
  const std::string message = message_of(diagnostic);
  return message.starts_with("'malloc' attribute") || message.starts_with("'__malloc__' attribute");
}

} // namespace

void accept_old_code(clang::DiagnosticsEngine& engine) {
  for (const char* group : accepted_groups)
    engine.setSeverityForGroup(clang::diag::Flavor::WarningOrError, group, clang::diag::Severity::Remark);
}

void DiagnosticStore::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (level == clang::DiagnosticsEngine::Remark) return add_accepted(diagnostic);
  if (level < clang::DiagnosticsEngine::Error || is_about_deallocator(diagnostic)) return;
  if (diagnostic.getID() == clang::diag::err_redefinition_different_kind &&
      diagnostic.getArgKind(0) == clang::DiagnosticsEngine::ak_declarationname)
    redefined_.push_back(clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(0)).getAsString());
  if (diagnostic.getID() == clang::diag::err_type_unsupported) lacks_type_ = true;
  constexpr std::size_t most_others = 19; // as many as compilers print
  if (!first_)
    first_ = {position_of(diagnostic), message_of(diagnostic), line_of(diagnostic)};
  else if (others_.size() < most_others)
    others_.emplace_back(position_of(diagnostic), message_of(diagnostic));
  ++error_count_;
}

void DiagnosticStore::add_accepted(const clang::Diagnostic& diagnostic) {
  const llvm::StringRef kind = clang::DiagnosticIDs::getWarningOptionForDiag(diagnostic.getID());
  const auto known = std::ranges::find(accepted_, kind, [](const Accepted& a) { return llvm::StringRef(a.kind); });
  if (known != accepted_.end()) {
    ++known->count;
    return;
  }
  // "call to undeclared function 'f'; ISO C99 and later do not support …": the second part is advice.
  const std::string message = llvm::StringRef(message_of(diagnostic)).split("; ").first.str();
  accepted_.push_back({kind.str(), {position_of(diagnostic), message}, 1});
}

void DiagnosticStore::throw_error(const std::filesystem::path& file, DataModel model) const {
  if (!first_) return;
  const TextPosition position = first_->position.file.empty() ? TextPosition{file.string()} : first_->position;
  const llvm::StringRef header = missing_header(first_->message);
  if (model == DataModel::ILP32 && needs_32_bit_headers(header))
    throw InputError(position, "the 32-bit header '" + header.str() +
                                   "' is not installed; install the package gcc-multilib, or choose --data-model LP64");
  if (looks_like_cxx(first_->line, first_->message))
    throw InputError(position, first_->message + "; this looks like C++, tandem reads C");
  std::string more;
  if (error_count_ == 2) more = " (and 1 more error)";
  if (error_count_ > 2) more = " (and " + std::to_string(error_count_ - 1) + " more errors)";
  throw InputErrors(position, first_->message + advice_on(header.str(), position.file) + more, others_);
}

std::vector<ParseNote> DiagnosticStore::notes() const {
  std::vector<ParseNote> result;
  for (const Accepted& accepted : accepted_) {
    const std::string times = accepted.count > 1 ? ", " + std::to_string(accepted.count) + " times in this file" : "";
    result.push_back({accepted.note.position, accepted.note.text + " (accepted" + times + ")"});
  }
  return result;
}

} // namespace tandem::frontend::parse
