// The functions that the headers of the C library declare (declared.cpp).
#pragma once

#include <string_view>

namespace tandem::clib {

extern const std::string_view declared_functions; // separated by blanks

} // namespace tandem::clib
