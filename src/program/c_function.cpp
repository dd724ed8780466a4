#include "program/c_function.h"

#include "base/require.h"
#include "program/c_expr.h"
#include "program/c_renewal.h"
#include "program/c_statement.h"
#include "program/c_types.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

namespace tandem {

namespace {

// Everything is one file, so only what others may ask for by name is visible: the linker never sees a clash with a
// library that the user's own linkage avoided.
std::string_view linkage(const Program& program, const Function& function) {
  if (!function.has_body()) return "extern ";
  return &function == &program.entry() || function.name() == "main" ? "" : "static ";
}

// A definition without prototype is written in the old style, so that calls with other arguments stay legal.
bool is_old_style(const Function& function) { return !function.type().has_prototype(); }

std::string parameter_list(const Function& function) {
  std::string text;
  for (const Variable* parameter : function.parameters())
    text += (text.empty() ? "" : ", ") +
            (is_old_style(function) ? parameter->name : c_declaration(*parameter->type, parameter->name));
  if (is_old_style(function)) return text;
  if (function.type().is_variadic()) return text.empty() ? "" : text + ", ...";
  return text.empty() ? "void" : text;
}

std::string declaration_line(const Variable& variable) {
  const std::string align =
      variable.explicit_align == 0 ? "" : fmt::format(" __attribute__((aligned({})))", variable.explicit_align);
  return "  " + c_declaration(*variable.type, variable.name) + align + ";";
}

class BodyWriter {
public:
  BodyWriter(const Program& program, const Function& function, CSupport& support, CLines& lines)
      : program_(program), function_(function), lines_(lines), statements_(program, function, support),
        renewing_(renewing_declarations(function)) {}

  void write() {
    write_locals();
    find_jumps();
    for (std::size_t i = 0; i < function_.locations().size(); ++i) write_location(i);
  }

private:
  void write_locals();
  void find_jumps();
  void write_location(std::size_t position);
  void write_branch(const Location& location);
  void write_edge(const Edge& edge);
  std::string statement(const Edge& edge);
  std::string return_statement(const Edge& edge);
  bool falls_off(const Edge& edge) const;

  // The location that the text after this one belongs to.
  const Location* next(std::size_t position) const {
    return position + 1 < function_.locations().size() ? function_.locations()[position + 1] : nullptr;
  }
  bool follows(const Location& location, const Location& target) const {
    return next(position_.at(&location)) == &target;
  }
  std::string jump(const Location& target) const { return "goto " + labels_.at(&target) + ";"; }

  // A line of the location; the first one gets its label.
  void put(const Location& location, const std::string& text, SourcePoint point, std::vector<const Edge*> edges) {
    const auto label = labels_.find(&location);
    const bool labelled = label != labels_.end() && pending_label_;
    pending_label_ = false;
    lines_.add((labelled ? label->second + ": " : "  ") + text, point, std::move(edges));
  }

  const Program& program_;
  const Function& function_;
  CLines& lines_;
  StatementWriter statements_;
  std::unordered_set<const Edge*> renewing_;
  std::unordered_map<const Location*, std::size_t> position_;
  std::unordered_map<const Location*, std::string> labels_;
  bool pending_label_ = false;
};

void BodyWriter::write_locals() {
  std::unordered_set<const Variable*> used;
  const auto add = [&used](const Expr* expr) {
    if (expr != nullptr) for_each_variable(*expr, [&used](const Variable& variable) { used.insert(&variable); });
  };
  for (const Edge* edge : function_.edges()) {
    add(edge->op.place);
    add(edge->op.value);
    for (const Expr* argument : edge->op.arguments) add(argument);
  }
  for (const Variable* local : function_.locals())
    if (used.contains(local)) lines_.add(declaration_line(*local));
}

// A return without value in a function that has one: the text can only run into the function's end.
bool BodyWriter::falls_off(const Edge& edge) const {
  if (edge.to != &function_.exit()) return false;
  return edge.op.kind == OpKind::Return && edge.op.value == nullptr && !function_.result().is_void();
}

// Labels are counted in the order of the text.
void BodyWriter::find_jumps() {
  const auto& locations = function_.locations();
  for (std::size_t i = 0; i < locations.size(); ++i) position_[locations[i]] = i;
  std::unordered_set<const Location*> targets;
  for (const Location* location : locations) {
    const bool branches = location->out.size() == 2;
    for (const Edge* edge : location->out) {
      const bool needs_jump = edge->op.kind != OpKind::Return || falls_off(*edge);
      if (needs_jump && !follows(*location, *edge->to)) targets.insert(edge->to);
    }
    // A branch whose arms both lead on jumps in one case.
    if (branches && location->out[0]->to == location->out[1]->to) targets.insert(location->out[1]->to);
  }
  for (const Location* location : locations)
    if (targets.contains(location)) labels_[location] = "L" + std::to_string(labels_.size() + 1);
}

void BodyWriter::write_location(std::size_t position) {
  const Location& location = *function_.locations()[position];
  pending_label_ = labels_.contains(&location);
  if (&location == &function_.exit()) {
    if (pending_label_) put(location, ";", {}, {});
    return;
  }
  require(location.out.size() <= 2, "a location should have at most two outgoing edges");
  if (location.out.size() == 2) return write_branch(location);
  if (location.out.size() == 1) return write_edge(*location.out[0]);
  // The end of a path. Declared attributes say so where a call leads here; elsewhere the text must not run on.
  bool ended_by_call = !location.in.empty();
  for (const Edge* edge : location.in)
    ended_by_call &= edge->op.kind == OpKind::Call && edge->op.callee != nullptr && edge->op.callee->does_not_return();
  if (!ended_by_call)
    put(location, statements_.stop(), {}, {});
  else if (pending_label_)
    put(location, ";", {}, {});
}

void BodyWriter::write_branch(const Location& location) {
  const Edge &yes = *location.out[0], &no = *location.out[1];
  const std::vector<const Edge*> edges{&yes, &no};
  const SourcePoint point = yes.range.begin;
  // Negation is not worked into the condition: read again, the branch has the same edges in the same order.
  const std::string if_true = "if (" + c_condition(*yes.op.value, true) + ") ";
  const std::string if_false = "if (" + c_condition(*yes.op.value, false) + ") ";
  if (follows(location, *yes.to)) return put(location, if_false + jump(*no.to), point, edges);
  if (follows(location, *no.to)) return put(location, if_true + jump(*yes.to), point, edges);
  put(location, if_true + jump(*yes.to) + " " + jump(*no.to), point, edges);
}

void BodyWriter::write_edge(const Edge& edge) {
  std::string text = statement(edge);
  const bool leads_on = edge.op.kind != OpKind::Return || falls_off(edge);
  if (leads_on && !follows(*edge.from, *edge.to)) text += (text.empty() ? "" : " ") + jump(*edge.to);
  if (text.empty() && pending_label_) text = ";";
  if (!text.empty()) put(*edge.from, text, edge.range.begin, {&edge});
}

std::string BodyWriter::statement(const Edge& edge) {
  switch (edge.op.kind) {
  case OpKind::Skip: return "";
  case OpKind::Assign: return statements_.assign(edge.op);
  case OpKind::Assume: return statements_.assume(edge.op);
  case OpKind::Call: return statements_.call(edge.op);
  case OpKind::Return: return return_statement(edge);
  case OpKind::Declare:
    return renewing_.contains(&edge) ? statements_.renew(program_.context().variable(*edge.op.variable)) : "";
  case OpKind::Nondet: return statements_.nondet(edge.op);
  }
  unreachable();
}

std::string BodyWriter::return_statement(const Edge& edge) {
  if (falls_off(edge)) return "";
  if (edge.op.value == nullptr) return "return;";
  return "return " + c_text_as(*edge.op.value, function_.result()) + ";";
}

} // namespace

std::string c_prototype(const Program& program, const Function& function) {
  const std::string attribute = function.does_not_return() ? " __attribute__((noreturn))" : "";
  return std::string(linkage(program, function)) + c_declaration(function.type(), function.name()) + attribute + ";";
}

void write_function(const Program& program, const Function& function, CSupport& support, CLines& lines) {
  const std::string header = std::string(linkage(program, function)) +
                             c_function_declaration(function.type(), function.name(), parameter_list(function));
  lines.add("");
  lines.add(header, function.range().begin);
  if (is_old_style(function))
    for (const Variable* parameter : function.parameters()) lines.add(declaration_line(*parameter));
  lines.add("{");
  BodyWriter(program, function, support, lines).write();
  lines.add("}");
}

} // namespace tandem
