// One row for each statement of the source that was executed. Repetitions are found on the rows, not on the control
// flow: for each length from 1 to 60, runs of rows that equal those one length later are collapsed, which counts inner
// loops before outer ones, and recursion, too.

#include "report/text/listing.h"

#include "exchange/witness/source_steps.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/scalar.h"
#include "program/text/cfa_text.h"
#include "report/text/library_calls.h"
#include "report/text/path_slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ranges>

namespace tandem::report {

using exchange::witness::SourceStep;

namespace {

// Longer executions are shortened before they are searched for loops.
constexpr std::size_t row_limit = 20'000;
constexpr std::size_t longest_iteration = 60; // rows

std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

// Of a control statement, only its head.
std::string head_text(const source::SourceText& source, const source::SourceStatement& statement) {
  const auto part = [&](std::size_t begin, std::size_t end) {
    return one_line(std::string_view(source.text()).substr(begin, end - begin));
  };
  const source::TextRange condition = statement.condition;
  switch (statement.kind) {
  case source::StatementKind::Plain:
  case source::StatementKind::Block: return part(statement.range.begin, statement.range.end);
  case source::StatementKind::If:
  case source::StatementKind::While:
  case source::StatementKind::Switch: return part(statement.range.begin, condition.end) + ")";
  case source::StatementKind::Do: return "do ... while (" + part(condition.begin, condition.end) + ")";
  case source::StatementKind::For: break;
  }
  const SourcePoint begin = source.point(statement.range.begin);
  std::string line = one_line(source.line(begin.line).substr(begin.column - 1));
  while (line.ends_with('{') || line.ends_with(' ')) line.pop_back();
  return line;
}

bool is_named(const Expr& lvalue) {
  const Variable* root = root_variable(lvalue);
  return root == nullptr || !root->source_name.empty();
}

class Lister {
public:
  Lister(const Program& program, std::span<const Edge* const> path, std::span<const WrittenValue> written)
      : program_(program), path_(path), written_(written), sources_(program), steps_(program, sources_, path),
        matters_(path_slice(program, path, steps_.all())), masks_(mask_variables(program)),
        library_calls_(calls_into_library(LibraryCode(program), path)), known_(program) {
    for (const SourceFile& file : program.files()) files_ += file.sha256.empty() ? 0 : 1;
  }

  Listing run();

private:
  // The statement that the current row stands for.
  struct Open {
    std::uint32_t activation = 0;
    const source::SourceStatement* statement = nullptr;
    const Edge* edge = nullptr; // where there is no statement
    bool decided = false;
  };

  void step(std::size_t index);
  void follow(std::size_t index);
  void step_in_library(std::size_t index);
  void open(const Edge& edge, const SourceStep& step);
  void add_values(std::size_t index);
  void add_value(const WrittenValue& value);
  std::string pointer_text(const WrittenValue& written);
  std::uint32_t line_of(const Edge& edge, const source::SourceStatement* statement);
  std::string position(const Edge& edge, std::uint32_t line) const;
  void close();
  void show_stored();

  const Program& program_;
  std::span<const Edge* const> path_;
  std::span<const WrittenValue> written_;
  source::ProgramSources sources_;
  exchange::witness::SourceSteps steps_;
  std::vector<bool> matters_; // by index in the path
  std::set<const Variable*> masks_;
  std::vector<const Edge*> library_calls_;              // by index in the path
  std::vector<std::pair<const Type*, UInt128>> stored_; // through pointers, by the library function that the row calls
  std::map<UInt128, std::string> literals_;             // by address
  KnownValues known_;
  std::size_t files_ = 0;
  std::size_t next_written_ = 0, next_known_ = 0;
  std::vector<Row> rows_;
  std::optional<Row> row_;
  Open open_;
  bool calls_ = false; // the open row enters a function of the program
};

std::uint32_t Lister::line_of(const Edge& edge, const source::SourceStatement* statement) {
  if (statement == nullptr) return edge.range.begin.line;
  return sources_.text(edge.range.begin.file).point(statement->range.begin).line;
}

std::string Lister::position(const Edge& edge, std::uint32_t line) const {
  std::string result = fmt::format("{}:{}", edge.function().source_name(), line);
  if (files_ < 2) return result;
  return std::filesystem::path(program_.files()[edge.range.begin.file].path).filename().string() + ":" + result;
}

// What a library function left in the user's memory, as far as it is little.
void Lister::show_stored() {
  constexpr std::size_t most_values = 4, most_characters = 32;
  if (stored_.empty() || !row_) return;
  const auto is_character = [](const auto& each) { return each.first->is_integer() && each.first->width() == 8; };
  std::string text;
  if (stored_.size() > 1 && std::ranges::all_of(stored_, is_character)) {
    for (const auto& [type, bits] : stored_ | std::views::take(most_characters))
      text += bits >= ' ' && bits <= '~' && bits != '"' && bits != '\\'
                  ? std::string(1, static_cast<char>(bits))
                  : fmt::format("\\x{:02x}", static_cast<unsigned>(bits));
    text = fmt::format("stores \"{}\"{}", text, stored_.size() > most_characters ? "..." : "");
  } else if (stored_.size() <= most_values) {
    for (const auto& [type, bits] : stored_)
      text += (text.empty() ? "stores " : ", ") + value_text(program_.context(), *type, bits);
  } else {
    text = fmt::format("stores {} values", stored_.size());
  }
  row_->effects.push_back({"", std::move(text)});
  stored_.clear();
}

void Lister::close() {
  show_stored();
  const bool is_control = open_.statement != nullptr && open_.statement->kind != source::StatementKind::Plain &&
                          open_.statement->kind != source::StatementKind::Block;
  if (row_ && (calls_ || is_control || !row_->effects.empty())) rows_.push_back(std::move(*row_));
  row_.reset();
  calls_ = false;
}

void Lister::open(const Edge& edge, const SourceStep& step) {
  close();
  open_ = {step.activation, step.statement, step.statement != nullptr ? nullptr : &edge, false};
  const std::string text = step.statement != nullptr ? head_text(sources_.text(edge.range.begin.file), *step.statement)
                                                     : text::operation_text(edge.op);
  const bool heads_loop = step.statement != nullptr && step.statement->is_loop();
  const std::uint32_t line = line_of(edge, step.statement);
  row_ = Row{.position = position(edge, line),
             .depth = step.depth,
             .text = text,
             .heads_loop = heads_loop,
             .edge = &edge,
             .line = line,
             .activation = step.activation};
  // After a call without any rows of its own, one row is enough.
  const bool again = !rows_.empty() && rows_.back().effects.empty() && rows_.back().position == row_->position &&
                     rows_.back().depth == row_->depth && rows_.back().text == row_->text;
  if (again) rows_.pop_back();
}

// It belongs to the row of the call; a function of the user's that the library calls has rows of its own.
void Lister::step_in_library(std::size_t index) {
  if (row_) row_->matters |= matters_[index];
  for (; next_written_ < written_.size() && written_[next_written_].step == index; ++next_written_) {
    const WrittenValue& value = written_[next_written_];
    const Expr& target = *value.edge->op.lvalue;
    const bool is_result =
        value.edge != path_[index] && index + 1 < path_.size() && library_calls_[index + 1] == nullptr;
    if (is_result) {
      SourceStep caller = steps_.all()[index + 1];
      caller.statement = sources_.statement(*value.edge);
      show_stored();
      if (open_.activation != caller.activation) open(*value.edge, caller); // after a function that the library called
      add_value(value);
    } else if (target.kind() == ExprKind::Deref && root_variable(target) == nullptr) {
      stored_.emplace_back(&target.type(), value.bits);
    }
  }
  if (row_ && index + 1 == path_.size()) row_->effects.push_back({"", "the error"});
}

void Lister::step(std::size_t index) {
  if (library_calls_[index] != nullptr && row_) {
    step_in_library(index);
    return;
  }
  const Edge& edge = *path_[index];
  const SourceStep& step = steps_.all()[index];
  const bool same = row_ && open_.activation == step.activation &&
                    (step.statement != nullptr ? open_.statement == step.statement : open_.edge == &edge);
  if (!same || (open_.decided && edge.op.kind == OpKind::Assume)) open(edge, step);
  row_->matters |= matters_[index];
  if (edge.op.kind == OpKind::Call && edge.op.callee != nullptr && edge.op.callee->has_body()) calls_ = true;
  if (edge.op.kind == OpKind::Assume)
    for (NamedValue& read : known_.read_by(edge.op, step.activation))
      if (std::ranges::find(row_->reads, read) == row_->reads.end()) row_->reads.push_back(std::move(read));
  if (step.decision) {
    row_->effects.push_back({"", *step.decision ? "true" : "false"});
    open_.decided = true;
  }
  add_values(index);
  if (index + 1 == path_.size()) row_->effects.push_back({"", "the error"});
}

// After the row of the step, which reads what was there before.
void Lister::follow(std::size_t index) {
  const Edge& edge = *path_[index];
  const auto activation = [&](std::size_t at) { return steps_.all()[at].activation; };
  known_.pass(edge, activation(index));
  for (; next_known_ < written_.size() && written_[next_known_].step == index; ++next_known_) {
    const bool is_result = written_[next_known_].edge != &edge && index + 1 < path_.size();
    known_.write(written_[next_known_], activation(is_result ? index + 1 : index));
  }
  const bool enters =
      edge.op.kind == OpKind::Call && index + 1 < path_.size() && path_[index + 1]->from->function == edge.op.callee;
  if (!enters) return;
  for (NamedValue& parameter : known_.enter(edge.op, activation(index), activation(index + 1)))
    if (row_) row_->passed.push_back({activation(index + 1), std::move(parameter)});
}

// The result of a call is written when the callee's last row is still open; it gets a row for the caller's line.
void Lister::add_values(std::size_t index) {
  for (; next_written_ < written_.size() && written_[next_written_].step == index; ++next_written_) {
    const WrittenValue& value = written_[next_written_];
    const Expr& target = *value.edge->op.lvalue;
    if (!is_named(target)) continue;
    if (value.edge != path_[index] && index + 1 < path_.size()) {
      SourceStep caller = steps_.all()[index + 1];
      caller.statement = sources_.statement(*value.edge);
      open(*value.edge, caller);
      row_->matters |= matters_[index];
    }
    add_value(value);
  }
}

void Lister::add_value(const WrittenValue& value) {
  const Expr& target = *value.edge->op.lvalue;
  if (!is_named(target) || !row_) return;
  const Variable* variable = root_variable(target);
  const Meaning meaning = variable != nullptr && masks_.contains(variable) ? Meaning::Mask : Meaning::Number;
  row_->effects.push_back({cexpr::c_text(target, cexpr::ExprStyle::Message),
                           target.type().is_pointer()
                               ? pointer_text(value)
                               : value_text(program_.context(), target.type(), value.bits, meaning),
                           variable});
}

// A pointer to a string literal is shown as the string: from where it is assigned, its address is known.
std::string Lister::pointer_text(const WrittenValue& written) {
  const Operation& op = written.edge->op;
  if (op.kind == OpKind::Assign && op.value != nullptr) {
    const std::string text = cexpr::c_text(*op.value, cexpr::ExprStyle::Message);
    if (text.starts_with('"')) literals_.emplace(written.bits, text);
  }
  const auto known = literals_.find(written.bits);
  if (known != literals_.end()) return known->second;
  return value_text(program_.context(), op.lvalue->type(), written.bits);
}

Listing Lister::run() {
  for (std::size_t i = 0; i < path_.size(); ++i) {
    step(i);
    follow(i);
    if (rows_.size() >= 2 * row_limit) rows_ = shortened(std::move(rows_), row_limit);
  }
  close();
  return {std::move(rows_), std::move(matters_)};
}

// Whether two rows are of one statement: on a line may be several with the same text.
bool are_the_same(const Row& a, const Row& b) {
  return a.edge == nullptr || b.edge == nullptr || a.edge->from == b.edge->from;
}

// The number of rows from `first` on that equal the ones `length` rows later. In a recursion, each repetition is deeper
// than the previous one by the same number of calls.
std::size_t rows_alike(const std::vector<Row>& rows, std::size_t first, std::size_t length) {
  std::size_t count = 0;
  for (; first + length + count < rows.size(); ++count) {
    const Row &one = rows[first + count], &next = rows[first + count + length];
    if (one.position != next.position || one.text != next.text || !are_the_same(one, next) ||
        next.depth - one.depth != rows[first + length].depth - rows[first].depth)
      break;
  }
  return count;
}

// Collapses iterations of the given length that occur three times or more.
std::vector<Row> count_iterations(const std::vector<Row>& rows, std::size_t length) {
  std::vector<Row> result;
  const auto copy = [&](std::size_t first, std::size_t count) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
    result.insert(result.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  for (std::size_t i = 0; i < rows.size();) {
    const std::size_t same = rows_alike(rows, i, length), iterations = 1 + same / length;
    if (iterations < 3) {
      copy(i++, 1);
      continue;
    }
    // An iteration starts with its loop's condition, if there is a choice.
    std::size_t skipped = 0;
    while (skipped <= same % length && !rows[i + skipped].heads_loop) ++skipped;
    if (skipped > same % length) skipped = 0;
    copy(i, skipped + length);
    result.push_back({.depth = rows[i].depth,
                      .text = fmt::format("... {} more iteration{} ...", iterations - 2, iterations == 3 ? "" : "s")});
    copy(i + skipped + (iterations - 1) * length, length);
    i += skipped + iterations * length;
  }
  return result;
}

// The variable whose bits an operand is, if it is one.
const Variable* variable_of(const Expr* operand) {
  while (operand->kind() == ExprKind::Cast) operand = &operand->operand(0);
  return operand->is_lvalue() && operand->type().is_integer() ? root_variable(*operand) : nullptr;
}

void add_masks(const Expr& expr, std::set<const Variable*>& to) {
  for (const Expr* operand : expr.operands()) add_masks(*operand, to);
  if (expr.kind() != ExprKind::Binary) return;
  const BinaryKind kind = kind_of(expr.binary_op());
  if (kind != BinaryKind::Bitwise && kind != BinaryKind::Shift) return;
  to.insert(variable_of(&expr.operand(0)));
  if (kind == BinaryKind::Bitwise) to.insert(variable_of(&expr.operand(1)));
}

} // namespace

std::string Row::remark() const {
  std::string result;
  for (const Effect& effect : effects)
    result += (result.empty() ? "" : ", ") + (effect.name.empty() ? "" : effect.name + " = ") + effect.value;
  return result;
}

std::string value_text(Context& context, const Type& type, UInt128 bits, Meaning meaning) {
  if (type.is_pointer()) return bits == 0 ? "NULL" : fmt::format("{:#x}", static_cast<std::uint64_t>(bits));
  const std::string number = cexpr::scalar_text(context, type, bits);
  const bool is_character = type.is_integer() && type.width() == 8 && bits >= ' ' && bits <= '~';
  if (is_character) return fmt::format("{} '{}'", number, static_cast<char>(bits));
  const bool shows_bits = meaning == Meaning::Mask && type.is_integer() && type.width() <= 64 && bits > 9;
  return shows_bits ? fmt::format("{} ({:#x})", number, static_cast<std::uint64_t>(bits)) : number;
}

// What is copied to a mask is one, too: an argument is as much a mask as the parameter.
std::set<const Variable*> mask_variables(const Program& program) {
  std::set<const Variable*> result;
  std::vector<std::pair<const Variable*, const Variable*>> copies; // from, to
  const auto copy = [&](const Expr* value, const Variable* to) {
    const Variable* from = value != nullptr ? variable_of(value) : nullptr;
    if (from != nullptr && to != nullptr) copies.emplace_back(from, to);
  };
  for (const Edge* edge : program.edges()) {
    const Operation& op = edge->op;
    if (op.value != nullptr) add_masks(*op.value, result);
    for (const Expr* argument : op.arguments) add_masks(*argument, result);
    if (op.kind == OpKind::Assign && op.lvalue != nullptr) copy(op.value, variable_of(op.lvalue));
    for (std::size_t i = 0; op.callee != nullptr && i < op.arguments.size(); ++i)
      if (i < op.callee->parameters().size()) copy(op.arguments[i], op.callee->parameters()[i]);
  }
  result.erase(nullptr);
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto& [from, to] : copies) changes |= result.contains(to) && result.insert(from).second;
  }
  return result;
}

std::vector<Row> relevant_rows(std::vector<Row> rows) {
  std::erase_if(rows, [](const Row& row) { return !row.matters; });
  return rows;
}

Listing listing(const Program& program, std::span<const Edge* const> path, std::span<const WrittenValue> written) {
  return Lister(program, path, written).run();
}

// Inner loops first: their iterations are shorter. A collapsed inner loop may in turn repeat in an outer one.
std::vector<Row> with_iterations_counted(std::vector<Row> rows) {
  for (std::size_t before = rows.size() + 1; rows.size() < before;) {
    before = rows.size();
    for (std::size_t length = 1; length <= longest_iteration; ++length) rows = count_iterations(rows, length);
  }
  return rows;
}

std::vector<Row> shortened(std::vector<Row> rows, std::size_t limit) {
  if (rows.size() <= limit || limit < 3) return rows;
  const std::size_t head = (limit - 1) / 3, tail = limit - 1 - head;
  Row ellipsis{.text = fmt::format("... {} more lines ...", rows.size() - head - tail)};
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(head), rows.end() - static_cast<std::ptrdiff_t>(tail));
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(head), std::move(ellipsis));
  return rows;
}

} // namespace tandem::report
