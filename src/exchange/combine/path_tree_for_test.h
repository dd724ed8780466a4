// For tests and benchmarks: an automaton like that of an engine that explored path by path and was stopped. It is a
// tree of paths through the program; each state is at one location, some leaves are verified and the remaining ones
// open.
#pragma once

#include "exchange/gia/run_gia.h"
#include "program/text/expr_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tandem::exchange::combine {

class PathTree {
public:
  PathTree(const Program& program, std::uint32_t seed) : program_(program), random_(seed) {}

  Gia grow(std::size_t states) {
    GiaBuilder builder(GiaHeader{});
    std::vector<Open> open{{builder.add_state(Accept::Nothing), &program_.entry().entry(), {}}};
    std::size_t count = 1;
    while (count < states && !open.empty()) {
      // Mostly one of the most recent ones, so that some paths become long.
      std::swap(open[open.size() - 1 - random_() % std::min<std::size_t>(open.size(), 50)], open.back());
      const Open at = leave(std::move(open.back()));
      open.pop_back();
      for (const Edge* edge : at.location->out) {
        const bool is_verified = edge->op.kind == OpKind::Assume && random_() % 16 == 0;
        const StateId next = builder.add_state(is_verified ? Accept::Unreachable : Accept::Nothing);
        ++count;
        builder.add_transition(at.state, builder.label(edge->name), next, builder.text(assumption(*edge)));
        if (!is_verified) open.push_back(behind(at, *edge, next));
      }
    }
    return std::move(builder).finish();
  }

private:
  struct Open {
    StateId state;
    const Location* location;
    std::vector<const Location*> callers;
  };

  static Open leave(Open at) {
    while (at.location == &at.location->function->exit() && !at.callers.empty()) {
      at.location = at.callers.back();
      at.callers.pop_back();
    }
    return at;
  }

  static Open behind(const Open& at, const Edge& edge, StateId state) {
    Open result{state, &location_after(edge), at.callers};
    if (edge.op.kind == OpKind::Call && edge.op.callee != nullptr && edge.op.callee->has_body())
      result.callers.push_back(edge.to);
    return result;
  }

  // Sometimes, about the variable that the edge assigns.
  std::string assumption(const Edge& edge) {
    const Expr* lvalue = edge.op.lvalue;
    if (lvalue == nullptr || lvalue->kind() != ExprKind::Variable || !lvalue->type().is_integer()) return "";
    if (random_() % 4 != 0) return "";
    const std::string text = fmt::format("{} < {}", lvalue->variable().source_name, random_() % 100);
    try {
      text::read_condition(text::ExprScope::at(program_, location_after(edge)), text);
    } catch (const InputError&) {
      return ""; // temporaries have no names, and after a call the caller's variables are out of scope
    }
    return text;
  }

  const Program& program_;
  std::mt19937 random_;
};

} // namespace tandem::exchange::combine
