// The comparisons of a switch form a chain: the false edge of one leads to the next. Labels that stand together lead to
// the same statement, so that a compiler has one edge for them.

#include "testing/goals/goals.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "program/cexpr/c_expr.h"
#include "program/model/user_files.h"
#include "program/source/source_statements.h"
#include "task/testcase.h"
#include "transform/conditions/branch_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

namespace tandem::testing::goals {

namespace {

class BranchGoals {
public:
  explicit BranchGoals(const Program& program) : program_(program), sources_(program) {}

  std::vector<Goal> run() {
    for (const Function* function : program_.functions())
      if (function->has_body() && is_users(program_, *function)) add(*function);
    return std::move(goals_);
  }

private:
  void add(const Function& function) {
    std::set<const Location*> seen;
    for (const Location* location : function.locations()) {
      if (location->out.size() != 2 || !seen.insert(location).second) continue;
      if (!is_case(*location)) {
        if (is_without_code(*location)) continue;
        for (const Edge* edge : location->out)
          goals_.push_back({GoalKind::Branch, edge->range.begin, outcome(*edge), {edge}});
      } else if (!continues_chain(*location)) {
        add_switch(*location, seen);
      }
    }
  }

  // if (x) {}, if (x) { if (y) {} }: no compiler has a branch there, unless one side jumps.
  bool is_without_code(const Location& location) {
    if (end_of_empty(location) == nullptr) return false;
    const source::SourceStatement* statement = sources_.statement(*location.out[0]);
    if (statement == nullptr || statement->kind != source::StatementKind::If) return true;
    const std::string& text = sources_.text(location.out[0]->range.begin.file).text();
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(statement->condition.end),
               end = text.begin() + static_cast<std::ptrdiff_t>(statement->range.end);
    static const std::regex jump("\\b(goto|continue|break)\\b|\\w\\s*:");
    return begin >= end || !std::regex_search(begin, end, jump);
  }

  // Where both outcomes of a condition meet before anything else was done; null: nowhere.
  const Location* end_of_empty(const Location& location) {
    const auto [found, is_new] = ends_.try_emplace(&location, nullptr);
    if (!is_new || location.out.size() != 2 || is_case(location)) return found->second;
    const Location* first = after_nothing(*location.out[0]);
    const Location* second = after_nothing(*location.out[1]);
    return ends_[&location] = first == second ? first : nullptr;
  }

  const Location* after_nothing(const Edge& edge) {
    const Location* at = edge.to;
    for (std::set<const Location*> seen; seen.insert(at).second;) {
      const bool does_nothing =
          at->out.size() == 1 && (at->out[0]->op.kind == OpKind::Skip || at->out[0]->op.kind == OpKind::Declare ||
                                  at->out[0]->op.kind == OpKind::EndScope);
      if (const Location* next = does_nothing ? at->out[0]->to : end_of_empty(*at)) at = next;
    }
    return at;
  }

  bool is_case(const Location& location) {
    return location.out.size() == 2 && transform::conditions::is_case(*location.out[0], sources_);
  }

  static const Expr& compared(const Location& location) {
    const Expr& condition = *location.out[0]->op.value;
    const Expr& comparison = is_logical(condition.binary_op()) ? condition.operand(0) : condition;
    return comparison.operand(0);
  }

  bool continues_chain(const Location& location) {
    if (location.in.size() != 1) return false;
    const Edge& edge = *location.in.front();
    return edge.op.kind == OpKind::Assume && !edge.op.truth && is_case(*edge.from) &&
           &compared(*edge.from) == &compared(location);
  }

  void add_switch(const Location& first, std::set<const Location*>& seen) {
    std::vector<const Edge*> labels;
    const Location* at = &first;
    for (;;) {
      seen.insert(at);
      labels.push_back(at->out[0]);
      const Location* next = at->out[1]->to;
      if (!is_case(*next) || !continues_chain(*next)) break;
      at = next;
    }
    Goal otherwise{
        GoalKind::Branch, first.out[0]->range.begin, "no label before it in " + name_of(first), {at->out[1]}};
    otherwise.text = "default of the switch in " + name_of(first);
    std::vector<Goal> groups;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Edge& label = *labels[i];
      const bool is_default = stands_with_default(label);
      Goal* group = is_default ? &otherwise : nullptr;
      if (group == nullptr && i > 0 && !groups.empty() && groups.back().edges.back() == labels[i - 1] &&
          text_between(labels[i - 1]->range.end, label.range.begin).find_first_not_of(": \t\r\n") == std::string::npos)
        group = &groups.back();
      if (group != nullptr)
        group->edges.push_back(&label);
      else
        groups.push_back({GoalKind::Branch, label.range.begin, outcome(label), {&label}});
    }
    std::ranges::move(groups, std::back_inserter(goals_));
    goals_.push_back(std::move(otherwise));
  }

  // "case 3: default:" and "default: case 3:"
  bool stands_with_default(const Edge& label) {
    const source::SourceText& source = sources_.text(label.range.begin.file);
    const std::string_view text = source.text();
    std::string_view after = text.substr(source.offset(label.range.end));
    after.remove_prefix(std::min(after.size(), after.find_first_not_of(": \t\r\n")));
    if (after.starts_with("default") || after.starts_with("case")) {
      if (after.starts_with("default")) return true;
    }
    std::string_view before = text.substr(0, source.offset(label.range.begin));
    const std::size_t last = before.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || before[last] != ':') return false;
    before = before.substr(0, last);
    before = before.substr(0, before.find_last_not_of(" \t\r\n") + 1);
    return before.ends_with("default");
  }

  std::string text_between(SourcePoint begin, SourcePoint end) {
    const source::SourceText& source = sources_.text(begin.file);
    const std::size_t from = source.offset(begin), to = source.offset(end);
    return from <= to ? source.text().substr(from, to - from) : "?";
  }

  static std::string name_of(const Location& location) { return location.function->source_name(); }

  std::string outcome(const Edge& edge) {
    const std::string condition = cexpr::c_text(*edge.op.value, cexpr::ExprStyle::Message);
    return fmt::format("{} in {}", edge.op.truth ? condition : "!(" + condition + ")", name_of(*edge.from));
  }

  const Program& program_;
  source::ProgramSources sources_;
  std::map<const Location*, const Location*> ends_; // of conditions without code
  std::vector<Goal> goals_;
};

std::vector<Goal> line_goals(const Program& program) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Goal> lines;
  for (const Function* function : program.functions()) {
    if (!function->has_body() || !is_users(program, *function)) continue;
    for (const Edge* edge : function->edges()) {
      const SourcePoint at = edge->range.begin;
      if (!at.is_known() || edge->op.kind == OpKind::Declare) continue; // no code
      Goal& goal = lines[{at.file, at.line}];
      goal.kind = GoalKind::Statement;
      if (goal.edges.empty()) goal.place = at;
      goal.text = fmt::format("line {} in {}", at.line, function->source_name());
      goal.edges.push_back(edge);
    }
  }
  std::vector<Goal> result;
  for (auto& [line, goal] : lines) result.push_back(std::move(goal));
  return result;
}

std::vector<Goal> function_goals(const Program& program) {
  std::vector<Goal> result;
  for (const Function* function : program.functions())
    if (function->has_body() && is_users(program, *function) && !function->entry().out.empty())
      result.push_back(
          {GoalKind::Function, function->range().begin, function->source_name() + " is called", function->entry().out});
  return result;
}

std::vector<Goal> error_goals(const Program& program, const Property& property) {
  std::vector<Goal> result;
  for (const Edge* edge : program.edges())
    if (property.error_functions.is_error_call(*edge))
      result.push_back({GoalKind::Error,
                        edge->range.begin,
                        fmt::format("{}() in {}", edge->op.callee->source_name(), edge->function().source_name()),
                        {edge}});
  return result;
}

bool is_in(const Goal& goal, const std::string& file, const Program& program) {
  const std::string& path = program.files()[goal.place.file].path;
  return path == file || path.ends_with("/" + file);
}

// Of lines with code, those before and behind one without.
std::string lines_around(const std::vector<Goal>& all, const Selection::Line& line, const Program& program) {
  std::uint32_t before = 0, behind = 0;
  for (const Goal& goal : all) {
    if (!is_in(goal, line.file, program)) continue;
    if (goal.place.line < line.line) before = std::max(before, goal.place.line);
    if (goal.place.line > line.line) behind = behind == 0 ? goal.place.line : std::min(behind, goal.place.line);
  }
  if (before == 0 && behind == 0) return "the program has no code in such a file";
  if (before == 0 || behind == 0) return fmt::format("the nearest line with code is {}", before + behind);
  return fmt::format("the nearest lines with code are {} and {}", before, behind);
}

std::vector<Goal> chosen_lines(const Program& program, const Selection& selection) {
  std::vector<Goal> all = line_goals(program), result;
  for (const Selection::Line& line : selection.lines) {
    const auto found = std::ranges::find_if(
        all, [&](const Goal& goal) { return goal.place.line == line.line && is_in(goal, line.file, program); });
    if (found == all.end())
      throw InputError(fmt::format("--goals: there is no statement that begins at {}:{}; {}", line.file, line.line,
                                   lines_around(all, line, program)));
    result.push_back(*found);
  }
  return result;
}

} // namespace

Selection parse_selection(std::string_view text) {
  if (text == "branches" || text == "conditions") return {Criterion::Branches, {}};
  if (text == "statements") return {Criterion::Statements, {}};
  if (text == "functions") return {Criterion::Functions, {}};
  if (text == "error") return {Criterion::Error, {}};
  Selection result{Criterion::Lines, {}};
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    const std::size_t colon = part.rfind(':');
    Selection::Line line;
    const char* last = part.data() + part.size();
    const bool is_line = colon != std::string_view::npos && colon > 0 &&
                         std::from_chars(part.data() + colon + 1, last, line.line).ptr == last && line.line > 0;
    if (!is_line)
      throw InputError(fmt::format("--goals: '{}' is none of branches, conditions, statements, functions, error and no "
                                   "FILE:LINE",
                                   part));
    line.file = part.substr(0, colon);
    result.lines.push_back(std::move(line));
    at = end + 1;
  }
  return result;
}

namespace {

std::vector<Goal> all_goals(const Program& program, const Property& property, const Selection& selection) {
  switch (selection.criterion) {
  case Criterion::Branches: return BranchGoals(program).run();
  case Criterion::Statements: return line_goals(program);
  case Criterion::Functions: return function_goals(program);
  case Criterion::Error: return error_goals(program, property);
  case Criterion::Lines: return chosen_lines(program, selection);
  }
  unreachable();
}

} // namespace

std::vector<Goal> find_goals(const Program& program, const Property& property, const Selection& selection) {
  std::vector<Goal> goals = all_goals(program, property, selection);
  std::erase_if(goals, [&](const Goal& goal) {
    return goal.place.is_known() &&
           std::filesystem::path(program.files()[goal.place.file].path).filename() == driver_file;
  });
  return goals;
}

std::string specification(const Selection& selection, const Property& property) {
  const std::string_view entry = property.entry.empty() ? "main" : std::string_view(property.entry);
  switch (selection.criterion) {
  case Criterion::Branches: return fmt::format("COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )", entry);
  case Criterion::Statements:
  case Criterion::Lines: return fmt::format("COVER( init({}()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )", entry);
  case Criterion::Functions: return fmt::format("COVER( init({}()), FQL(COVER EDGES(@FUNCTIONENTRY)) )", entry);
  case Criterion::Error: return task::error_call_specification(property);
  }
  unreachable();
}

std::string_view name(Criterion criterion) {
  switch (criterion) {
  case Criterion::Branches: return "branches";
  case Criterion::Statements: return "statements";
  case Criterion::Functions: return "functions";
  case Criterion::Error: return "errors";
  case Criterion::Lines: return "lines";
  }
  unreachable();
}

} // namespace tandem::testing::goals
