// The page's style and script, from the files in assets/ (made by the build, see module.cmake).
#pragma once

#include <string_view>

namespace tandem::report::page::assets {

extern const std::string_view style;
extern const std::string_view script;

} // namespace tandem::report::page::assets
