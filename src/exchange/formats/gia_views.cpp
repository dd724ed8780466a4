// Printers; long labels and texts are shortened in drawings only.

#include "exchange/formats/gia_views.h"

#include "base/core/require.h"
#include "exchange/formats/gia_statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace tandem::exchange::formats {

namespace {

constexpr std::size_t most_edges = 4, longest_text = 60;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// Truncated between UTF-8 characters.
std::string shortened(std::string_view text) {
  if (text.size() <= longest_text) return std::string(text);
  std::size_t end = longest_text - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string_view colour(Accept accept) {
  switch (accept) {
  case Accept::Nothing: return "white";
  case Accept::Unreachable: return "palegreen";
  case Accept::Reached: return "lightskyblue";
  case Accept::Candidate: return "khaki";
  }
  unreachable();
}

std::string label_text(const Gia& gia, LabelId label) {
  if (label == Gia::any) return "*";
  const std::span<const EdgeNameId> edges = gia.edges(label);
  std::string text;
  for (std::size_t i = 0; i < std::min(edges.size(), most_edges); ++i)
    text += (i == 0 ? "" : "\\n") + escaped(gia.edge_name(edges[i]));
  if (edges.size() > most_edges) text += fmt::format("\\nand {} more", edges.size() - most_edges);
  return text;
}

std::string box(const Gia& gia, StateId id) {
  const Gia::State& state = gia.states()[id];
  std::string label = escaped(shortened(state.name));
  if (state.accept != Accept::Nothing) label += fmt::format("\\n{}", name(state.accept));
  if (state.invariant != Gia::no_text) label += "\\n" + escaped(shortened(gia.text(state.invariant)));
  return fmt::format("  s{} [label=\"{}\", fillcolor={}{}];\n", id, label, colour(state.accept),
                     id == gia.initial() ? ", penwidth=2" : "");
}

std::string arrow(const Gia& gia, const Gia::Transition& transition) {
  std::string label = label_text(gia, transition.label);
  if (transition.assumption != Gia::no_text)
    label += "\\n[" + escaped(shortened(gia.text(transition.assumption))) + "]";
  return fmt::format("  s{} -> s{} [label=\"{}\"];\n", transition.source, transition.target, label);
}

nlohmann::json statistics_json(const GiaStatistics& all) {
  return {{"states", all.states},
          {"transitions", all.transitions},
          {"ut", all.ut},
          {"rt", all.rt},
          {"cand", all.cand},
          {"idle", all.useless},
          {"edges", all.edges},
          {"assumptions", all.assumptions},
          {"invariants", all.invariants},
          {"deterministic", all.is_deterministic}};
}

nlohmann::json header_json(const GiaHeader& header) {
  nlohmann::json files = nlohmann::json::array();
  for (const GiaHeader::File& file : header.files) files.push_back({{"path", file.path}, {"sha256", file.sha256}});
  return {{"files", files},
          {"data_model", header.data_model},
          {"property", header.property},
          {"producer", header.producer}};
}

} // namespace

std::string_view name(Accept accept) {
  switch (accept) {
  case Accept::Nothing: return "";
  case Accept::Unreachable: return "ut";
  case Accept::Reached: return "rt";
  case Accept::Candidate: return "cand";
  }
  unreachable();
}

std::string gia_dot(const Gia& gia) {
  std::string text = "digraph gia {\nnode [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=10];\n"
                     "edge [fontname=\"monospace\", fontsize=9];\n";
  for (StateId id = 0; id < gia.states().size(); ++id) text += box(gia, id);
  for (const Gia::Transition& transition : gia.transitions()) text += arrow(gia, transition);
  return text + "}\n";
}

std::string gia_json(const Gia& gia) {
  nlohmann::json json{{"header", header_json(gia.header())},
                      {"statistics", statistics_json(statistics(gia))},
                      {"initial", gia.states()[gia.initial()].name},
                      {"states", nlohmann::json::array()},
                      {"transitions", nlohmann::json::array()}};
  for (const Gia::State& state : gia.states()) {
    nlohmann::json& made = json["states"].emplace_back(nlohmann::json{{"name", state.name}});
    if (state.accept != Accept::Nothing) made["accept"] = name(state.accept);
    if (state.invariant != Gia::no_text) made["invariant"] = gia.text(state.invariant);
  }
  for (const Gia::Transition& transition : gia.transitions()) {
    nlohmann::json edges = nlohmann::json::array();
    for (const EdgeNameId edge : gia.edges(transition.label)) edges.push_back(gia.edge_name(edge));
    if (transition.label == Gia::any) edges.push_back("*");
    nlohmann::json& made =
        json["transitions"].emplace_back(nlohmann::json{{"from", gia.states()[transition.source].name},
                                                        {"to", gia.states()[transition.target].name},
                                                        {"on", std::move(edges)}});
    if (transition.assumption != Gia::no_text) made["if"] = gia.text(transition.assumption);
  }
  // Invalid UTF-8 (in file names) is replaced, not refused.
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace tandem::exchange::formats
