// finish() works per function: chains of Skip edges are resolved first, then a depth-first search from the entry
// yields the reachable locations in reverse post-order, in which they are numbered. Edge names are counted within a
// function and depend on nothing but source positions, so that they are stable under changes elsewhere.

#include "program/model/program_builder.h"

#include "base/core/require.h"
#include "program/model/expressions.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string_view>

namespace tandem {

namespace {

constexpr std::array<std::string_view, 47> reserved_words{
    "auto",     "break",    "case",      "char",           "const",         "continue",   "default",  "do",
    "double",   "else",     "enum",      "extern",         "float",         "for",        "goto",     "if",
    "inline",   "int",      "long",      "register",       "restrict",      "return",     "short",    "signed",
    "sizeof",   "static",   "struct",    "switch",         "typedef",       "union",      "unsigned", "void",
    "volatile", "while",    "asm",       "typeof",         "_Bool",         "_Complex",   "_Alignas", "_Alignof",
    "_Atomic",  "_Generic", "_Noreturn", "_Static_assert", "_Thread_local", "_Imaginary", "__int128",
};

bool is_reserved(const std::string& name) {
  return std::find(reserved_words.begin(), reserved_words.end(), name) != reserved_words.end();
}

std::string as_identifier(const std::string& wanted) {
  std::string result;
  for (char c : wanted) result += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0]))) result.insert(0, "_");
  return result;
}

} // namespace

ProgramBuilder::ProgramBuilder(std::shared_ptr<Context> context)
    : context_(std::move(context)), functions_(std::make_shared<std::deque<Function>>()) {
  context_->keep(functions_);
}

std::uint32_t ProgramBuilder::add_file(SourceFile file) {
  const auto [found, is_new] = file_index_.try_emplace(file.path, static_cast<std::uint32_t>(files_.size()));
  if (is_new) files_.push_back(std::move(file));
  return found->second;
}

void ProgramBuilder::add_note(Note note) { notes_.push_back(std::move(note)); }

void ProgramBuilder::add_global(const Variable& variable) {
  require(variable.is_global(), "only globals should be added as globals");
  global_names_.insert(variable.name);
  globals_.push_back(&variable);
}

Function& ProgramBuilder::declare_function(std::string name, std::string source_name, const Type& type,
                                           SourceRange range) {
  global_names_.insert(name);
  Function& function = functions_->emplace_back();
  function.id_ = static_cast<std::uint32_t>(functions_->size() - 1);
  function.name_ = std::move(name);
  function.source_name_ = std::move(source_name);
  function.type_ = &type;
  function.range_ = range;
  return function;
}

void ProgramBuilder::set_type(Function& function, const Type& type) { function.type_ = &type; }

void ProgramBuilder::set_range(Function& function, SourceRange range) { function.range_ = range; }

void ProgramBuilder::set_does_not_return(Function& function) { function.does_not_return_ = true; }

std::string ProgramBuilder::unique_name(const std::string& wanted, const Function* function) {
  const std::string base = as_identifier(wanted);
  auto* locals = function == nullptr ? nullptr : &local_names_[function];
  const auto taken = [&](const std::string& name) {
    return is_reserved(name) || global_names_.contains(name) || (locals != nullptr && locals->contains(name));
  };
  std::string name = base;
  std::uint32_t& counter = name_counters_[function == nullptr ? base : function->name() + " " + base];
  while (taken(name)) name = base + "__" + std::to_string(++counter);
  (locals == nullptr ? global_names_ : *locals).insert(name);
  return name;
}

void ProgramBuilder::begin_body(Function& function, std::vector<const Variable*> parameters) {
  require(!bodies_.contains(&function), "a function should have one body");
  function.parameters_ = std::move(parameters);
  const DraftLocation entry = add_location(function);
  const DraftLocation exit = add_location(function);
  bodies_[&function] = {entry, exit};
}

void ProgramBuilder::add_local(Function& function, const Variable& variable) {
  require(!variable.is_global(), "a local should not be a global");
  function.locals_.push_back(&variable);
}

DraftLocation ProgramBuilder::entry(const Function& function) const { return bodies_.at(&function).entry; }

DraftLocation ProgramBuilder::exit(const Function& function) const { return bodies_.at(&function).exit; }

DraftLocation ProgramBuilder::add_location(Function& function) {
  nodes_.push_back({&function, {}});
  return static_cast<DraftLocation>(nodes_.size() - 1);
}

void ProgramBuilder::add_edge(DraftLocation from, DraftLocation to, Operation op, SourceRange range) {
  require(nodes_[from].function == nodes_[to].function, "an edge should stay within its function");
  nodes_[from].out.push_back(static_cast<std::uint32_t>(edges_.size()));
  edges_.push_back({from, to, op, range});
}

void ProgramBuilder::add_branch(DraftLocation from, const Expr& condition, DraftLocation if_true,
                                DraftLocation if_false, SourceRange range) {
  Operation op;
  op.kind = OpKind::Assume;
  op.value = &condition;
  add_edge(from, if_true, op, range);
  op.truth = false;
  add_edge(from, if_false, op, range);
}

bool ProgramBuilder::has_edges(DraftLocation location) const { return !nodes_[location].out.empty(); }

// A cycle of nothing but Skip edges ends at its smallest location, so that all its members agree; that one keeps a Skip
// edge to itself. Each chain is followed once.
void ProgramBuilder::follow_skips() {
  constexpr DraftLocation unknown = std::numeric_limits<DraftLocation>::max(), on_path = unknown - 1;
  after_skips_.assign(nodes_.size(), unknown);
  std::vector<DraftLocation> path;
  for (DraftLocation start = 0; start < nodes_.size(); ++start) {
    path.clear();
    DraftLocation at = start;
    while (after_skips_[at] == unknown) {
      path.push_back(at);
      after_skips_[at] = on_path;
      const auto& out = nodes_[at].out;
      if (out.size() != 1 || edges_[out[0]].op.kind != OpKind::Skip) break;
      at = edges_[out[0]].to;
    }
    DraftLocation end = after_skips_[at];
    if (end == on_path) end = *std::min_element(std::find(path.begin(), path.end(), at), path.end());
    for (DraftLocation location : path) after_skips_[location] = end;
  }
}

std::vector<DraftLocation> ProgramBuilder::reverse_post_order(const Function& function) {
  const DraftBody& body = bodies_.at(&function);
  std::vector<DraftLocation> order;
  std::vector<std::pair<DraftLocation, std::size_t>> stack;
  const auto visit = [&](DraftLocation location) {
    if (location == body.exit || reached_[location]) return;
    reached_[location] = true;
    stack.emplace_back(location, 0);
  };
  visit(after_skips_[body.entry]);
  while (!stack.empty()) {
    auto& [location, done] = stack.back();
    const auto& out = nodes_[location].out;
    if (done == out.size()) {
      order.push_back(location);
      stack.pop_back();
      continue;
    }
    // The last successor first, so that the true branch of a condition comes first in the reversed order.
    const DraftLocation to = edges_[out[out.size() - 1 - done++]].to;
    visit(after_skips_[to]);
  }
  std::reverse(order.begin(), order.end());
  order.push_back(body.exit);
  return order;
}

void ProgramBuilder::finish_body(Function& function, Program& program) {
  const std::vector<DraftLocation> order = reverse_post_order(function);
  for (DraftLocation draft : order) {
    Location& location = program.location_store_.emplace_back();
    location.id = static_cast<std::uint32_t>(program.locations_.size());
    location.function = &function;
    made_[draft] = &location;
    program.locations_.push_back(&location);
    function.locations_.push_back(&location);
  }
  std::vector<Edge*> edges;
  for (DraftLocation draft : order) {
    Location& from = *made_[draft];
    for (std::uint32_t index : nodes_[draft].out) {
      const DraftEdge& source = edges_[index];
      Location& to = *made_[after_skips_[source.to]];
      Edge& edge = program.edge_store_.emplace_back();
      edge.id = static_cast<std::uint32_t>(program.edges_.size());
      edge.from = &from;
      edge.to = &to;
      edge.op = source.op;
      edge.range = source.range;
      from.out.push_back(&edge);
      to.in.push_back(&edge);
      program.edges_.push_back(&edge);
      function.edges_.push_back(&edge);
      edges.push_back(&edge);
    }
  }
  function.entry_ = made_[after_skips_[bodies_.at(&function).entry]];
  function.exit_ = made_[bodies_.at(&function).exit];
  name_edges(function, program, edges);
}

void ProgramBuilder::name_edges(const Function& function, Program& program, std::vector<Edge*>& edges) {
  std::unordered_map<std::uint64_t, std::uint32_t> uses[3]; // of line and column, by the sign that follows them
  const std::string_view signs[3] = {"", "+", "-"};
  for (Edge* edge : edges) {
    const SourcePoint at = edge->range.begin;
    const bool is_branch = edge->op.kind == OpKind::Assume && edge->from->out.size() == 2;
    const std::size_t sign = !is_branch ? 0 : edge->op.truth ? 1 : 2;
    const std::uint32_t count = ++uses[sign][std::uint64_t{at.line} << 32 | at.column];
    edge->name = fmt::format("{}@{}:{}{}", function.name(), at.line, at.column, signs[sign]);
    if (count > 1) edge->name += fmt::format("#{}", count);
    program.edge_index_[edge->name] = edge;
  }
}

void ProgramBuilder::mark_addresses(const Program& program) {
  for_each_expression(program, [this](const Expr& expr) {
    if (expr.kind() != ExprKind::AddressOf) return;
    if (const Variable* variable = root_variable(expr.operand(0))) context_->set_address_taken(*variable);
  });
}

Program ProgramBuilder::finish(const Function& entry) {
  require(bodies_.contains(&entry), "the entry function should have a body");
  Program program;
  program.context_ = context_;
  program.files_ = std::move(files_);
  program.notes_ = std::move(notes_);
  program.globals_ = std::move(globals_);
  program.entry_ = &entry;
  program.function_store_ = functions_;
  program.edge_index_.reserve(edges_.size());
  reached_.assign(nodes_.size(), false);
  made_.assign(nodes_.size(), nullptr);
  follow_skips();
  for (Function& function : *functions_) {
    program.functions_.push_back(&function);
    program.function_index_[function.name()] = &function;
    if (bodies_.contains(&function)) finish_body(function, program);
  }
  mark_addresses(program);
  return program;
}

} // namespace tandem
