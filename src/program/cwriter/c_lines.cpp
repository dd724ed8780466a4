// Tracks the line that a compiler would assign to the next one, so that a #line directive is written only where that
// is wrong.

#include "program/cwriter/c_lines.h"

#include "program/cexpr/c_constants.h"

#include <algorithm>

namespace tandem::cwriter {

void CLines::put(const std::string& line) {
  text_ += line + "\n";
  ++count_;
}

void CLines::direct_to(SourcePoint point) {
  const bool same_file = expected_.is_known() && expected_.file == point.file;
  if (same_file && expected_.line == point.line) return;
  put("#line " + std::to_string(point.line) +
      (same_file ? "" : " " + cexpr::c_string_literal(files_.at(point.file).path)));
  expected_ = point;
}

void CLines::add(const std::string& text, SourcePoint point, std::vector<const Edge*> edges) {
  if (directives_ == LineDirectives::On && point.is_known()) direct_to(point);
  put(text);
  if (expected_.is_known()) ++expected_.line;
  if (!edges.empty()) map_.push_back({count_, std::move(edges)});
}

void CLines::add_block(const std::string& text) {
  text_ += text;
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  count_ += lines;
  if (expected_.is_known()) expected_.line += lines;
}

std::vector<LineEntry> CLines::map_after(std::uint32_t before) const {
  std::vector<LineEntry> result = map_;
  for (LineEntry& entry : result) entry.line += before;
  return result;
}

} // namespace tandem::cwriter
