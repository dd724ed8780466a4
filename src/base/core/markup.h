// Text inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// The five characters that mean something there become references; control characters are the caller's business.
inline std::string escaped_markup(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '"': result += "&quot;"; break;
    case '\'': result += "&#39;"; break;
    default: result += c;
    }
  }
  return result;
}

} // namespace tandem
