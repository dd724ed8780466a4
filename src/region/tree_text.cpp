// Text, dot and JSON all print the same contents of each region: its assertions, its inner loops and the functions it
// calls.

#include "region/tree_text.h"

#include "program/model/target.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace tandem::region {

namespace {

struct Lines {
  std::uint32_t first = 0, last = 0;
};

Lines lines_of(const Node& node) {
  Lines result;
  if (const SourceRange range = node.function->range(); node.is_function() && range.begin.is_known())
    return {range.begin.line, std::max(range.begin.line, range.end.line)};
  const std::uint32_t file = node.head->out.empty() ? 0 : node.head->out.front()->range.begin.file;
  for (const Edge* edge : node.edges()) {
    const SourceRange& range = edge->range;
    if (!range.begin.is_known() || range.begin.file != file) continue;
    if (result.first == 0 || range.begin.line < result.first) result.first = range.begin.line;
    result.last = std::max({result.last, range.begin.line, range.end.file == file ? range.end.line : 0});
  }
  return result;
}

// The assertions and callees that belong directly to each region.
class Contents {
public:
  Contents(const RegionTree& tree, const Property& property)
      : assertions_(tree.nodes().size()), calls_(tree.nodes().size()) {
    for (const Target& target : targets(tree.program(), property))
      if (const Node* node = tree.innermost(*target.location)) assertions_[node->id].push_back(target.call);
    for (const Node& node : tree.nodes()) {
      if (!node.is_function()) continue;
      std::set<std::uint32_t> known;
      for (const Edge* call : node.callers) {
        const Node* caller = tree.innermost(*call->from);
        if (caller != nullptr && known.insert(caller->id).second) calls_[caller->id].push_back(&node);
      }
    }
  }

  const std::vector<const Edge*>& assertions(const Node& node) const { return assertions_[node.id]; }
  const std::vector<const Node*>& calls(const Node& node) const { return calls_[node.id]; }
  std::vector<const Node*> inside(const Node& node) const {
    std::vector<const Node*> result = node.children;
    result.insert(result.end(), calls_[node.id].begin(), calls_[node.id].end());
    return result;
  }

private:
  std::vector<std::vector<const Edge*>> assertions_; // by node id
  std::vector<std::vector<const Node*>> calls_;
};

class TextWriter {
public:
  TextWriter(const RegionTree& tree, const Contents& contents)
      : tree_(tree), contents_(contents), written_(tree.nodes().size(), false) {}

  std::string write() {
    node(tree_.root(), 0);
    return std::move(text_);
  }

private:
  void node(const Node& node, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    const bool again = written_[node.id];
    written_[node.id] = true;
    const Lines lines = lines_of(node);
    if (node.is_function())
      text_ += fmt::format("{}{} ({}){}{}\n", indent, node.function->source_name(), line_text(lines), remark(node),
                           again ? ", see above" : "");
    else
      text_ += fmt::format("{}loop ({})\n", indent, line_text(lines));
    if (again) return;
    for (const Edge* call : contents_.assertions(node))
      text_ += fmt::format("{}  assertion at {}\n", indent, tree_.program().text(call->range.begin));
    for (const Node* inner : contents_.inside(node)) this->node(*inner, depth + 1);
  }

  static std::string line_text(const Lines& lines) {
    return lines.first == lines.last ? fmt::format("line {}", lines.first)
                                     : fmt::format("lines {}-{}", lines.first, lines.last);
  }

  std::string remark(const Node& node) const {
    if (tree_.calls().is_recursive(*node.function)) return ", recursive";
    return node.callers.size() > 1 ? fmt::format(", {} calls", node.callers.size()) : "";
  }

  const RegionTree& tree_;
  const Contents& contents_;
  std::vector<bool> written_;
  std::string text_;
};

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

} // namespace

std::string title(const Node& node) {
  if (node.is_function()) return node.function->source_name();
  const Lines lines = lines_of(node);
  return fmt::format("{} {}-{}", node.function->source_name(), lines.first, lines.last);
}

std::string tree_text(const RegionTree& tree, const Property& property) {
  return TextWriter(tree, Contents(tree, property)).write();
}

std::string tree_dot(const RegionTree& tree, const Property& property) {
  const Contents contents(tree, property);
  std::string text = "digraph regions {\n  rankdir=LR;\n  node [shape=box, style=filled, fillcolor=white];\n";
  for (const Node& node : tree.nodes()) {
    text += fmt::format("  r{} [label={}{}];\n", node.id, quoted(title(node)),
                        node.is_function() ? "" : ", fillcolor=lightblue");
    for (const Edge* call : contents.assertions(node))
      text += fmt::format("  a{} [label={}, color=red, fontcolor=red];\n  r{} -> a{};\n", call->id,
                          quoted("assertion " + tree.program().text(call->range.begin)), node.id, call->id);
  }
  for (const Node& node : tree.nodes())
    for (const Node* inner : contents.inside(node)) text += fmt::format("  r{} -> r{};\n", node.id, inner->id);
  return text + "}\n";
}

std::string tree_json(const RegionTree& tree, const Property& property) {
  const Contents contents(tree, property);
  nlohmann::ordered_json regions = nlohmann::ordered_json::array();
  for (const Node& node : tree.nodes()) {
    const Lines lines = lines_of(node);
    nlohmann::ordered_json entry{{"id", node.id},
                                 {"kind", node.is_function() ? "function" : "loop"},
                                 {"function", node.function->name()},
                                 {"lines", {lines.first, lines.last}},
                                 {"recursive", tree.calls().is_recursive(*node.function)}};
    for (const auto& [key, inner] : {std::pair{"loops", node.children}, std::pair{"calls", contents.calls(node)}}) {
      entry[key] = nlohmann::ordered_json::array();
      for (const Node* child : inner) entry[key].push_back(child->id);
    }
    entry["assertions"] = nlohmann::ordered_json::array();
    for (const Edge* call : contents.assertions(node))
      entry["assertions"].push_back({{"edge", call->name}, {"place", tree.program().text(call->range.begin)}});
    regions.push_back(std::move(entry));
  }
  return nlohmann::ordered_json{{"root", tree.root().id}, {"regions", regions}}.dump(2) + "\n";
}

} // namespace tandem::region
