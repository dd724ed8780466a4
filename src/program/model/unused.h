// What becomes of values that nothing uses, as in `a[i];`: compilers drop them, and only checks see that computing them
// may be undefined.
#pragma once

#include <cstdint>

namespace tandem {

enum class Unused : std::uint8_t { Dropped, Computed };

} // namespace tandem
