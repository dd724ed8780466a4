// An uninitialised value is asked for where it is read first, memory byte by byte. What it is called is seen from the
// edge: if it reads a single value of that size, it is this one.

#include "report/text/inputs.h"

#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_expr.h"
#include "program/dataflow/reads.h"
#include "report/text/library_calls.h"
#include "report/text/listing.h"
#include "task/allocation_inputs.h"
#include "task/harness.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <span>

namespace tandem::report {

namespace {

using task::InputKind;
using task::InputValue;

class InputLister {
public:
  InputLister(const Program& program, const task::Counterexample& found, const std::vector<bool>& matters)
      : program_(program), found_(found), matters_(matters), allocations_(task::allocation_texts(program, found)),
        masks_(mask_variables(program)), library_calls_(calls_into_library(LibraryCode(program), found.path)) {
    for (const Edge* edge : found.path)
      if (edge->op.lvalue != nullptr && edge->op.lvalue->kind() == ExprKind::Variable)
        assigned_.insert(root_variable(*edge->op.lvalue));
  }

  std::vector<ShownInput> run() {
    for (std::size_t i = 0; i < found_.inputs.size();) {
      if (const Variable* texts = found_.inputs[i].variable; texts != nullptr && is_argument_texts(*texts)) {
        show_argument(found_.inputs[i++]);
        continue;
      }
      const std::size_t count = together(i);
      result_.push_back(shown(i, count));
      i += count;
    }
    return std::move(result_);
  }

private:
  // Once for all of its characters.
  void show_argument(const InputValue& character) {
    const std::uint64_t number = character.offset / argument_size;
    if (number >= known_arguments || !shown_arguments_.insert(number).second) return;
    const std::string text = task::argument_texts(found_)[number];
    result_.push_back(
        {.value = fmt::format("argv[{}] = {}", number, cexpr::c_string_literal(text.substr(0, text.find('\0')))),
         .text = "(what the program is passed)",
         .is_given = false});
    const std::optional<std::size_t> step = step_of(character);
    const Edge* call = step ? library_calls_[*step] : nullptr;
    if (const Edge* asking = call != nullptr ? call : character.edge; asking != nullptr)
      result_.back().point = asking->range.begin;
  }

  // How many inputs from this one on are bytes of one value.
  std::size_t together(std::size_t first) const {
    const InputValue& input = found_.inputs[first];
    const auto is_byte = [](const InputValue& each) {
      return each.kind == InputKind::Uninitialised && each.type->is_integer() && each.type->width() == 8;
    };
    if (!is_byte(input) || input.edge == nullptr) return 1;
    std::size_t count = 1;
    while (first + count < found_.inputs.size() && is_byte(found_.inputs[first + count]) &&
           found_.inputs[first + count].edge == input.edge)
      ++count;
    return value_read(*input.edge, count) != nullptr ? count : 1;
  }

  // The only scalar of this size that the edge reads; nullptr if there are several or none.
  const Expr* value_read(const Edge& edge, std::size_t bytes) const {
    const Expr* result = nullptr;
    std::size_t count = 0;
    dataflow::for_each_read(edge.op, [&](const Expr& read) {
      if (!read.type().is_scalar() || read.type().size() != bytes || &read == result) return;
      if (read.kind() == ExprKind::Variable && assigned_.contains(root_variable(read))) return; // it has a value
      result = &read;
      ++count;
    });
    return count == 1 ? result : nullptr;
  }

  ShownInput shown(std::size_t index, std::size_t count) {
    const InputValue& input = found_.inputs[index];
    const std::optional<std::size_t> step = step_of(input);
    const Edge* call = step ? library_calls_[*step] : nullptr;
    ShownInput result{.value = value_text(program_.context(), *input.type, input.bits, meaning(input)),
                      .text = allocations_[index],
                      .is_answer = !allocations_[index].empty(),
                      .is_given = task::is_given(input.kind),
                      .matters = !step || *step >= matters_.size() || matters_[*step]};
    if (result.is_answer) return result;
    if (input.edge != nullptr) result.point = input.edge->range.begin;
    if (call != nullptr) {
      result.point = call->range.begin;
      result.text = fmt::format("in {}", call->op.callee != nullptr ? call->op.callee->source_name() : "the C library");
    } else if (input.kind == InputKind::Uninitialised)
      name_uninitialised(index, count, result);
    else
      result.text = source_text(input);
    return result;
  }

  Meaning meaning(const InputValue& input) const {
    const Expr* lvalue = input.edge != nullptr ? input.edge->op.lvalue : nullptr;
    const Variable* variable = lvalue != nullptr ? root_variable(*lvalue) : nullptr;
    return variable != nullptr && masks_.contains(variable) ? Meaning::Mask : Meaning::Number;
  }

  void name_uninitialised(std::size_t index, std::size_t count, ShownInput& result) const {
    const InputValue& input = found_.inputs[index];
    result.text = "for something uninitialised";
    if (input.edge == nullptr) return;
    const Expr* read = value_read(*input.edge, count > 1 ? count : input.type->size());
    if (read == nullptr) return;
    UInt128 bits = 0;
    for (std::size_t i = count; i-- > 0;) bits = count > 1 ? bits << 8 | found_.inputs[index + i].bits : input.bits;
    const Variable* variable = root_variable(*read);
    const Meaning meaning = variable != nullptr && masks_.contains(variable) ? Meaning::Mask : Meaning::Number;
    result.value = fmt::format("{} = {}", cexpr::c_text(*read, cexpr::ExprStyle::Message),
                               value_text(program_.context(), read->type(), bits, meaning));
    result.text = "(uninitialised)";
  }

  std::string source_text(const InputValue& input) {
    if (input.kind == InputKind::Unspecified) return "from the C library";
    if (input.edge == nullptr) {
      const std::vector<const Variable*>& parameters = program_.entry().parameters();
      const std::size_t number = next_parameter_++;
      const bool is_known = number < parameters.size() && parameters[number]->type == input.type;
      if (!is_known) return "for a parameter";
      return fmt::format("for the parameter {} of {}", parameters[number]->source_name, program_.entry().source_name());
    }
    const Expr* lvalue = input.edge->op.lvalue;
    if (lvalue != nullptr && lvalue->kind() == ExprKind::Variable && lvalue->variable().kind == VariableKind::Parameter)
      return fmt::format("for the parameter {} of {}", lvalue->variable().source_name,
                         input.edge->function().source_name());
    return "for " + (input.edge->op.callee != nullptr ? input.edge->op.callee->source_name() : "a call");
  }

  // The step that asks for it is the next one on the path with its edge.
  std::optional<std::size_t> step_of(const InputValue& input) {
    if (input.edge == nullptr) return std::nullopt;
    for (std::size_t i = next_step_; i < found_.path.size(); ++i) {
      const bool asks = found_.path[i] == input.edge || found_.path[i]->from == input.edge->from;
      if (!asks) continue;
      next_step_ = input.kind == InputKind::Uninitialised ? i : i + 1;
      return i;
    }
    return std::nullopt;
  }

  const Program& program_;
  const task::Counterexample& found_;
  const std::vector<bool>& matters_;
  std::vector<std::string> allocations_;
  std::set<const Variable*> masks_;
  std::vector<const Edge*> library_calls_; // by index in the path
  std::set<const Variable*> assigned_;     // on the path, as a whole
  std::set<std::uint64_t> shown_arguments_;
  std::size_t next_parameter_ = 0, next_step_ = 0;
  std::vector<ShownInput> result_;
};

} // namespace

std::vector<ShownInput> shown_inputs(const Program& program, const task::Counterexample& found,
                                     const std::vector<bool>& matters) {
  return InputLister(program, found, matters).run();
}

} // namespace tandem::report
