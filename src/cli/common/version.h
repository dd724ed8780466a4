// What `tandem --version` prints: its version, the commit it was built from and the libraries it is linked with.
#pragma once

#include <string>

namespace tandem::cli {

// The first line is "tandem VERSION".
std::string version_text();
// "0.1.0, commit 3f45ee7856"
std::string version_with_commit();

// Made by the build (module.cmake): "1a2b3c4", with "-changed" where files differed from it; empty outside a
// repository.
extern const char* const built_commit;

} // namespace tandem::cli
