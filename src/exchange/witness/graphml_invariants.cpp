// Written witnesses have one node for each line with a loop, and an edge from every node to every such node.

#include "exchange/witness/graphml_invariants.h"

#include "base/core/require.h"
#include "base/core/timestamp.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tandem::exchange::witness {

namespace {

using Edge = GraphmlWitness::Edge;
using Node = GraphmlWitness::Node;

// The number of edges is quadratic in the number of invariants.
constexpr std::size_t most_invariants = 100;

// The line of the loop head that all edges into the node enter, if no other node is entered there.
std::optional<std::uint32_t> loop_line(const GraphmlWitness& witness, std::size_t node) {
  std::set<std::uint32_t> lines;
  for (const Edge& edge : witness.edges) {
    if (edge.target != node || edge.source == node) continue;
    if (!edge.enters_loop_head || edge.start_line == 0 || edge.start_line != edge.end_line) return std::nullopt;
    lines.insert(edge.start_line);
  }
  if (lines.size() != 1 || node == witness.entry()) return std::nullopt;
  const std::uint32_t line = *lines.begin();
  const bool is_shared = std::ranges::any_of(witness.edges, [&](const Edge& edge) {
    return edge.enters_loop_head && edge.target != node && edge.start_line <= line && line <= edge.end_line;
  });
  return is_shared ? std::nullopt : std::optional(line);
}

} // namespace

Witness invariants_of(const GraphmlWitness& witness) {
  require(witness.kind == GraphmlWitness::Kind::Correctness, "a witness of correctness was expected");
  Witness result{.kind = Witness::Kind::Correctness, .version = "1.0"};
  result.task = {{{witness.program_file, witness.program_hash}}, witness.specification, ""};
  for (std::size_t i = 0; i < witness.nodes.size(); ++i) {
    const Node& node = witness.nodes[i];
    if (node.invariant.empty() || node.invariant == "true" || node.invariant == "1") continue;
    const std::optional<std::uint32_t> line = loop_line(witness, i);
    if (!line) {
      result.skipped.push_back(
          {node.position, fmt::format("the invariant '{}', which is not that of one loop head,", node.invariant)});
      continue;
    }
    result.invariants.push_back(
        {.kind = WitnessInvariantKind::Loop,
         .location = {.file = witness.program_file, .line = *line, .column = 0, .function = node.invariant_scope},
         .value = node.invariant,
         .position = node.position});
  }
  return result;
}

GraphmlWitness graphml_header(const Program& program, const Property& property,
                              std::chrono::system_clock::time_point time) {
  const SourceFile file = program.files().empty() ? SourceFile{} : program.files().front();
  GraphmlWitness result;
  result.specification = property.text.empty() ? unreach_call_property().text : property.text;
  result.program_file = file.path;
  result.program_hash = file.sha256;
  result.architecture = program.data_model() == DataModel::ILP32 ? "32bit" : "64bit";
  result.creation_time = timestamp(time);
  return result;
}

GraphmlInvariants graphml_of_invariants(const Program& program, const Property& property,
                                        std::span<const WitnessInvariant> invariants, std::string producer,
                                        std::chrono::system_clock::time_point time) {
  GraphmlInvariants result{graphml_header(program, property, time), {}};
  result.witness.kind = GraphmlWitness::Kind::Correctness;
  result.witness.producer = std::move(producer);
  result.witness.nodes.push_back({.id = "N0", .entry = true});
  std::map<std::uint32_t, WitnessInvariant> loops; // by line
  for (const WitnessInvariant& invariant : invariants) {
    const bool is_loop = invariant.kind == WitnessInvariantKind::Loop;
    const auto found = loops.find(invariant.location.line);
    if (is_loop && found == loops.end() && loops.size() < most_invariants)
      loops.emplace(invariant.location.line, invariant);
    else if (is_loop && found != loops.end() && found->second.location.column == invariant.location.column)
      found->second.value = fmt::format("({}) && ({})", found->second.value, invariant.value);
    else
      result.dropped.push_back(fmt::format("{}:{}: the invariant '{}' cannot be expressed in GraphML: only one for "
                                           "each line with a loop",
                                           invariant.location.file, invariant.location.line, invariant.value));
  }
  for (const auto& [line, invariant] : loops)
    result.witness.nodes.push_back({.id = fmt::format("N{}", result.witness.nodes.size()),
                                    .invariant = invariant.value,
                                    .invariant_scope = invariant.location.function});
  for (std::size_t source = 0; source <= loops.size(); ++source) {
    std::size_t target = 1;
    for (const auto& [line, invariant] : loops)
      result.witness.edges.push_back(
          {.source = source, .target = target++, .start_line = line, .end_line = line, .enters_loop_head = true});
  }
  return result;
}

} // namespace tandem::exchange::witness
