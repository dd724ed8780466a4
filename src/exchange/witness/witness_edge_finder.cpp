// Linear scans over all edges; the statement of each edge is computed once.

#include "exchange/witness/witness_edge_finder.h"

#include "program/source/source_condition.h"

#include <algorithm>
#include <filesystem>

namespace tandem::exchange::witness {

namespace {

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

} // namespace

WitnessEdgeFinder::WitnessEdgeFinder(const Program& program) : program_(program), sources_(program) {
  for (const Edge* edge : program.edges()) {
    statements_.push_back(edge->range.begin);
    if (!edge->range.begin.is_known()) continue;
    if (const source::SourceStatement* statement = sources_.statement(*edge))
      statements_.back() = sources_.text(edge->range.begin.file).point(statement->range.begin);
  }
}

bool WitnessEdgeFinder::is_in(const Edge& edge, const std::string& file) const {
  if (file.empty() || !edge.range.begin.is_known()) return true;
  const std::string wanted = base_name(file);
  const auto names = [&](const SourceFile& each) { return base_name(each.path) == wanted; };
  return std::ranges::none_of(program_.files(), names) || names(program_.files()[edge.range.begin.file]);
}

WitnessEdgeFinder::Edges WitnessEdgeFinder::on_lines(const std::string& file, std::uint32_t first,
                                                     std::uint32_t last) const {
  Edges result;
  for (const Edge* edge : program_.edges())
    if (edge->range.begin.line >= first && edge->range.begin.line <= last && is_in(*edge, file)) result.push_back(edge);
  return result;
}

WitnessEdgeFinder::Edges WitnessEdgeFinder::of_statement(const std::string& file, std::uint32_t line,
                                                         std::uint32_t column) {
  std::map<std::uint32_t, Edges> by_column;
  Edges loose;
  for (const Edge* edge : program_.edges()) {
    if (!edge->range.begin.is_known() || !is_in(*edge, file)) continue;
    const SourcePoint begin = statements_[edge->id];
    if (begin.line == line) by_column[begin.column].push_back(edge);
    if (edge->range.begin.line == line) loose.push_back(edge);
  }
  if (by_column.empty()) return loose;
  const auto exact = by_column.find(column);
  return exact != by_column.end() ? exact->second : by_column.begin()->second;
}

WitnessEdgeFinder::Edges WitnessEdgeFinder::beginnings(const Edges& statement) {
  Edges result;
  for (const Edge* edge : statement)
    if (std::ranges::none_of(edge->from->in, [&](const Edge* before) {
          return std::ranges::find(statement, before) != statement.end();
        }))
      result.push_back(edge);
  if (result.empty() && !statement.empty()) result.push_back(statement.front());
  return result;
}

std::optional<bool> WitnessEdgeFinder::decision(const Edge& edge) {
  if (edge.op.kind != OpKind::Assume || edge.from->out.size() != 2) return std::nullopt;
  const source::SourceStatement* at = sources_.statement(edge);
  if (at == nullptr || at->kind == source::StatementKind::Switch) return std::nullopt;
  const source::SourceText& text = sources_.text(edge.range.begin.file);
  const std::size_t offset = text.offset(edge.range.begin);
  if (!at->condition.contains(offset)) return std::nullopt;
  source::SourceCondition condition(text, at->condition);
  condition.set(offset, edge.op.truth);
  return condition.truth();
}

} // namespace tandem::exchange::witness
