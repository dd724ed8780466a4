// For tests: a program whose edges have positions in a given source text, and an execution of it.
#pragma once

#include "base/core/require.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "exchange/witness/waypoints.h"
#include "program/model/program_builder.h"
#include "program/source/source_statements.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

class ExecutionSketch {
public:
  explicit ExecutionSketch(const std::string& text) : source_(text, 0) {
    write_text_file(folder.path() / "prog.c", text);
    builder.add_file({(folder.path() / "prog.c").string(), "ab12"});
  }

  // The next occurrence of a piece of text, after the previous one.
  SourceRange at(const std::string& piece) {
    const std::size_t found = source_.text().find(piece, from_);
    require(found != std::string::npos, "the source of a test should contain the text");
    from_ = found + 1;
    return {source_.point(found), source_.point(found + piece.size())};
  }
  void restart() { from_ = 0; }

  Function& declare(const std::string& name, const Type& result) {
    return builder.declare_function(name, name, types().function(result, {}, false, true), {});
  }
  // From the first piece of text to the end of the last one.
  Function& define(const std::string& name, const Type& result, const std::string& first, const std::string& last) {
    const SourcePoint begin = at(first).begin;
    const std::size_t kept = from_;
    Function& function =
        builder.declare_function(name, name, types().function(result, {}, false, true), {begin, at(last).end});
    from_ = kept;
    builder.begin_body(function, {});
    here = builder.entry(function);
    current = &function;
    return function;
  }
  const Variable& local(const std::string& name, const Type& type, const std::string& piece) {
    const Variable& made = context->add_variable({.name = builder.unique_name(name, current),
                                                  .source_name = name,
                                                  .type = &type,
                                                  .owner = current,
                                                  .range = at(piece)});
    builder.add_local(*current, made);
    return made;
  }
  const Variable& temporary(const Type& type) {
    const Variable& made = context->add_variable(
        {.kind = VariableKind::Temporary, .name = builder.unique_name("t", current), .type = &type, .owner = current});
    builder.add_local(*current, made);
    return made;
  }

  void edge(const std::string& piece, Operation op) {
    const bool returns = op.kind == OpKind::Return;
    const DraftLocation next = returns ? builder.exit(*current) : builder.add_location(*current);
    builder.add_edge(here, next, op, at(piece));
    here = next;
  }
  // Continues where the condition holds.
  DraftLocation branch(const std::string& piece, const Expr& condition) {
    const DraftLocation yes = builder.add_location(*current), no = builder.add_location(*current);
    builder.add_branch(here, condition, yes, no, at(piece));
    here = yes;
    return no;
  }
  void jump(DraftLocation to) { builder.add_edge(here, to, {.kind = OpKind::Skip}, {}); }

  void finish(const Function& entry) { program.emplace(builder.finish(entry)); }

  // Executes the program from its entry to the call of the function named; scalar lvalues get the values one by one.
  Execution execute(std::deque<bool> decisions, std::deque<int> values, std::string_view error) {
    decisions_ = std::move(decisions);
    values_ = std::move(values);
    error_ = error;
    walk(program->entry());
    return {path, written, path.back()};
  }

  TypeTable& types() { return context->types(); }
  const Type& int_type() { return types().int_type(); }
  const Expr& number(int value) { return context->integer(int_type(), value); }
  const Expr& use(const Variable& variable) { return context->variable(variable); }

  TempDir folder;
  std::shared_ptr<Context> context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder{context};
  DraftLocation here = 0;
  Function* current = nullptr;
  std::optional<Program> program;
  std::vector<const Edge*> path;
  std::vector<WrittenValue> written;

private:
  enum class Goes { On, Nowhere };

  Goes walk(const Function& function) {
    const Location* at = &function.entry();
    while (at != &function.exit()) {
      const Edge* edge = at->out[0];
      if (at->out.size() == 2) {
        edge = at->out[decisions_.front() ? 0 : 1];
        decisions_.pop_front();
      }
      path.push_back(edge);
      if (edge->op.kind == OpKind::Call && edge->op.callee->name() == error_) return Goes::Nowhere;
      if (edge->op.kind == OpKind::Call && edge->op.callee->has_body() && walk(*edge->op.callee) == Goes::Nowhere)
        return Goes::Nowhere;
      if (edge->op.lvalue != nullptr) {
        written.push_back({path.size() - 1, edge, static_cast<UInt128>(static_cast<unsigned>(values_.front()))});
        values_.pop_front();
      }
      at = edge->to;
    }
    return Goes::On;
  }

  source::SourceText source_;
  std::size_t from_ = 0;
  std::deque<bool> decisions_;
  std::deque<int> values_;
  std::string_view error_;
};

} // namespace tandem::exchange::witness
