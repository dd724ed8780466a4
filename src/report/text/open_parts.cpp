// The open part is what the residual program of the condition contains (unfolded, so that it is exact); the whole is
// what the identity reducer keeps, that is, all code that the entry can call. Models of the C library are left out.

#include "report/text/open_parts.h"

#include "program/model/target.h"
#include "report/text/library_calls.h"
#include "transform/reduce/product.h"
#include "transform/reduce/reduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace tandem::report {

namespace {

using Line = std::pair<std::uint32_t, std::uint32_t>; // file, line

void add_line(const Edge& edge, std::set<Line>& to) {
  const SourcePoint& at = edge.range.begin;
  if (at.is_known()) to.emplace(at.file, at.line);
}

std::string some(const std::vector<std::string>& names, std::string_view separator) {
  constexpr std::size_t most = 5;
  const std::vector<std::string> first(names.begin(),
                                       names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
  std::string result = fmt::format("{}", fmt::join(first, separator));
  if (names.size() > most) result += fmt::format("{}and {} more", separator, names.size() - most);
  return result;
}

} // namespace

std::optional<OpenEdges> open_edges(const Program& program, const exchange::Gia& condition) {
  const transform::reduce::ReduceOptions all{.method = transform::reduce::ReduceMethod::Identity};
  const transform::reduce::ReduceOptions open{.method = transform::reduce::ReduceMethod::Unfold, .node_limit = 300'000};
  OpenEdges edges;
  try {
    for (const Edge* edge : transform::reduce::reduce(program, condition, all).edge_origin)
      if (edge != nullptr) edges.all.insert(edge);
    for (const Edge* edge : transform::reduce::reduce(program, condition, open).edge_origin)
      if (edge != nullptr) edges.open.insert(edge);
  } catch (const transform::reduce::ProductTooLarge&) {
    return std::nullopt;
  }
  return edges;
}

std::optional<OpenParts> open_parts(const Program& program, const Property& property, const exchange::Gia& condition) {
  const std::optional<OpenEdges> edges = open_edges(program, condition);
  if (!edges) return std::nullopt;
  OpenParts parts;
  std::set<Line> lines, open_lines;
  std::set<const Function*> functions, open_functions;
  const LibraryCode library(program);
  const auto add = [&](const Edge& edge, std::set<Line>& to, std::set<const Function*>& within) {
    if (library.contains(edge.function())) return;
    add_line(edge, to);
    within.insert(&edge.function());
  };
  for (const Edge* edge : edges->all) add(*edge, lines, functions);
  for (const Edge* edge : edges->open) add(*edge, open_lines, open_functions);
  for (const Target& target : targets(program, property)) {
    if (!functions.contains(target.location->function)) continue;
    ++parts.target_count;
    if (edges->open.contains(target.call)) parts.targets.push_back(target.text);
  }
  for (const Function* function : program.functions())
    if (open_functions.contains(function)) parts.functions.push_back(function->source_name());
  parts.function_count = functions.size();
  parts.lines = open_lines.size();
  parts.line_count = lines.size();
  return parts;
}

std::string open_parts_text(const OpenParts& parts, double nodes, double closed_nodes) {
  std::string text = fmt::format("The condition leaves open: {} of {} targets{}{}\n", parts.targets.size(),
                                 parts.target_count, parts.targets.empty() ? "" : ": ", some(parts.targets, "; "));
  text += fmt::format("The condition leaves open: {} of {} functions{}{}\n", parts.functions.size(),
                      parts.function_count, parts.functions.empty() ? "" : ": ", some(parts.functions, ", "));
  const auto share = [](double part, double whole) { return whole > 0 ? std::floor(100.0 * part / whole) : 100.0; };
  const auto all = static_cast<double>(parts.line_count), open = static_cast<double>(parts.lines);
  text += fmt::format("Verified: {:.0f} % of the source lines", share(all - open, all));
  if (nodes > 0)
    text += fmt::format(", {:.0f} % of {:.0f} nodes of the reachability graph", share(closed_nodes, nodes), nodes);
  return text + "\n";
}

} // namespace tandem::report
