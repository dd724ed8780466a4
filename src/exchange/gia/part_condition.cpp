// At most four states: inside `only` or not, inside `skipped` or not. On each edge the automaton stays inside if the
// edge's function can only have been called from the part, by reachability in the call graph.

#include "exchange/gia/part_condition.h"

#include "base/core/input_error.h"
#include "exchange/gia/gia_copy.h"
#include "program/pointers/call_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace tandem::exchange {

// Parts as named by the user.

namespace {

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> lines(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = number(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
  if (!first || !last || *first == 0 || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

bool is_named(const SourceFile& file, std::string_view name) {
  const std::string_view path = file.path;
  return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
}

std::uint32_t file_of(const Program& program, std::string_view name) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < program.files().size(); ++i)
    if (name.empty() || is_named(program.files()[i], name)) found.push_back(i);
  // Headers are files as well; without a name, the first file is meant.
  if (name.empty() && !found.empty()) return found.front();
  if (found.empty()) throw InputError(fmt::format("the program has no file '{}'", name));
  if (found.size() > 1) throw InputError(fmt::format("the program has several files '{}'", name));
  return found.front();
}

} // namespace

std::vector<ProgramPart> program_parts(const Program& program, std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::string_view file = colon == std::string_view::npos ? "" : text.substr(0, colon);
  if (const auto range = lines(colon == std::string_view::npos ? text : text.substr(colon + 1))) {
    const std::uint32_t index = file_of(program, file);
    const auto [first, last] = *range;
    const std::string shown = first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last);
    return {{.file = index,
             .first_line = first,
             .last_line = last,
             .text = fmt::format("{} of {}", shown, program.files()[index].path)}};
  }
  std::vector<ProgramPart> result;
  for (const Function* function : program.functions())
    if (function->source_name() == text && function->has_body())
      result.push_back({.function = function, .text = fmt::format("function '{}'", text)});
  if (result.empty())
    throw InputError(fmt::format("'{}' is neither a function that the program defines nor lines of it, like 12-20 or "
                                 "file.c:12-20",
                                 text));
  return result;
}

std::string PartChoice::text() const {
  const auto joined = [](const std::vector<ProgramPart>& parts) {
    std::vector<std::string> texts;
    for (const ProgramPart& part : parts)
      if (std::ranges::find(texts, part.text) == texts.end()) texts.push_back(part.text);
    return fmt::format("{}", fmt::join(texts, ", "));
  };
  if (only.empty()) return joined(skipped);
  return "all but " + joined(only) + (skipped.empty() ? "" : ", and " + joined(skipped));
}

Property part_property(Property property, const PartChoice& choice) {
  if (!choice.is_everything())
    property.text = (property.text.empty() ? property.name : property.text) + " apart from " + choice.text();
  return property;
}

Gia about_property(const Gia& gia, const Property& property) {
  GiaHeader header = gia.header();
  header.property = property.text;
  GiaBuilder builder(std::move(header));
  GiaCopy copy(gia, builder);
  for (StateId id = 0; id < gia.states().size(); ++id) copy.state(id);
  builder.set_initial(gia.initial());
  for (const Gia::Transition& step : gia.transitions())
    builder.add_transition(step.source, copy.label(step.label), step.target, copy.text(step.assumption));
  return std::move(builder).finish();
}

// The automaton.

namespace {

// How functions that both call the part and are called from it are treated.
enum class WhenUncertain : std::uint8_t { Inside, Outside };

// Whether a path is inside a part, edge by edge.
class Inside {
public:
  Inside(const Program& program, const pointers::CallGraph& calls, const std::vector<ProgramPart>& parts,
         WhenUncertain when_uncertain)
      : parts_(parts), stays_(program.functions().size(), false) {
    std::vector<graph::Graph::Node> called, home;
    for (const Edge* edge : program.edges()) {
      if (!contains(*edge)) continue;
      home.push_back(edge->function().id());
      if (edge->op.kind != OpKind::Call) continue;
      for (const Function* callee : calls.callees(*edge)) called.push_back(callee->id());
    }
    stays_ = reachable(calls.graph(), called);
    if (when_uncertain == WhenUncertain::Inside) return;
    const std::vector<bool> callers = reachable(calls.graph().reversed(), home);
    for (std::size_t id = 0; id < stays_.size(); ++id) stays_[id] = stays_[id] && !callers[id];
  }

  bool after(bool inside, const Edge& edge) const {
    if (contains(edge)) return true;
    return inside && (stays_[edge.function().id()] || !edge.range.begin.is_known());
  }

private:
  bool contains(const Edge& edge) const {
    return std::ranges::any_of(parts_, [&](const ProgramPart& part) {
      if (part.function != nullptr) return part.function == &edge.function();
      const SourcePoint& at = edge.range.begin;
      return at.is_known() && at.file == part.file && part.first_line <= at.line && at.line <= part.last_line;
    });
  }

  static std::vector<bool> reachable(const graph::Graph& graph, std::vector<graph::Graph::Node> work) {
    std::vector<bool> result(graph.size(), false);
    while (!work.empty()) {
      const graph::Graph::Node node = work.back();
      work.pop_back();
      if (result[node]) continue;
      result[node] = true;
      for (const graph::Graph::Node next : graph.successors(node)) work.push_back(next);
    }
    return result;
  }

  const std::vector<ProgramPart>& parts_;
  std::vector<bool> stays_; // by function: a path that was inside still is, on edges of this function
};

} // namespace

Gia part_condition(const Program& program, const Property& property, const PartChoice& choice, GiaHeader header) {
  const pointers::CallGraph calls(program);
  const Inside only(program, calls, choice.only, WhenUncertain::Inside);
  const Inside skipped(program, calls, choice.skipped, WhenUncertain::Outside);
  GiaBuilder builder(std::move(header));
  struct Where {
    bool only = false, skipped = false;
    auto operator<=>(const Where&) const = default;
  };
  std::map<Where, StateId> states;
  std::vector<Where> work;
  const auto state = [&](const Where& where) {
    const auto [found, is_new] = states.try_emplace(where, 0);
    if (is_new) {
      found->second = builder.add_state(Accept::Nothing);
      work.push_back(where);
    }
    return found->second;
  };
  state({});
  const StateId left_out = builder.add_state(Accept::Unreachable, "left_out");
  while (!work.empty()) {
    const Where here = work.back();
    work.pop_back();
    std::map<StateId, std::vector<EdgeNameId>> by_target;
    for (const Edge* edge : program.edges()) {
      const Where next{only.after(here.only, *edge), skipped.after(here.skipped, *edge)};
      const bool counts = (choice.only.empty() || next.only) && !next.skipped;
      const StateId target = property.error_functions.is_error_call(*edge) && !counts ? left_out : state(next);
      by_target[target].push_back(builder.edge_name(edge->name));
    }
    const StateId source = states.at(here);
    for (auto& [target, names] : by_target) builder.add_transition(source, builder.label(std::move(names)), target);
  }
  return std::move(builder).finish();
}

} // namespace tandem::exchange
