#include "report/text/partners_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report {

std::string partners_text(const std::vector<task::Contribution>& partners) {
  if (partners.size() < 2) return "";
  std::vector<std::string> names;
  for (const task::Contribution& partner : partners)
    if (std::ranges::find(names, partner.partner) == names.end()) names.push_back(partner.partner);
  std::string text;
  for (const std::string& name : names) {
    double seconds = 0;
    std::size_t runs = 0;
    const task::Contribution* last = nullptr;
    for (const task::Contribution& partner : partners) {
      if (partner.partner != name) continue;
      seconds += partner.cpu_seconds;
      ++runs;
      last = &partner;
    }
    text += fmt::format("Partner {} ({:.1f} s CPU{}): {}", name, seconds,
                        runs > 1 ? fmt::format(", {} runs", runs) : "", last->what);
    text += "\n";
  }
  return text;
}

} // namespace tandem::report
