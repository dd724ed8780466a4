// Texts are taken from the source files by the edges' positions and their enclosing statements, and normalised, since
// CPAchecker prints its own syntax tree.

#include "exchange/formats/cpa_texts.h"

#include "exchange/gia/gia_conditions.h"

#include <algorithm>
#include <cctype>

namespace tandem::exchange::formats {

namespace {

bool is_identifier(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

// break, continue, goto and labels have no edges here.
bool is_jump(std::string_view text) {
  if (text == "break" || text == "continue") return true;
  if (text.starts_with("goto ")) return is_identifier(text.substr(5));
  if (text.ends_with(':')) return true;
  if (text.starts_with("Label: ")) return is_identifier(text.substr(7));
  return false;
}

} // namespace

std::string CpaTexts::normal(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '`') continue;
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && (result.back() == ';' || result.back() == ' ')) result.pop_back();
  return result;
}

CpaTexts::CpaTexts(const Program& program) : program_(program), sources_(program) {
  const std::size_t count = program.edges().size();
  texts_.resize(count);
  visible_.resize(count);
  alone_.resize(count);
  for (const Edge* edge : program.edges()) {
    add_edge(*edge);
    if (edge->op.kind != OpKind::Call) continue;
    for (const Function* function : program.functions())
      if (function->has_body() && (edge->op.callee == function || edge->op.callee == nullptr))
        returns_[function].push_back(edge->to);
  }
  for (const Edge* edge : program.edges())
    if (visible_[edge->id]) by_text_[normal(texts_[edge->id])].push_back(edge);
  for (std::uint32_t file = 0; file < program.files().size(); ++file)
    if (!program.files()[file].sha256.empty()) add_source(file);
}

bool CpaTexts::is_branch(const Edge& edge) const {
  return edge.op.kind == OpKind::Assume && edge.from->out.size() == 2;
}

void CpaTexts::add_edge(const Edge& edge) {
  if (!edge.range.begin.is_known()) return;
  const source::SourceText& source = sources_.text(edge.range.begin.file);
  const auto part = [&](std::size_t begin, std::size_t end) {
    return begin < end && end <= source.text().size() ? source.text().substr(begin, end - begin) : std::string();
  };
  const std::string own = part(source.offset(edge.range.begin), source.offset(edge.range.end));
  if (is_branch(edge)) {
    texts_[edge.id] = edge.op.truth ? "[" + own + "]" : "[!(" + own + ")]";
    visible_[edge.id] = !own.empty();
    return;
  }
  const source::SourceStatement* statement = sources_.statement(edge);
  if (statement == nullptr || statement->kind != source::StatementKind::Plain) {
    // A part of a for statement, or an edge outside all statements: its own text.
    texts_[edge.id] = own;
    visible_[edge.id] = !own.empty() && edge.op.kind != OpKind::Skip;
    alone_[edge.id] = true;
    return;
  }
  const auto is_same = [&](const Edge* other) {
    return other->range.begin.is_known() && sources_.statement(*other) == statement;
  };
  texts_[edge.id] = part(statement->range.begin, statement->range.end);
  visible_[edge.id] = std::ranges::none_of(edge.from->in, is_same) && !texts_[edge.id].empty();
  alone_[edge.id] = visible_[edge.id] && std::ranges::none_of(edge.to->out, is_same);
}

void CpaTexts::add_source(std::uint32_t file) {
  const std::string& text = sources_.text(file).text();
  std::vector<source::TextRange> bodies;
  for (const Function* function : program_.functions()) {
    if (!function->has_body() || function->range().begin.file != file || !function->range().begin.is_known()) continue;
    const std::size_t begin = sources_.text(file).offset(function->range().begin);
    const std::size_t end = sources_.text(file).offset(function->range().end);
    const std::size_t brace = text.find('{', begin);
    if (brace < end) bodies.push_back({brace, end});
  }
  std::string outside;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (std::ranges::none_of(bodies, [&](const source::TextRange& body) { return body.contains(at); }))
      outside += text[at];
  inside_ += normal(text) + "\n";
  outside_ += normal(outside) + "\n";
}

const std::vector<const Edge*>& CpaTexts::edges(const std::string& normal_text) const {
  static const std::vector<const Edge*> none;
  const auto found = by_text_.find(normal_text);
  return found == by_text_.end() ? none : found->second;
}

CpaTexts::Following CpaTexts::following(const Edge& edge) const {
  Following result;
  std::vector<const Location*> waiting{&location_after(edge)};
  std::set<std::uint32_t> seen;
  while (!waiting.empty()) {
    const Location* at = waiting.back();
    waiting.pop_back();
    if (!seen.insert(at->id).second) continue;
    if (at == &at->function->exit())
      if (const auto found = returns_.find(at->function); found != returns_.end())
        waiting.insert(waiting.end(), found->second.begin(), found->second.end());
    for (const Edge* next : at->out) {
      (visible_[next->id] ? result.visible : result.silent).insert(next->id);
      if (visible_[next->id]) continue;
      waiting.push_back(&location_after(*next));
      if (next->op.kind == OpKind::Call && next->op.callee == nullptr)
        for (const Function* function : program_.functions())
          if (function->has_body()) waiting.push_back(&function->entry());
    }
  }
  return result;
}

bool CpaTexts::is_ambiguous(const std::string& normal_text) {
  const auto [found, is_new] = ambiguous_.try_emplace(normal_text, false);
  if (!is_new) return found->second;
  for (const Edge* edge : edges(normal_text))
    for (const std::uint32_t next : following(*edge).visible)
      found->second = found->second || normal(texts_[next]) == normal_text;
  return found->second;
}

CpaTexts::Occurrence CpaTexts::occurrence(const std::string& normal_text) const {
  if (outside_.find(normal_text) != std::string::npos) return Occurrence::OutsideFunctions;
  if (is_jump(normal_text)) return Occurrence::Jump;
  return inside_.find(normal_text) != std::string::npos ? Occurrence::Inside : Occurrence::Nowhere;
}

std::string CpaTexts::header(const Function& function) {
  const source::SourceText& source = sources_.text(function.range().begin.file);
  const std::size_t begin = source.offset(function.range().begin);
  const std::size_t brace = std::min(source.text().find('{', begin), source.text().size());
  std::string result = source.text().substr(begin, brace - begin);
  while (!result.empty() && std::isspace(static_cast<unsigned char>(result.back())) != 0) result.pop_back();
  return result;
}

} // namespace tandem::exchange::formats
