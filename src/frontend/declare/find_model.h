// How the declarations get at models of library functions (clib/models.h) without knowing where they come from.
#pragma once

#include <functional>
#include <string>

namespace clang {
class ASTUnit;
}

namespace tandem::frontend::declare {

// The parsed file with the model of a library function; nullptr if there is none.
using FindModel = std::function<clang::ASTUnit*(const std::string& function)>;

} // namespace tandem::frontend::declare
