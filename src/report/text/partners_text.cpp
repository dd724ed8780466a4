#include "report/text/partners_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem::report {
namespace {

// The time is not known of a partner inside a strategy that was stopped.
std::string effort_text(double seconds, std::size_t runs) {
  std::vector<std::string> parts;
  if (seconds > 0) parts.push_back(fmt::format("{:.1f} s CPU", seconds));
  if (runs > 1) parts.push_back(fmt::format("{} runs", runs));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

} // namespace

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
    text += fmt::format("Partner {}{}: {}\n", name, effort_text(seconds, runs), last->what);
  }
  return text;
}

} // namespace tandem::report
