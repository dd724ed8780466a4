// Stores clang's diagnostics for one file until clang has returned: no exception may pass through its frames.
#pragma once

#include "base/core/input_errors.h"
#include "frontend/parse/clang_headers.h"
#include "frontend/parse/parse.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::frontend::parse {

// Accepts what is an error in clang 19 but was accepted by the compilers the programs were written for.
void accept_old_code(clang::DiagnosticsEngine& engine);

class DiagnosticStore : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

  // Throws the errors as InputErrors, if there are any. `file` is the position of errors without one.
  void throw_error(const std::filesystem::path& file, DataModel model) const;
  std::vector<ParseNote> notes() const;
  // Names that the file declares as something else than what they are already; clang takes some for functions of the
  // library, although no header of it was read.
  const std::vector<std::string>& redefined() const { return redefined_; }
  // Whether the file names a type that the chosen processor does not have.
  bool lacks_type() const { return lacks_type_; }

private:
  struct Error {
    TextPosition position;
    std::string message;
    std::string line; // the source text at the position
  };
  struct Accepted {
    std::string kind; // clang's warning group
    ParseNote note;
    std::size_t count = 0;
  };

  void add_accepted(const clang::Diagnostic& diagnostic);

  std::optional<Error> first_;
  std::vector<InputError> others_; // up to a limit
  std::vector<std::string> redefined_;
  bool lacks_type_ = false;
  std::size_t error_count_ = 0;
  std::vector<Accepted> accepted_; // in order of appearance, one for each kind
};

} // namespace tandem::frontend::parse
