// For property-based tests: random programs with all their executions over a small domain of inputs, random automata
// about them, and the languages that contain each execution.
#pragma once

#include "base/core/require.h"
#include "exchange/gia/gia_copy.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/run_gia.h"
#include "program/model/expr.h"
#include "program/text/cfa_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tandem::exchange::combine {

using Random = std::mt19937;
inline std::uint32_t below(Random& random, std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); }
inline bool chance(Random& random, std::uint32_t percent) { return below(random, 100) < percent; }

// Values of all variables, which are global and of type int.
using Values = std::map<const Variable*, int>;

inline int evaluate(const Expr& expr, const Values& values) {
  const auto operand = [&](std::size_t i) { return evaluate(expr.operand(i), values); };
  switch (expr.kind()) {
  case ExprKind::Integer: return static_cast<int>(expr.value());
  case ExprKind::Variable: return values.at(&expr.variable());
  case ExprKind::Unary: require(expr.unary_op() == UnaryOp::LogicalNot, "only ! is known here"); return operand(0) == 0;
  case ExprKind::Binary: break;
  default: require(false, "an expression that is not known here");
  }
  switch (expr.binary_op()) {
  case BinaryOp::Add: return (operand(0) + operand(1)) % 4; // keeps the domain small
  case BinaryOp::Eq: return operand(0) == operand(1);
  case BinaryOp::Ne: return operand(0) != operand(1);
  case BinaryOp::Lt: return operand(0) < operand(1);
  case BinaryOp::Gt: return operand(0) > operand(1);
  case BinaryOp::LogicalAnd: return operand(0) != 0 && operand(1) != 0;
  case BinaryOp::LogicalOr: return operand(0) != 0 || operand(1) != 0;
  default: require(false, "an operator that is not known here");
  }
  return 0;
}

// An execution, or any other sequence of edges and values.
struct TestPath {
  std::vector<const Edge*> edges;
  std::vector<Values> values; // before the first edge, and after each

  GiaPath path() const {
    return {edges, [this](std::size_t step, const Expr& condition) { return evaluate(condition, values[step]) != 0; }};
  }
};

// A program of two functions over the globals x and y.
inline Program random_program(Random& random) {
  const auto operation = [&] {
    static const std::vector<std::string> all{"x = x + 1",        "y = x",           "x = 0", "y = y + x", "x = 2",
                                              "x = next_input()", "y = next_input()"};
    return all[below(random, static_cast<std::uint32_t>(all.size()))];
  };
  const auto condition = [&] {
    static const std::vector<std::string> all{"x == 1", "y > 0", "x < y", "x != y", "y == 2"};
    return all[below(random, static_cast<std::uint32_t>(all.size()))];
  };
  std::string text = "int x = 0\nint y = 0\nint next_input(void)\n";
  for (const std::string function : {"f", "main"}) {
    text += fmt::format("{0}: void {0}(void)\n", function);
    const std::uint32_t locations = function == "f" ? 2 : 5;
    for (std::uint32_t at = 0; at < locations; ++at) {
      // Mostly forward, so that most executions end.
      const auto next = [&] {
        const std::uint32_t to = chance(random, 80) ? at + 1 : below(random, locations + 1);
        return to == locations ? std::string("exit") : fmt::format("L{}", to);
      };
      if (chance(random, 45)) {
        const std::string branch = condition();
        text += fmt::format("  L{} -> {}  [{}]\n  L{} -> {}  [!({})]\n", at, next(), branch, at, next(), branch);
      } else {
        text += fmt::format("  L{} -> {}  {}\n", at, next(),
                            function == "main" && chance(random, 30) ? "f()" : operation());
      }
    }
  }
  return text::read_cfa(text, DataModel::LP64);
}

// Where a path goes on from a location: at the end of a function, in the callers that wait for it.
inline const Location* after_returns(const Location* at, std::vector<const Location*>& returns) {
  while (at == &at->function->exit() && !returns.empty()) {
    at = returns.back();
    returns.pop_back();
  }
  return at;
}

// All executions with inputs 0, 1 and 2, up to a number of edges; longer ones are truncated.
class Executions {
public:
  Executions(const Program& program, std::size_t longest) : longest_(longest) {
    Values values;
    for (const Variable* global : program.globals()) values[global] = 0;
    path_.values.push_back(values);
    walk(&program.entry().entry(), {});
  }
  std::vector<TestPath> all;

private:
  void walk(const Location* at, std::vector<const Location*> returns) {
    at = after_returns(at, returns);
    if (path_.edges.size() >= longest_ || at->out.empty()) {
      all.push_back(path_);
      return;
    }
    for (const Edge* edge : at->out) {
      const Operation& op = edge->op;
      if (op.kind == OpKind::Assume && (evaluate(*op.value, path_.values.back()) != 0) != op.truth) continue;
      const bool is_input = op.kind == OpKind::Nondet || (op.kind == OpKind::Call && !op.callee->has_body());
      for (int input = 0; input < (is_input ? 3 : 1); ++input) {
        Values values = path_.values.back();
        if (op.kind == OpKind::Assign) values[&op.lvalue->variable()] = evaluate(*op.value, values);
        if (is_input) values[&op.lvalue->variable()] = input;
        std::vector<const Location*> stack = returns;
        const bool enters = op.kind == OpKind::Call && !is_input;
        if (enters) stack.push_back(edge->to);
        path_.edges.push_back(edge);
        path_.values.push_back(std::move(values));
        walk(enters ? &op.callee->entry() : edge->to, std::move(stack));
        path_.edges.pop_back();
        path_.values.pop_back();
      }
    }
  }

  std::size_t longest_;
  TestPath path_;
};

// Sequences of edges with arbitrary values, which need not be executions: automata must treat them correctly, too.
inline std::vector<TestPath> random_sequences(const Program& program, Random& random, std::size_t count) {
  std::vector<TestPath> result;
  const auto values = [&] {
    Values made;
    for (const Variable* global : program.globals()) made[global] = static_cast<int>(below(random, 3));
    return made;
  };
  while (result.size() < count) {
    TestPath path{{}, {values()}};
    for (std::uint32_t i = below(random, 7); i > 0; --i) {
      path.edges.push_back(program.edges()[below(random, static_cast<std::uint32_t>(program.edges().size()))]);
      path.values.push_back(values());
    }
    result.push_back(std::move(path));
  }
  return result;
}

struct RandomGiaOptions {
  std::uint32_t states = 5;
  std::uint32_t percent_any = 25, percent_conditions = 30;
  bool ut = true, rt = true, cand = true;
};

inline Gia random_gia(const Program& program, Random& random, const RandomGiaOptions& options = {}) {
  GiaBuilder builder({{}, "LP64", "", "chance"});
  const auto condition = [&]() -> TextId {
    static const std::vector<std::string> all{"x == 1", "x == 0", "y > 0", "x < y", "y == 2", "!x || y"};
    if (!chance(random, options.percent_conditions)) return Gia::no_text;
    return builder.text(all[below(random, static_cast<std::uint32_t>(all.size()))]);
  };
  const auto accept = [&] {
    std::vector<Accept> all{Accept::Nothing, Accept::Nothing};
    if (options.ut) all.push_back(Accept::Unreachable);
    if (options.rt) all.push_back(Accept::Reached);
    if (options.cand) all.push_back(Accept::Candidate);
    return all[below(random, static_cast<std::uint32_t>(all.size()))];
  };
  std::vector<Accept> accepts;
  for (std::uint32_t id = 0; id < options.states; ++id) {
    accepts.push_back(id == 0 ? Accept::Nothing : accept());
    builder.add_state(accepts.back(), "", id == 0 ? Gia::no_text : condition());
  }
  const auto edge = [&] {
    return builder.edge_name(program.edges()[below(random, static_cast<std::uint32_t>(program.edges().size()))]->name);
  };
  for (StateId id = 0; id < options.states; ++id) {
    if (accepts[id] == Accept::Unreachable || accepts[id] == Accept::Reached) continue;
    for (std::uint32_t i = 1 + below(random, 4); i > 0; --i) {
      LabelId label = Gia::any;
      if (!chance(random, options.percent_any)) {
        std::vector<EdgeNameId> edges{edge()};
        while (chance(random, 60)) edges.push_back(edge());
        label = builder.label(std::move(edges));
      }
      builder.add_transition(id, label, below(random, options.states), condition());
    }
  }
  return std::move(builder).finish();
}

inline std::vector<Coverage> languages(const Program& program, const Gia& gia, const std::vector<TestPath>& paths) {
  RunGia run(program, gia);
  std::vector<Coverage> result;
  for (const TestPath& path : paths) result.push_back(covers(run, path.path()));
  return result;
}

// A random program with paths of both kinds.
struct World {
  explicit World(std::uint32_t seed) : random(seed), program(random_program(random)) {
    paths = std::move(Executions(program, 8).all);
    if (paths.size() > 300) {
      std::shuffle(paths.begin(), paths.end(), random);
      paths.resize(300);
    }
    for (TestPath& path : random_sequences(program, random, 300)) paths.push_back(std::move(path));
  }

  Random random;
  Program program;
  std::vector<TestPath> paths;
};

// The automaton without one of its transitions, or without the assumption of one.
enum class Change : std::uint8_t { Drop, Free };
inline Gia changed(const Gia& gia, std::size_t which, Change change) {
  GiaBuilder builder(gia.header());
  GiaCopy copy(gia, builder);
  for (StateId id = 0; id < gia.states().size(); ++id) copy.state(id);
  builder.set_initial(gia.initial());
  for (std::size_t i = 0; i < gia.transitions().size(); ++i) {
    const Gia::Transition& transition = gia.transitions()[i];
    if (i == which && change == Change::Drop) continue;
    builder.add_transition(transition.source, copy.label(transition.label), transition.target,
                           i == which ? Gia::no_text : copy.text(transition.assumption));
  }
  return std::move(builder).finish();
}

enum class PropertyResult : std::uint8_t {
  Holds,
  Silent, // it does not apply to this case
  Broken,
};

// Checks a property on `count` worlds, each with the automata from `make`. A counterexample is shrunk as long as it
// still violates the property, and shown. Returns how often the property held.
template <typename Make, typename Attempt>
std::size_t expect_property(std::uint32_t count, const Make& make, const Attempt& attempt) {
  std::size_t held = 0;
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    World world(seed);
    std::vector<Gia> gias = make(world);
    const PropertyResult result = attempt(world, gias);
    held += result == PropertyResult::Holds ? 1 : 0;
    if (result != PropertyResult::Broken) continue;
    for (Gia& gia : gias)
      for (const Change change : {Change::Drop, Change::Free})
        for (std::size_t i = gia.transitions().size(); i-- > 0;) {
          Gia before = std::move(gia);
          gia = changed(before, i, change);
          if (attempt(world, gias) != PropertyResult::Broken) gia = std::move(before);
        }
    std::string shown;
    for (const Gia& gia : gias) shown += gia_text(gia);
    ADD_FAILURE() << "seed " << seed << "\n" << shown;
    return held;
  }
  return held;
}

// The same ut and rt languages, and the same candidates among the open paths.
inline PropertyResult same_open_languages(const std::vector<Coverage>& first, const std::vector<Coverage>& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].ut != second[i].ut || first[i].rt != second[i].rt) return PropertyResult::Broken;
    if (!first[i].ut && !first[i].rt && first[i].cand != second[i].cand) return PropertyResult::Broken;
  }
  return PropertyResult::Holds;
}

} // namespace tandem::exchange::combine
