// For tests only: small random programs, random automata about them, and the traces of their executions.
//
// Control flow is unstructured: any location may lead to any other, functions call each other (and main) directly and
// through pointers. Inputs come from a small domain, so that all executions up to a length can be tried.
#pragma once

#include "exchange/gia/run_gia.h"
#include "program/model/program_builder.h"
#include "semantics/interpreter/run.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tandem::analysis::properties {

class RandomProgram {
public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {
    builder_.add_file({"random.c", ""});
    int_ = &types().int_type();
    nondet_ = &builder_.declare_function("__VERIFIER_nondet_int", "__VERIFIER_nondet_int", signature(0), {});
    error_ = &builder_.declare_function("reach_error", "reach_error", signature(0), {});
    for (const char* name : {"g", "h"}) globals_.push_back(&global(name, *int_));
    const std::uint32_t count = pick(4);
    functions_.push_back({&builder_.declare_function("main", "main", signature(0), {}), {}, {}});
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string name = "f" + std::to_string(i);
      functions_.push_back({&builder_.declare_function(name, name, signature(1), {}), {}, {}});
    }
    if (count > 0 && pick(2) == 0) {
      Variable& table = global("table", types().pointer_to(signature(1)));
      table.initializers.push_back({&use(table), &context_->function_address(*functions_[1 + pick(count)].function)});
      pointers_.push_back(&table);
    }
    for (Body& body : functions_) write(body);
  }

  Program finish() { return builder_.finish(*functions_[0].function); }

private:
  struct Body {
    Function* function = nullptr;
    std::vector<const Variable*> variables, pointers;
  };

  std::uint32_t pick(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  TypeTable& types() { return context_->types(); }
  const Type& signature(std::size_t parameters) {
    return types().function(*int_, std::vector<const Type*>(parameters, int_), false, true);
  }
  Variable& global(const std::string& name, const Type& type) {
    Variable& made =
        context_->add_variable({.kind = VariableKind::Global, .name = name, .source_name = name, .type = &type});
    builder_.add_global(made);
    return made;
  }
  const Variable& local(Body& body, VariableKind kind, const std::string& name, const Type& type) {
    const Variable& made = context_->add_variable(
        {.kind = kind, .name = name, .source_name = name, .type = &type, .owner = body.function});
    if (kind == VariableKind::Local) builder_.add_local(*body.function, made);
    return made;
  }
  const Expr& use(const Variable& variable) { return context_->variable(variable); }
  const Expr& number(std::uint32_t value) { return context_->integer(*int_, static_cast<int>(value)); }

  void write(Body& body) {
    std::vector<const Variable*> parameters;
    if (body.function != functions_[0].function)
      parameters.push_back(&local(body, VariableKind::Parameter, "p", *int_));
    body.variables = globals_;
    body.variables.insert(body.variables.end(), parameters.begin(), parameters.end());
    builder_.begin_body(*body.function, parameters);
    const Variable &x = local(body, VariableKind::Local, "x", *int_), &y = local(body, VariableKind::Local, "y", *int_);
    body.variables.insert(body.variables.end(), {&x, &y});
    body.pointers = pointers_;
    if (functions_.size() > 1)
      body.pointers.push_back(&local(body, VariableKind::Local, "call", types().pointer_to(signature(1))));

    std::vector<DraftLocation> locations{initialise(body, {&x, &y})};
    for (std::uint32_t i = 0, count = 3 + pick(6); i < count; ++i)
      locations.push_back(builder_.add_location(*body.function));
    for (std::size_t i = 0; i < locations.size(); ++i) {
      // Mostly forward, so that much of the program is reached and most executions terminate.
      const auto next = [&] {
        const std::size_t ahead = i + 1 + pick(2);
        return pick(6) == 0 ? locations[pick(static_cast<std::uint32_t>(locations.size()))]
                            : locations[std::min(ahead, locations.size() - 1)];
      };
      step(body, locations[i], i + 1 == locations.size(), next);
    }
  }

  // Mostly; reading a variable without a value ends an execution.
  DraftLocation initialise(Body& body, const std::vector<const Variable*>& variables) {
    DraftLocation at = builder_.entry(*body.function);
    const auto assign = [&](const Variable& variable, const Expr& value) {
      const DraftLocation next = builder_.add_location(*body.function);
      edge(at, next, {.kind = OpKind::Assign, .lvalue = &use(variable), .value = &value});
      at = next;
    };
    for (const Variable* variable : variables)
      if (pick(6) != 0) assign(*variable, number(pick(3)));
    if (functions_.size() > 1 && pick(3) != 0)
      assign(*body.pointers.back(), context_->function_address(*functions_[1].function));
    return at;
  }

  template <typename Next> void step(Body& body, DraftLocation from, bool is_last, const Next& next) {
    const std::uint32_t choice = pick(20);
    const Expr& lvalue = use(*body.variables[pick(static_cast<std::uint32_t>(body.variables.size()))]);
    if (is_last || choice == 0) {
      edge(from, builder_.exit(*body.function), {.kind = OpKind::Return, .value = &value(body)});
    } else if (choice < 7) {
      builder_.add_branch(from, condition(body), next(), next(), at());
    } else if (choice < 10) {
      edge(from, next(), {.kind = OpKind::Nondet, .lvalue = &lvalue, .callee = nondet_});
    } else if (choice < 13 || functions_.size() == 1) {
      edge(from, next(), {.kind = OpKind::Assign, .lvalue = &lvalue, .value = &value(body)});
    } else if (choice < 17) {
      const Function& callee = *functions_[pick(static_cast<std::uint32_t>(functions_.size()))].function;
      call(body, from, next(), pick(3) == 0 ? nullptr : &lvalue, &callee, nullptr);
    } else if (choice == 17) {
      const Variable& pointer = *body.pointers[pick(static_cast<std::uint32_t>(body.pointers.size()))];
      const Function& callee = *functions_[1 + pick(static_cast<std::uint32_t>(functions_.size()) - 1)].function;
      edge(from, next(),
           {.kind = OpKind::Assign, .lvalue = &use(pointer), .value = &context_->function_address(callee)});
    } else if (choice == 18) {
      const Variable& pointer = *body.pointers[pick(static_cast<std::uint32_t>(body.pointers.size()))];
      call(body, from, next(), &lvalue, nullptr, &use(pointer));
    } else if (pick(2) == 0) {
      edge(from, next(), {.kind = OpKind::Declare, .variable = body.variables.back()});
    } else if (pick(2) == 0) {
      edge(from, next(), {.kind = OpKind::Assume, .value = &condition(body)});
    } else if (pick(2) == 0) {
      edge(from, from, {.kind = OpKind::Skip});
    } else if (pick(2) == 0) {
      edge(from, next(), {.kind = OpKind::Call, .callee = error_});
    }
  }

  void call(Body& body, DraftLocation from, DraftLocation to, const Expr* lvalue, const Function* callee,
            const Expr* pointer) {
    std::vector<const Expr*> arguments;
    if (callee != functions_[0].function) arguments.push_back(&value(body));
    edge(from, to,
         {.kind = OpKind::Call,
          .lvalue = lvalue,
          .value = pointer,
          .callee = callee,
          .arguments = context_->list(std::move(arguments))});
  }

  const Expr& value(const Body& body) {
    const Expr& variable = use(*body.variables[pick(static_cast<std::uint32_t>(body.variables.size()))]);
    switch (pick(4)) {
    case 0: return number(pick(3));
    case 1: return variable;
    case 2: return context_->binary(BinaryOp::Add, variable, number(1));
    default: return context_->binary(BinaryOp::Sub, number(2), variable);
    }
  }
  const Expr& condition(const Body& body) {
    const Expr& variable = use(*body.variables[pick(static_cast<std::uint32_t>(body.variables.size()))]);
    return context_->binary(pick(2) == 0 ? BinaryOp::Lt : BinaryOp::Eq, variable, number(pick(3)));
  }

  void edge(DraftLocation from, DraftLocation to, const Operation& op) { builder_.add_edge(from, to, op, at()); }
  SourceRange at() {
    ++line_;
    return {{0, line_, 3}, {0, line_, 4}};
  }

  std::mt19937 random_;
  std::shared_ptr<Context> context_ = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder_{context_};
  const Type* int_ = nullptr;
  const Function* nondet_ = nullptr;
  const Function* error_ = nullptr;
  std::vector<const Variable*> globals_, pointers_;
  std::vector<Body> functions_;
  std::uint32_t line_ = 0;
};

// The values of variables along a trace, found by following it.
class Replay {
public:
  Replay(const Program& program, const semantics::interpreter::RunResult& run) {
    for (const Variable* global : program.globals()) globals_[global] = 0;
    frames_.emplace_back();
    std::size_t used = 0;
    for (const Edge* edge : run.trace) {
      std::optional<long> input;
      if (edge->op.kind == OpKind::Nondet && used < run.inputs.size())
        input = static_cast<int>(run.inputs[used++].bits);
      follow(*edge, input);
    }
  }

  // After so many edges; false if a variable of it has no value.
  bool holds(std::size_t step, const Expr& condition) const {
    const std::optional<long> value = step == 0 ? std::nullopt : evaluate(condition, states_.at(step - 1));
    return value && *value != 0;
  }

private:
  using Values = std::map<const Variable*, std::optional<long>>;
  struct Frame {
    Values values;
    const Edge* call = nullptr;
  };

  static std::optional<long> evaluate(const Expr& expr, const Values& values) {
    if (expr.kind() == ExprKind::Integer) return static_cast<long>(expr.value());
    if (expr.kind() == ExprKind::Variable) {
      const auto found = values.find(&expr.variable());
      return found == values.end() ? std::nullopt : found->second;
    }
    if (expr.kind() != ExprKind::Binary) return std::nullopt;
    const auto left = evaluate(expr.operand(0), values), right = evaluate(expr.operand(1), values);
    if (!left || !right) return std::nullopt;
    switch (expr.binary_op()) {
    case BinaryOp::Add: return static_cast<int>(*left + *right);
    case BinaryOp::Sub: return static_cast<int>(*left - *right);
    case BinaryOp::Lt: return *left < *right;
    case BinaryOp::Eq: return *left == *right;
    case BinaryOp::Ne: return *left != *right;
    default: return std::nullopt;
    }
  }

  Values visible() const {
    Values result = globals_;
    for (const auto& [variable, value] : frames_.back().values) result[variable] = value;
    return result;
  }
  void store(const Expr& lvalue, std::optional<long> value) {
    const Variable& variable = lvalue.variable();
    (variable.is_global() ? globals_ : frames_.back().values)[&variable] = value;
  }

  // A frame is popped when the edge after its return is taken: until then its variables are in scope.
  void follow(const Edge& edge, std::optional<long> input) {
    const Operation& op = edge.op;
    if (through_pointer_) enter(edge.function());
    through_pointer_ = false;
    if (op.kind == OpKind::Assign) store(*op.lvalue, evaluate(*op.value, visible()));
    if (op.kind == OpKind::Nondet && op.lvalue != nullptr) store(*op.lvalue, input);
    if (op.kind == OpKind::Declare) frames_.back().values[op.variable] = std::nullopt;
    std::optional<long> result;
    if (op.kind == OpKind::Return) result = evaluate(*op.value, visible());
    if (op.kind == OpKind::Call) begin_call(edge);
    states_.push_back(visible());
    if (op.kind == OpKind::Return && frames_.size() > 1) {
      const Edge* call = frames_.back().call;
      frames_.pop_back();
      if (call->op.lvalue != nullptr) store(*call->op.lvalue, result);
    }
  }

  void begin_call(const Edge& edge) {
    call_ = &edge;
    arguments_.clear();
    for (const Expr* argument : edge.op.arguments) arguments_.push_back(evaluate(*argument, visible()));
    through_pointer_ = edge.op.callee == nullptr; // the next edge shows which function was called
    if (!through_pointer_ && edge.op.callee->has_body()) enter(*edge.op.callee);
  }
  void enter(const Function& callee) {
    frames_.push_back({.values = {}, .call = call_});
    for (std::size_t i = 0; i < callee.parameters().size() && i < arguments_.size(); ++i)
      frames_.back().values[callee.parameters()[i]] = arguments_[i];
  }

  Values globals_;
  std::vector<Frame> frames_;
  std::vector<Values> states_;
  // Of the call taken last.
  std::vector<std::optional<long>> arguments_;
  const Edge* call_ = nullptr;
  bool through_pointer_ = false;
};

// Automata about given executions: a tree of their prefixes, with states merged, edges added to labels, transitions on
// * and conditions.
class RandomAutomaton {
public:
  RandomAutomaton(const Program& program, const std::vector<std::vector<const Edge*>>& traces, std::uint32_t seed)
      : program_(program), random_(seed) {
    const std::uint32_t count = 2 + pick(6);
    for (std::uint32_t i = 0; i < count; ++i) add_state(exchange::Accept::Nothing);
    for (const exchange::Accept accept :
         {exchange::Accept::Unreachable, exchange::Accept::Reached, exchange::Accept::Candidate})
      for (std::uint32_t i = 0; i < 1 + pick(2); ++i) add_state(accept);
    for (std::uint32_t i = 0, paths = 1 + pick(4); i < paths; ++i) add_path(traces[pick_of(traces.size())]);
    for (std::uint32_t i = 0, extra = pick(4); i < extra; ++i) add_loose_transition();
  }

  exchange::Gia finish() { return std::move(builder_).finish(); }

private:
  std::uint32_t pick(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  std::uint32_t pick_of(std::size_t size) { return pick(static_cast<std::uint32_t>(size)); }

  void add_state(exchange::Accept accept) {
    const exchange::TextId invariant =
        accepts_.empty() || pick(8) != 0 ? exchange::Gia::no_text : builder_.text(global_condition());
    builder_.add_state(accept, "", invariant);
    accepts_.push_back(accept);
  }
  bool is_final(std::uint32_t state) const {
    return accepts_[state] == exchange::Accept::Unreachable || accepts_[state] == exchange::Accept::Reached;
  }

  std::string global_condition() { return fmt::format("{} {} {}", pick(2) == 0 ? "g" : "h", relation(), pick(3)); }
  std::string_view relation() { return pick(2) == 0 ? "==" : "<"; }
  // In the scope after the edge.
  exchange::TextId condition(const Edge& edge) {
    if (pick(4) != 0) return exchange::Gia::no_text;
    if (pick(2) == 0) return builder_.text(global_condition());
    const Function& function = *exchange::location_after(edge).function;
    const bool is_pointer_call = edge.op.kind == OpKind::Call && edge.op.callee == nullptr;
    if (is_pointer_call) return exchange::Gia::no_text;
    const std::string name = pick(3) == 0 && !function.parameters().empty() ? "p" : pick(2) == 0 ? "x" : "y";
    return builder_.text(fmt::format("{} {} {}", name, relation(), pick(3)));
  }

  void add_path(const std::vector<const Edge*>& trace) {
    if (trace.empty()) return;
    const std::size_t length = 1 + pick_of(trace.size());
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < length && !is_final(at); ++i) {
      const bool is_last = i + 1 == length;
      std::uint32_t to = pick(4) == 0 ? pick_of(accepts_.size()) : at;
      if (is_last && pick(3) != 0) to = static_cast<std::uint32_t>(accepts_.size()) - 1 - pick_of(accepts_.size() / 2);
      std::vector<exchange::EdgeNameId> edges{builder_.edge_name(trace[i]->name)};
      const exchange::TextId assumption = condition(*trace[i]);
      if (assumption == exchange::Gia::no_text && pick(4) == 0) edges.push_back(any_edge());
      builder_.add_transition(at, builder_.label(edges), to, assumption);
      at = to;
    }
  }
  exchange::EdgeNameId any_edge() {
    return builder_.edge_name(program_.edges()[pick_of(program_.edges().size())]->name);
  }
  void add_loose_transition() {
    const std::uint32_t from = pick_of(accepts_.size());
    if (is_final(from)) return;
    if (pick(3) == 0) return builder_.add_transition(from, exchange::Gia::any, from);
    std::vector<exchange::EdgeNameId> edges;
    for (std::uint32_t i = 0, count = 1 + pick(4); i < count; ++i) edges.push_back(any_edge());
    const exchange::TextId assumption = pick(3) == 0 ? builder_.text(global_condition()) : exchange::Gia::no_text;
    builder_.add_transition(from, builder_.label(edges), pick_of(accepts_.size()), assumption);
  }

  const Program& program_;
  std::mt19937 random_;
  exchange::GiaBuilder builder_{exchange::GiaHeader{}};
  std::vector<exchange::Accept> accepts_;
};

inline constexpr std::size_t most_inputs = 4, domain = 3, longest = 40;

class ListedInputs : public semantics::InputSource {
public:
  explicit ListedInputs(const std::vector<int>& values) : values_(values) {}
  std::optional<UInt128> next(const semantics::InputRequest&) override {
    if (used_ == values_.size()) return std::nullopt;
    return static_cast<UInt128>(static_cast<unsigned>(values_[used_++]));
  }

private:
  const std::vector<int>& values_;
  std::size_t used_ = 0;
};

inline semantics::interpreter::RunResult execute(semantics::interpreter::Executable& executable,
                                                 const std::vector<int>& inputs, std::uint64_t steps) {
  ListedInputs source(inputs);
  semantics::interpreter::RunOptions options;
  options.step_limit = steps;
  options.trace_limit = steps;
  options.call_depth_limit = 1000;
  return executable.run(source, options);
}

struct Execution {
  std::vector<int> inputs;
  semantics::interpreter::RunResult run;
};

// Those that read no more inputs than given, and those that were given the most.
inline std::vector<Execution> all_executions(const Program& program,
                                             const semantics::interpreter::ExecutableOptions& options = {}) {
  semantics::interpreter::Executable executable(program, options);
  std::vector<Execution> result;
  std::vector<std::vector<int>> open{{}};
  while (!open.empty()) {
    const std::vector<int> inputs = std::move(open.back());
    open.pop_back();
    semantics::interpreter::RunResult run = execute(executable, inputs, longest);
    if (run.end == semantics::interpreter::End::InputsExhausted && inputs.size() < most_inputs) {
      for (std::size_t value = 0; value < domain; ++value) {
        open.push_back(inputs);
        open.back().push_back(static_cast<int>(value));
      }
      continue;
    }
    result.push_back({inputs, std::move(run)});
  }
  return result;
}

} // namespace tandem::analysis::properties
