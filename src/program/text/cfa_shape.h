// For tests: a program whose only function has a control-flow automaton of a given shape, written as arcs between
// numbers. 0 is the entry; a node without successors returns to the exit, or ends the path if it is listed as stuck.
#pragma once

#include "program/model/program_builder.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tandem::text {

class CfaShape {
public:
  using Arcs = std::vector<std::pair<int, int>>;

  explicit CfaShape(const Arcs& arcs, const std::set<int>& stuck = {}) : program_(build(arcs, stuck)) {
    for (const Edge* edge : program_.edges()) locations_[static_cast<int>(edge->range.begin.line) - 1] = edge->from;
    for (const Edge* edge : program_.edges())
      for (const auto& [from, to] : arcs)
        if (stuck.contains(to) && locations_.at(from) == edge->from) locations_[to] = edge->to;
  }

  const Program& program() const { return program_; }
  const Function& function() const { return program_.entry(); }
  const Location& at(int node) const { return *locations_.at(node); }
  int node(const Location& location) const {
    for (const auto& [node, known] : locations_)
      if (known == &location) return node;
    return -1; // the exit
  }
  template <typename Locations> std::vector<int> nodes(const Locations& locations) const {
    std::vector<int> result;
    for (const Location* location : locations) result.push_back(node(*location));
    return result;
  }
  template <typename Edges> Arcs arcs(const Edges& edges) const {
    Arcs result;
    for (const Edge* edge : edges) result.emplace_back(node(*edge->from), node(*edge->to));
    return result;
  }

private:
  static Program build(const Arcs& arcs, const std::set<int>& stuck) {
    auto context = std::make_shared<Context>(DataModel::LP64);
    ProgramBuilder builder(context);
    builder.add_file({"shape.c", ""});
    const Type& int_type = context->types().int_type();
    Function& main =
        builder.declare_function("main", "main", context->types().function(int_type, {}, false, true), SourceRange{});
    builder.begin_body(main, {});
    const Variable& x = context->add_variable({.name = "x", .type = &int_type, .owner = &main});
    builder.add_local(main, x);
    std::map<int, DraftLocation> drafts{{0, builder.entry(main)}};
    std::map<int, std::vector<int>> successors{{0, {}}};
    for (const auto& [from, to] : arcs) {
      successors[from].push_back(to);
      successors[to];
    }
    for (const auto& [node, ignored] : successors)
      if (node != 0) drafts[node] = builder.add_location(main);
    const auto range = [](int node) {
      const SourcePoint point{0, static_cast<std::uint32_t>(node + 1), 1};
      return SourceRange{point, point};
    };
    for (const auto& [node, to] : successors) {
      Operation op;
      if (to.empty() && !stuck.contains(node)) {
        op.kind = OpKind::Return;
        builder.add_edge(drafts.at(node), builder.exit(main), op, range(node));
      } else if (to.size() == 1) {
        op.kind = OpKind::Assign;
        op.lvalue = &context->variable(x);
        op.value = &context->integer(int_type, node);
        builder.add_edge(drafts.at(node), drafts.at(to[0]), op, range(node));
      } else if (to.size() == 2) {
        builder.add_branch(drafts.at(node), context->variable(x), drafts.at(to[0]), drafts.at(to[1]), range(node));
      }
    }
    return builder.finish(main);
  }

  Program program_;
  std::map<int, const Location*> locations_;
};

} // namespace tandem::text
