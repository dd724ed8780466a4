#include "report/page/automata_section.h"

#include "program/pointers/call_graph.h"
#include "program/text/cfa_text.h"
#include "report/page/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace tandem::report::page {

namespace {

using exchange::Accept;
using exchange::Gia;
using nlohmann::json;

constexpr std::size_t most_functions = 60, most_boxes = 250, most_boxes_together = 1'500;
constexpr std::size_t most_boxes_in_pieces = 50'000;
constexpr std::size_t most_drawn_states = 250, most_states = 200'000;
constexpr std::size_t longest_line = 60;

// Truncated between characters.
std::string shortened(std::string text) {
  if (text.size() <= longest_line) return text;
  std::size_t end = longest_line - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

char letter(Accept accept) {
  switch (accept) {
  case Accept::Nothing: return '-';
  case Accept::Unreachable: return 'u';
  case Accept::Reached: return 'r';
  case Accept::Candidate: return 'c';
  }
  return '-';
}

// The colour of code by the state of its line.
std::string tone(char line_state) {
  switch (line_state) {
  case 'v': return "accept-u";
  case 'r': return "accept-r";
  case 'o': return "accept-c";
  default: return "neutral";
  }
}

// A function's automaton with a box for each straight sequence of edges.
class FunctionDrawing {
public:
  FunctionDrawing(const Function& function, const ShownFiles& shown, const std::vector<std::string>& states)
      : shown_(shown), states_(states) {
    graph_.name = function.source_name() + "()";
    for (const Location* location : function.locations())
      if (!continues(*location)) boxes_.emplace(location, boxes_.size());
    graph_.nodes.resize(boxes_.size());
    for (const auto& [location, number] : boxes_) fill(*location, number);
  }

  const DrawnGraph& graph() const { return graph_; }
  std::size_t entry(const Function& function) const { return boxes_.at(&function.entry()); }

private:
  static bool continues(const Location& location) {
    if (&location == &location.function->entry() || &location == &location.function->exit()) return false;
    return location.in.size() == 1 && location.in[0]->from->out.size() == 1 && location.in[0]->from != &location;
  }

  void fill(const Location& first, std::size_t number) {
    DrawnNode& node = graph_.nodes[number];
    node.tone = "neutral";
    const Location* at = &first;
    for (; at->out.size() == 1; at = at->out[0]->to) {
      add(*at->out[0], node);
      if (!continues(*at->out[0]->to)) break;
    }
    if (node.lines.empty()) node.lines.push_back(&first == &first.function->exit() ? "exit" : "");
    for (const Edge* edge : at->out) {
      const bool is_branch = at->out.size() > 1;
      if (is_branch && node.lines.back().empty()) node.lines.back() = "branch";
      if (is_branch) add_place(*edge, node);
      graph_.edges.push_back({number, boxes_.at(edge->to),
                              is_branch ? shortened(text::operation_text(edge->op)) : std::string(),
                              is_branch ? (edge->op.truth ? "yes" : "no") : ""});
    }
  }

  void add(const Edge& edge, DrawnNode& node) {
    if (edge.op.kind == OpKind::Skip || edge.op.kind == OpKind::Declare) return;
    constexpr std::size_t most_lines = 12;
    if (node.lines.size() < most_lines)
      node.lines.push_back(shortened(text::operation_text(edge.op)));
    else
      node.lines.back() = "...";
    add_place(edge, node);
  }

  void add_place(const Edge& edge, DrawnNode& node) {
    const SourcePoint& at = edge.range.begin;
    json place = shown_.place(at);
    if (place.is_null()) return;
    if (std::ranges::find(node.places, place) == node.places.end()) node.places.push_back(std::move(place));
    const bool is_known = at.file < states_.size() && at.line <= states_[at.file].size();
    if (is_known && node.tone == "neutral") node.tone = tone(states_[at.file][at.line - 1]);
  }

  const ShownFiles& shown_;
  const std::vector<std::string>& states_;
  std::map<const Location*, std::size_t> boxes_;
  DrawnGraph graph_;
};

std::string label_text(const Gia& gia, exchange::LabelId label) {
  if (label == Gia::any) return "*";
  const auto edges = gia.edges(label);
  std::string text = gia.edge_name(edges[0]);
  if (edges.size() > 1) text += fmt::format(" and {} more", edges.size() - 1);
  return shortened(std::move(text));
}

json place_of(const Program& program, const Gia& gia, exchange::LabelId label, const ShownFiles& shown) {
  if (label == Gia::any) return nullptr;
  const Edge* edge = program.find_edge(gia.edge_name(gia.edges(label)[0]));
  return edge != nullptr ? shown.place(edge->range.begin) : json();
}

DrawnGraph condition_graph(const Program& program, const Gia& gia, const ShownFiles& shown) {
  DrawnGraph graph{.name = fmt::format("the condition ({} states)", gia.states().size())};
  for (const Gia::State& state : gia.states()) {
    DrawnNode node{.lines = {shortened(state.name)}, .tone = fmt::format("accept-{}", letter(state.accept))};
    if (state.invariant != Gia::no_text) node.note = gia.text(state.invariant);
    graph.nodes.push_back(std::move(node));
  }
  for (const Gia::Transition& each : gia.transitions()) {
    std::string label = label_text(gia, each.label);
    if (each.assumption != Gia::no_text) label += " [" + shortened(gia.text(each.assumption)) + "]";
    graph.edges.push_back({each.source, each.target, std::move(label), ""});
    json place = place_of(program, gia, each.label, shown);
    json& places = graph.nodes[each.target].places;
    if (!place.is_null() && std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
  }
  return graph;
}

json large_condition(const Program& program, const Gia& gia, const ShownFiles& shown) {
  json names = json::array(), invariants = json::object(), transitions = json::array(), places = json::object();
  std::string kinds;
  for (std::size_t i = 0; i < gia.states().size(); ++i) {
    const Gia::State& state = gia.states()[i];
    names.push_back(shortened(state.name));
    kinds += letter(state.accept);
    if (state.invariant != Gia::no_text) invariants[std::to_string(i)] = gia.text(state.invariant);
  }
  json labels = json::array();
  for (exchange::LabelId label = 0; label < gia.label_count(); ++label) labels.push_back(label_text(gia, label));
  for (const Gia::Transition& each : gia.transitions()) {
    transitions.insert(transitions.end(), {each.source, each.target, each.label});
    const std::string key = std::to_string(each.target);
    if (!places.contains(key))
      if (json place = place_of(program, gia, each.label, shown); !place.is_null()) places[key] = std::move(place);
  }
  return {{"name", "the condition"},     {"unit", "state"},
          {"initial", gia.initial()},    {"names", std::move(names)},
          {"kinds", std::move(kinds)},   {"invariants", std::move(invariants)},
          {"texts", json::object()},     {"transitions", std::move(transitions)},
          {"labels", std::move(labels)}, {"places", std::move(places)}};
}

char kind_of(const std::string& tone) { return tone.starts_with("accept-") ? tone.back() : '-'; }

// A function that is drawn in pieces.
json large_function(const DrawnGraph& graph, std::size_t entry) {
  json names = json::array(), texts = json::object(), transitions = json::array(), places = json::object();
  json labels = json::array({""});
  std::string kinds;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const DrawnNode& node = graph.nodes[i];
    names.push_back(node.lines.front());
    kinds += kind_of(node.tone);
    if (node.lines.size() > 1) texts[std::to_string(i)] = node.lines;
    if (!node.places.empty()) places[std::to_string(i)] = node.places.front();
  }
  for (const DrawnEdge& edge : graph.edges) {
    transitions.insert(transitions.end(), {edge.from, edge.to, edge.label.empty() ? 0 : labels.size()});
    if (!edge.label.empty()) labels.push_back(edge.label);
  }
  return {{"name", graph.name},
          {"unit", "block"},
          {"initial", entry},
          {"names", std::move(names)},
          {"kinds", std::move(kinds)},
          {"invariants", json::object()},
          {"texts", std::move(texts)},
          {"transitions", std::move(transitions)},
          {"labels", std::move(labels)},
          {"places", std::move(places)}};
}

} // namespace

std::optional<Section> automata_section(const Program& program, const Gia* condition, const ShownFiles& shown,
                                        const std::vector<std::string>& states) {
  std::vector<DrawnGraph> graphs;
  json large = json::array();
  // A single state, as of a proof, is nothing to look at.
  if (condition != nullptr && condition->states().size() == 1) condition = nullptr;
  if (condition != nullptr && condition->states().size() <= most_drawn_states)
    graphs.push_back(condition_graph(program, *condition, shown));
  else if (condition != nullptr && condition->states().size() <= most_states)
    large.push_back(large_condition(program, *condition, shown));
  const pointers::CallGraph calls(program);
  std::size_t boxes = 0, boxes_in_pieces = 0, left_out = 0;
  for (const Function* function : program.functions()) {
    const bool is_shown =
        function->has_body() && calls.is_reachable(*function) && !shown.place(function->range().begin).is_null();
    if (!is_shown) continue;
    const FunctionDrawing drawing(*function, shown, states);
    const std::size_t size = drawing.graph().nodes.size();
    if (graphs.size() <= most_functions && size <= most_boxes && boxes + size <= most_boxes_together) {
      boxes += size;
      graphs.push_back(drawing.graph());
    } else if (boxes_in_pieces + size <= most_boxes_in_pieces) {
      boxes_in_pieces += size;
      large.push_back(large_function(drawing.graph(), drawing.entry(*function)));
    } else {
      ++left_out;
    }
  }
  json drawn = drawings(graphs);
  if (drawn.empty() && !graphs.empty()) { // no Graphviz, or it took too long
    const bool has_condition = condition != nullptr && condition->states().size() <= most_drawn_states;
    if (has_condition) large.push_back(large_condition(program, *condition, shown));
    for (const DrawnGraph& graph : std::span(graphs).subspan(has_condition ? 1 : 0))
      large.push_back(large_function(graph, 0));
  }
  if (drawn.empty() && large.empty()) return std::nullopt;
  return Section{"automata",
                 "Automata",
                 "automata",
                 {{"drawings", std::move(drawn)}, {"large", std::move(large)}, {"leftOut", left_out}}};
}

} // namespace tandem::report::page
