// Drawings of graphs, laid out by Graphviz. The browser draws them (assets/graph.js): nothing that Graphviz writes
// becomes markup.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tandem::report::page {

struct DrawnNode {
  std::vector<std::string> lines;
  std::string tone; // "accept-u", "neutral"
  std::string note; // what is shown when it is chosen
  nlohmann::json places = nlohmann::json::array();
};

struct DrawnEdge {
  std::size_t from = 0, to = 0;
  std::string label;
  std::string tone; // "yes", "no"
};

struct DrawnGraph {
  std::string name;
  std::vector<DrawnNode> nodes;
  std::vector<DrawnEdge> edges;
};

// One drawing for each graph, as assets/types.d.ts has them; empty if there is no Graphviz, or it took too long.
nlohmann::json drawings(const std::vector<DrawnGraph>& graphs);

} // namespace tandem::report::page
