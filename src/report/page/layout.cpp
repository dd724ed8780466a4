// Graphviz gets boxes of the size that the browser's text will have, and answers in its plain format: one line for each
// node and edge, in inches, with the origin at the bottom left.

#include "report/page/layout.h"

#include "base/process/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace tandem::report::page {

namespace {

using nlohmann::json;

constexpr double pixels = 72; // an inch
constexpr double letter_width = 6.8, line_height = 13;

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

double width_of(const std::vector<std::string>& lines) {
  std::size_t longest = 3;
  for (const std::string& line : lines) longest = std::max(longest, characters(line));
  return static_cast<double>(longest) * letter_width + 14;
}

// Labels of edges are given as their number: the text itself is put in by the browser.
std::string dot_text(const DrawnGraph& graph) {
  std::string text = "digraph g { rankdir=TB; nodesep=0.3; ranksep=0.35; node [shape=box, fixedsize=true, label=\"\"]; "
                     "edge [arrowhead=none];\n";
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const std::vector<std::string>& lines = graph.nodes[i].lines;
    const double height = static_cast<double>(std::max<std::size_t>(1, lines.size())) * line_height + 10;
    text += fmt::format("n{} [width={:.3f}, height={:.3f}];\n", i, width_of(lines) / pixels, height / pixels);
  }
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const DrawnEdge& edge = graph.edges[i];
    const std::string space(std::min<std::size_t>(characters(edge.label), 40), 'x');
    text += fmt::format("n{} -> n{} [fontsize=9, comment=\"{}\"{}];\n", edge.from, edge.to, i,
                        space.empty() ? "" : fmt::format(", label=\"{}\"", space));
  }
  return text + "}\n";
}

class PlainReader {
public:
  explicit PlainReader(const std::string& text) : lines_(text) {}

  // The next graph of the text; null where it ends early.
  json read(const DrawnGraph& graph) {
    json nodes = json::array(), edges = json::array();
    double scale = 1, width = 0;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> parallel;
    for (std::size_t i = graph.edges.size(); i-- > 0;) parallel[{graph.edges[i].from, graph.edges[i].to}].push_back(i);
    std::string line;
    while (std::getline(lines_, line)) {
      std::istringstream words(line);
      std::string kind;
      words >> kind;
      if (kind == "graph") {
        words >> scale >> width >> height_;
      } else if (kind == "node") {
        nodes.push_back(node(words, graph));
      } else if (kind == "edge") {
        edges.push_back(edge(words, graph, parallel));
      } else if (kind == "stop") {
        return {{"name", graph.name},
                {"width", width * pixels},
                {"height", height_ * pixels},
                {"nodes", std::move(nodes)},
                {"edges", std::move(edges)}};
      }
    }
    return nullptr;
  }

private:
  static std::size_t number(const std::string& name) { return std::stoul(name.substr(1)); }
  static double rounded(double inches) { return std::round(inches * pixels * 10) / 10; }
  double down(double inches) const { return rounded(height_ - inches); }

  json node(std::istream& words, const DrawnGraph& graph) const {
    std::string name;
    double x = 0, y = 0, width = 0, height = 0;
    words >> name >> x >> y >> width >> height;
    const DrawnNode& known = graph.nodes.at(number(name));
    json result{{"x", rounded(x)},           {"y", down(y)},         {"width", rounded(width)},
                {"height", rounded(height)}, {"lines", known.lines}, {"tone", known.tone}};
    if (!known.note.empty()) result["note"] = known.note;
    if (!known.places.empty()) result["places"] = known.places;
    return result;
  }

  template <typename Parallel> json edge(std::istream& words, const DrawnGraph& graph, Parallel& parallel) const {
    std::string from, to;
    std::size_t count = 0;
    words >> from >> to >> count;
    json points = json::array();
    for (std::size_t i = 0; i < count; ++i) {
      double x = 0, y = 0;
      words >> x >> y;
      points.push_back(rounded(x));
      points.push_back(down(y));
    }
    std::vector<std::size_t>& same = parallel[{number(from), number(to)}];
    json result{{"from", number(from)}, {"to", number(to)}, {"points", std::move(points)}};
    if (same.empty()) return result;
    const DrawnEdge& known = graph.edges[same.back()];
    same.pop_back();
    std::string label;
    double x = 0, y = 0;
    if (!known.label.empty() && words >> label >> x >> y) {
      result["label"] = known.label;
      result["labelAt"] = {rounded(x), down(y) + 3};
    }
    if (!known.tone.empty()) result["tone"] = known.tone;
    return result;
  }

  std::istringstream lines_;
  double height_ = 0;
};

} // namespace

json drawings(const std::vector<DrawnGraph>& graphs) {
  const auto dot = process::find_program("dot");
  json result = json::array();
  if (!dot || graphs.empty()) return result;
  std::string text;
  for (const DrawnGraph& graph : graphs) text += dot_text(graph);
  const process::ProcessResult run = process::run_process(
      {.words = {dot->string(), "-Tplain"}, .input = text, .wall_limit = std::chrono::milliseconds(20'000)});
  // What was laid out before the time was over is complete up to its last "stop".
  PlainReader reader(run.output);
  for (const DrawnGraph& graph : graphs) {
    json drawing = reader.read(graph);
    if (drawing.is_null()) break;
    result.push_back(std::move(drawing));
  }
  return result;
}

} // namespace tandem::report::page
