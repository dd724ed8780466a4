#include "analysis/bounded/exceeded_loops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tandem::analysis::bounded {
namespace {

// A transformation may have made the head; then its function has to do.
std::string place_of(const Program& program, const Location& head) {
  for (const auto* edges : {&head.out, &head.in})
    for (const Edge* edge : *edges)
      if (edge->range.begin.is_known()) return program.text(edge->range.begin);
  return head.function->name();
}

} // namespace

std::string exceeded_at(const Program& program, const std::vector<const Location*>& heads) {
  constexpr std::size_t most = 3;
  std::vector<std::string> texts;
  for (const Location* head : heads)
    if (!head->out.empty() && texts.size() < most) texts.push_back(place_of(program, *head));
  if (texts.empty()) return "";
  if (heads.size() > most) texts.push_back("…");
  return fmt::format(", which loops and recursion exceed at {}", fmt::join(texts, ", "));
}

} // namespace tandem::analysis::bounded
