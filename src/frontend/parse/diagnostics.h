// Keeps what clang reports while it parses one file, until clang has returned: nothing may be thrown through its
// frames.
#pragma once

#include "frontend/parse/clang_headers.h"
#include "frontend/parse/parse.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::frontend::parse {

// What clang 19 makes an error although compilers of the programs' own time accepted it.
void accept_old_code(clang::DiagnosticsEngine& engine);

class DiagnosticStore : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

  // Throws the first error as an InputError, if there is one. `file` is the place of errors that have none.
  void throw_error(const std::filesystem::path& file, DataModel model) const;
  std::vector<ParseNote> notes() const;

private:
  struct Error {
    TextPosition position;
    std::string message;
    std::string line; // the text at the place
  };
  struct Accepted {
    std::string kind; // clang's warning group
    ParseNote note;
    std::size_t count = 0;
  };

  void add_accepted(const clang::Diagnostic& diagnostic);

  std::optional<Error> first_;
  std::size_t error_count_ = 0;
  std::vector<Accepted> accepted_; // in order of appearance, one for each kind
};

} // namespace tandem::frontend::parse
