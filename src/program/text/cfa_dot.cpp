// Straight-line sequences of locations are merged into one box, so that the drawing has one node per basic block.

#include "program/text/cfa_dot.h"

#include "program/text/cfa_text.h"

#include <fmt/format.h>

#include <vector>

namespace tandem::text {

namespace {

constexpr std::size_t longest_line = 100;

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// Truncated between characters, never inside one.
std::string shortened(std::string text) {
  if (text.size() <= longest_line) return text;
  std::size_t end = longest_line - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// A location that continues the box of the one before it.
bool continues(const Location& location) {
  if (&location == &location.function->entry() || &location == &location.function->exit()) return false;
  return location.in.size() == 1 && location.in[0]->from->out.size() == 1 && location.in[0]->from != &location;
}

// The locations drawn in one box, from its first one on.
std::vector<const Location*> box_from(const Location& first) {
  std::vector<const Location*> box{&first};
  while (box.back()->out.size() == 1 && continues(*box.back()->out[0]->to)) box.push_back(box.back()->out[0]->to);
  return box;
}

std::string box_label(const std::vector<const Location*>& box) {
  std::string label;
  for (const Location* location : box) {
    const std::string step = location->out.size() == 1 ? operation_text(location->out[0]->op) : "";
    label += escaped(shortened(location_text(*location) + "  " + step)) + "\\l";
  }
  return label;
}

std::string box_style(const Location& first) {
  if (&first == &first.function->entry()) return ", penwidth=2";
  if (&first == &first.function->exit()) return ", peripheries=2";
  return "";
}

std::string arrow(const Location& box, const Edge& edge) {
  const std::string between = fmt::format("  {} -> {}", location_text(box), location_text(*edge.to));
  if (edge.op.kind != OpKind::Assume || edge.from->out.size() != 2) return between + ";\n";
  return fmt::format("{} [label=\"{}\", color={}];\n", between, escaped(shortened(operation_text(edge.op))),
                     edge.op.truth ? "forestgreen" : "crimson");
}

std::string cluster(const Function& function) {
  std::string text = fmt::format("subgraph \"cluster_{0}\" {{\n  label=\"{1}\";\n", escaped(function.name()),
                                 escaped(signature_text(function)));
  for (const Location* location : function.locations()) {
    if (continues(*location)) continue;
    const std::vector<const Location*> box = box_from(*location);
    text += fmt::format("  {} [label=\"{}\"{}];\n", location_text(*location), box_label(box), box_style(*location));
    for (const Edge* edge : box.back()->out) text += arrow(*location, *edge);
  }
  return text + "}\n";
}

} // namespace

std::string cfa_dot(const Program& program) {
  std::string text = "digraph cfa {\nnode [shape=box, fontname=\"monospace\", fontsize=10];\n"
                     "edge [fontname=\"monospace\", fontsize=9];\n";
  for (const Function* function : program.functions())
    if (function->has_body()) text += cluster(*function);
  return text + "}\n";
}

} // namespace tandem::text
