#include "symex/executor.h"

#include "program/text/cfa_reader.h"
#include "smt/backends/backends.h"
#include "task/assumptions.h"

#include <gtest/gtest.h>
#include <span>

namespace tandem::symex {
namespace {

class ExecutorTest : public testing::Test {
protected:
  ExecutorTest() { executor.set_up_globals(path.state); }

  const Function& function(std::string_view name) const { return *program.find_function(name); }
  const Variable& global(std::string_view name) const {
    for (const Variable* variable : program.globals())
      if (variable->name == name) return *variable;
    throw std::logic_error("no such global");
  }
  static const Variable& local(const Function& function, std::string_view name) {
    for (const Variable* variable : function.locals())
      if (variable->name == name) return *variable;
    throw std::logic_error("no such local");
  }
  // The only call of the function in main.
  const Edge& call_of(std::string_view name) const {
    for (const Edge* edge : program.entry().edges())
      if (edge->op.kind == OpKind::Call && edge->op.callee == program.find_function(name)) return *edge;
    throw std::logic_error("no such call");
  }

  smt::Term value(const Variable& variable, const CallFrame& frame) {
    return executor.in(path.state, frame).value(program.context().variable(variable));
  }
  void set(const Variable& variable, const CallFrame& frame, smt::Term to) {
    executor.in(path.state, frame).write(program.context().variable(variable), to);
  }
  bool is_possible(smt::Term condition) { return solver->check(std::span(&condition, 1)).sat(); }
  smt::Term number(std::uint64_t value) { return terms.bv(32, value); }

  const Program program = text::read_cfa(R"(
int set = 5
int zero
extern int elsewhere
int *pointer = &set
int array[3]
  array[1] = 8
int undefined(int x)
increment: int increment(int x)
  var int copy
  L0 -> L1  copy = x + 1
  L1 -> exit  return copy
main: int main(void)
  var int a
  var int b
  var int (*p)(int)
  L0 -> L1  b = increment(a)
  L1 -> L2  b = undefined(a)
  L2 -> L3  p = increment
  L3 -> L4  b = (*p)(a)
  L4 -> exit  return b
)",
                                         DataModel::LP64);
  smt::Terms terms;
  semantics::symbolic::Identities identities{terms, program.data_model()};
  Executor executor{program, terms, identities, {}};
  std::unique_ptr<smt::Solver> solver = smt::backends::make_solver("z3", terms);
  Path path;
  const CallFrame main = executor.make_frame(program.entry(), 0);
};

TEST_F(ExecutorTest, GlobalsStartWithTheirInitialisersAndZeros) {
  EXPECT_EQ(value(global("set"), main), number(5));
  EXPECT_EQ(value(global("zero"), main), number(0));
  EXPECT_TRUE(is_possible(terms.eq(value(global("elsewhere"), main), number(77))));
  Context& context = program.context();
  const auto element = [&](int index) {
    const Expr& array = context.variable(global("array"));
    return executor.in(path.state, main)
        .value(context.index(array, context.integer(context.types().int_type(), index)));
  };
  EXPECT_EQ(element(0), number(0));
  EXPECT_EQ(element(1), number(8));
  const Expr& behind = context.deref(context.variable(global("pointer")));
  EXPECT_EQ(executor.in(path.state, main).value(behind), number(5));
}

TEST_F(ExecutorTest, ArgumentsAndResultsArePassed) {
  const smt::Term input = terms.variable("input", smt::Sort::bv(32));
  const Function& increment = function("increment");
  const Edge& call = call_of("increment");
  set(local(program.entry(), "a"), main, input);
  const CallFrame inner = executor.make_frame(increment, 1);
  executor.pass_arguments(path.state, main, call, inner);
  EXPECT_EQ(value(*increment.parameters()[0], inner), input);
  const Edge& assign = *increment.entry().out[0];
  executor.in(path.state, inner).assign(*assign.op.lvalue, *assign.op.value);
  executor.put_result(path.state, inner, *assign.to->out[0]->op.value);
  executor.end_frame(path.state, inner);
  executor.take_result(path.state, inner, main, call);
  EXPECT_EQ(value(local(program.entry(), "b"), main), terms.bv_add(input, number(1)));
  EXPECT_EQ(value(local(program.entry(), "a"), main), input);
}

TEST_F(ExecutorTest, FramesOfDifferentContextsAreApart) {
  const Function& increment = function("increment");
  const Variable& copy = local(increment, "copy");
  const CallFrame first = executor.make_frame(increment, 1), second = executor.make_frame(increment, 2);
  set(copy, first, number(1));
  set(copy, second, number(2));
  EXPECT_EQ(value(copy, first), number(1));
  EXPECT_EQ(value(copy, second), number(2));
}

TEST_F(ExecutorTest, ADeclaredVariableHasNoValueYet) {
  const Variable& a = local(program.entry(), "a");
  set(a, main, number(4));
  executor.declare(path.state, main, a);
  EXPECT_TRUE(is_possible(terms.distinct(value(a, main), number(4))));
  ASSERT_FALSE(executor.findings().inputs.empty());
  EXPECT_EQ(executor.findings().inputs.back().variable, &a);
}

TEST_F(ExecutorTest, InputsKeepTheirSymbolByWhereTheyAre) {
  const Edge& edge = call_of("undefined");
  const Type& type = program.context().types().int_type();
  const auto input = [&](std::uint32_t where) {
    return executor.new_input({main, edge, {where}}, task::InputKind::Nondet, type, path, "input");
  };
  EXPECT_EQ(input(1), input(1));
  EXPECT_NE(input(1), input(2));
}

TEST_F(ExecutorTest, AnInputHasTheGuardOfItsPath) {
  const smt::Term c = terms.variable("c", smt::Sort::boolean());
  path.guard = path.guard.with(terms, c);
  const std::optional<Path> after =
      executor.call_without_body({main, call_of("undefined"), {1}}, function("undefined"), path);
  ASSERT_TRUE(after);
  ASSERT_EQ(executor.findings().inputs.size(), 1u);
  EXPECT_EQ(executor.findings().inputs[0].guard, c);
  EXPECT_EQ(executor.findings().inputs[0].kind, task::InputKind::UndefinedFunction);
  EXPECT_TRUE(executor.findings().assumptions.contains(task::assumption_of_call(function("undefined"))));
}

TEST_F(ExecutorTest, TheCasesOfACallThroughAPointerCoverEverything) {
  const Edge* call = nullptr;
  for (const Edge* edge : program.entry().edges())
    if (edge->op.kind == OpKind::Call && edge->op.callee == nullptr) call = edge;
  ASSERT_NE(call, nullptr);
  const smt::Term c = terms.variable("c", smt::Sort::boolean());
  const smt::Term increment = executor.memory().address(executor.memory().function_object(function("increment")));
  const smt::Term unknown = terms.variable("unknown", smt::Sort::bv(64));
  set(local(program.entry(), "p"), main, terms.ite(c, increment, unknown));
  CallTargets targets(program);
  for (const bool with_targets : {false, true}) {
    if (with_targets) executor.set_call_targets(targets);
    const std::vector<CallCase> cases = executor.call_cases({main, *call, {1}}, path);
    smt::Term covered = terms.false_(), entered = terms.false_(), not_known = terms.false_();
    for (const CallCase& one : cases) {
      covered = terms.or_(covered, one.condition);
      if (one.kind == CallCase::Kind::Unknown) not_known = terms.or_(not_known, one.condition);
      if (one.kind != CallCase::Kind::Program) continue;
      EXPECT_EQ(one.function, &function("increment"));
      entered = terms.or_(entered, one.condition);
    }
    EXPECT_FALSE(is_possible(terms.not_(covered)));
    EXPECT_FALSE(is_possible(terms.and_(c, terms.not_(entered))));
    // Where nothing is known of the pointer, only the alias analysis can say where it leads.
    EXPECT_EQ(is_possible(terms.and_(entered, terms.not_(c))), with_targets);
    EXPECT_EQ(is_possible(terms.and_(not_known, terms.eq(unknown, increment))), !with_targets);
  }
}

} // namespace
} // namespace tandem::symex
