// Words that users may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// The one with the fewest changed letters, if they are few; else empty.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

// For the end of a message: "; did you mean 'verify'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

} // namespace tandem
