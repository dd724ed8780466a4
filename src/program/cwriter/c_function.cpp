// Locations are written in reverse post-order, so that most edges fall through to the next line; the others become
// gotos to labels numbered in the order of the text. No structured loops are reconstructed (compare Yakdan et al.,
// NDSS 2015): verifiers do not need them, and a goto per edge keeps the map from lines to edges exact. With joined
// branches, all back edges of a loop go through one latch, a label in front of a single goto to the head.

#include "program/cwriter/c_function.h"

#include "base/core/require.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"
#include "program/cwriter/c_decisions.h"
#include "program/cwriter/c_redeclarations.h"
#include "program/cwriter/c_statement.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

namespace tandem::cwriter {

namespace {

// Everything is one file, so only the entry function and main need external linkage: the linker never sees a clash with
// a library that the user's own linkage avoided.
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
            (is_old_style(function) ? parameter->name : cexpr::c_declaration(*parameter->type, parameter->name));
  if (is_old_style(function)) return text;
  if (function.type().is_variadic()) return text.empty() ? "" : text + ", ...";
  return text.empty() ? "void" : text;
}

std::string declaration_line(const Variable& variable) {
  const std::string align =
      variable.explicit_align == 0 ? "" : fmt::format(" __attribute__((aligned({})))", variable.explicit_align);
  return "  " + cexpr::c_declaration(*variable.type, variable.name) + align + ";";
}

class BodyWriter {
public:
  BodyWriter(const Program& program, const Function& function, CSupport& support, CLines& lines, Branches branches)
      : program_(program), function_(function), lines_(lines), statements_(program, function, support),
        renewing_(renewing_declarations(function)), branches_(branches) {
    if (branches == Branches::Joined) decisions_ = Decisions(function);
  }

  void write() {
    write_locals();
    find_order();
    if (branches_ == Branches::Joined) find_latches();
    find_jumps();
    for (const Location* location : order_) {
      write_location(*location);
      write_latches(*location);
    }
  }

private:
  void write_locals();
  void find_order();
  void find_latches();
  void find_jumps();
  void write_location(const Location& location);
  void write_branch(const Location& location);
  void write_decision(const Location& location, const Decision& decision);
  void write_latches(const Location& location);
  void write_edge(const Edge& edge);
  std::string statement(const Edge& edge);
  std::string return_statement(const Edge& edge);
  bool falls_off(const Edge& edge) const;

  // A location that needs no text, since its variable is declared at the top of the function.
  bool is_silent(const Location& location) const {
    if (location.out.size() != 1) return false;
    const Edge& edge = *location.out[0];
    return edge.op.kind == OpKind::Declare && !renewing_.contains(&edge) && is_forward(edge);
  }
  // Every cycle has a backward edge, so following silent locations terminates.
  static bool is_forward(const Edge& edge) { return edge.to->id > edge.from->id; }
  const Location& landing(const Location& location) const {
    const Location* at = &location;
    while (is_silent(*at)) at = at->out[0]->to;
    return *at;
  }
  // Whether the text of the edge's end comes right after that of its start.
  bool falls_through(const Edge& edge) const { return is_next(*edge.from, *edge.to); }
  bool is_next(const Location& here, const Location& there) const {
    const std::size_t next = position_.at(&here) + 1;
    return next < order_.size() && order_[next] == &landing(there);
  }
  bool leads_on(const Edge& edge) const { return edge.op.kind != OpKind::Return || falls_off(edge); }
  std::string jump(const Edge& edge) const { return jump(*edge.from, *edge.to); }
  std::string jump(const Location& here, const Location& there) const {
    const Location& target = landing(there);
    const auto latch = latches_.find(&target);
    const bool back = latch != latches_.end() && position_.at(&target) <= position_.at(&here);
    return "goto " + (back ? latch->second : labels_.at(&target)) + ";";
  }
  // The successors of a location, except by return.
  std::vector<const Location*> ends(const Location& location) const {
    std::vector<const Location*> result;
    if (const Decision* decision = decisions_.at(location)) return {&landing(*decision->yes), &landing(*decision->no)};
    for (const Edge* edge : location.out)
      if (leads_on(*edge)) result.push_back(&landing(*edge->to));
    return result;
  }
  bool has_latch(const Location& location) const { return hosts_.contains(&location); }

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
  Decisions decisions_; // empty if branches are written separately
  Branches branches_;
  // The single jump back to a loop's head: it follows the last location that jumps back, and has a label for the other
  // ones.
  std::unordered_map<const Location*, std::string> latches_;                // by head
  std::unordered_map<const Location*, std::vector<const Location*>> hosts_; // heads whose latch follows it
  std::vector<const Location*> order_; // the locations that have text, in the order of the text
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
    add(edge->op.lvalue);
    add(edge->op.value);
    for (const Expr* argument : edge->op.arguments) add(argument);
  }
  for (const Variable* local : function_.locals())
    if (used.contains(local)) lines_.add(declaration_line(*local));
}

// A return without a value in a non-void function: the text must fall off the function's end.
bool BodyWriter::falls_off(const Edge& edge) const {
  if (edge.to != &function_.exit()) return false;
  return edge.op.kind == OpKind::Return && edge.op.value == nullptr && !function_.result().is_void();
}

void BodyWriter::find_order() {
  for (const Location* location : function_.locations()) {
    if (is_silent(*location) || decisions_.is_inside(*location)) continue;
    position_[location] = order_.size();
    order_.push_back(location);
  }
  require(order_.front() == &landing(function_.entry()), "the text should begin with the function's entry");
}

void BodyWriter::find_latches() {
  std::unordered_map<const Location*, std::vector<const Location*>> jumpers; // in the order of the text
  std::vector<const Location*> heads;
  for (const Location* location : order_)
    for (const Location* end : ends(*location)) {
      if (position_.at(end) > position_.at(location)) continue;
      if (jumpers[end].empty()) heads.push_back(end);
      jumpers[end].push_back(location);
    }
  for (const Location* head : heads) {
    if (jumpers[head].size() < 2) continue;
    latches_[head] = "B" + std::to_string(latches_.size() + 1);
    hosts_[jumpers[head].back()].push_back(head);
  }
}

// Labels are counted in the order of the text.
void BodyWriter::find_jumps() {
  std::unordered_set<const Location*> targets;
  for (const Location* location : order_) {
    if (has_latch(*location)) {
      for (const Location* end : ends(*location)) targets.insert(end);
      continue;
    }
    if (const Decision* decision = decisions_.at(*location)) {
      if (!is_next(*location, *decision->yes)) targets.insert(&landing(*decision->yes));
      if (!is_next(*location, *decision->no) || is_next(*location, *decision->yes))
        targets.insert(&landing(*decision->no));
      continue;
    }
    for (const Edge* edge : location->out)
      if (leads_on(*edge) && !falls_through(*edge)) targets.insert(&landing(*edge->to));
    // A branch whose arms both fall through jumps in one case.
    if (location->out.size() == 2 && falls_through(*location->out[0]) && falls_through(*location->out[1]))
      targets.insert(&landing(*location->out[1]->to));
  }
  for (const Location* location : order_)
    if (targets.contains(location)) labels_[location] = "L" + std::to_string(labels_.size() + 1);
}

void BodyWriter::write_location(const Location& location) {
  pending_label_ = labels_.contains(&location);
  if (&location == &function_.exit()) {
    if (pending_label_) put(location, ";", {}, {});
    return;
  }
  require(location.out.size() <= 2, "a location should have at most two outgoing edges");
  if (const Decision* decision = decisions_.at(location)) return write_decision(location, *decision);
  if (location.out.size() == 2) return write_branch(location);
  if (location.out.size() == 1) return write_edge(*location.out[0]);
  // The end of a path. After a call of a noreturn function nothing is needed; otherwise the text must not continue.
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
  // The condition itself is not negated, so that the branch has the same edges in the same order when it is read again.
  const std::string if_true = "if (" + cexpr::c_condition(*yes.op.value, true) + ") ";
  const std::string if_false = "if (" + cexpr::c_condition(*yes.op.value, false) + ") ";
  if (falls_through(yes)) return put(location, if_false + jump(no), point, edges);
  if (falls_through(no)) return put(location, if_true + jump(yes), point, edges);
  put(location, if_true + jump(yes) + " " + jump(no), point, edges);
}

void BodyWriter::write_decision(const Location& location, const Decision& decision) {
  const SourcePoint point = location.out[0]->range.begin;
  const std::string if_true = "if (" + decision.condition + ") ", if_false = "if (!" + decision.condition + ") ";
  const bool jumps = has_latch(location); // the latch precedes whatever comes next in the text
  if (!jumps && is_next(location, *decision.yes))
    return put(location, if_false + jump(location, *decision.no), point, decision.edges);
  if (!jumps && is_next(location, *decision.no))
    return put(location, if_true + jump(location, *decision.yes), point, decision.edges);
  put(location, if_true + jump(location, *decision.yes) + " " + jump(location, *decision.no), point, decision.edges);
}

void BodyWriter::write_latches(const Location& location) {
  const auto heads = hosts_.find(&location);
  if (heads == hosts_.end()) return;
  for (const Location* head : heads->second) lines_.add(latches_.at(head) + ": goto " + labels_.at(head) + ";");
}

void BodyWriter::write_edge(const Edge& edge) {
  std::string text = statement(edge);
  if (leads_on(edge) && !falls_through(edge) && !has_latch(*edge.from)) text += (text.empty() ? "" : " ") + jump(edge);
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
  case OpKind::EndScope: return "";
  }
  unreachable();
}

std::string BodyWriter::return_statement(const Edge& edge) {
  if (falls_off(edge)) return "";
  if (edge.op.value == nullptr) return "return;";
  return "return " + cexpr::c_text_as(*edge.op.value, function_.result()) + ";";
}

} // namespace

std::string c_prototype(const Program& program, const Function& function) {
  const std::string attribute = function.does_not_return() ? " __attribute__((noreturn))" : "";
  return std::string(linkage(program, function)) + cexpr::c_declaration(function.type(), function.name()) + attribute +
         ";";
}

void write_function(const Program& program, const Function& function, CSupport& support, CLines& lines,
                    Branches branches) {
  const std::string header = std::string(linkage(program, function)) +
                             cexpr::c_function_declaration(function.type(), function.name(), parameter_list(function));
  lines.add("");
  lines.add(header, function.range().begin);
  if (is_old_style(function))
    for (const Variable* parameter : function.parameters()) lines.add(declaration_line(*parameter));
  lines.add("{");
  BodyWriter(program, function, support, lines, branches).write();
  lines.add("}");
}

} // namespace tandem::cwriter
