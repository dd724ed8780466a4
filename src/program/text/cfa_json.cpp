// Types and expressions are interned into tables in order of first use, operands before their users, so that the
// output depends on the program only and not on what else its Context holds.

#include "program/text/cfa_json.h"

#include "base/core/require.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"
#include "program/text/cfa_text.h"

#include <nlohmann/json.hpp>

#include <unordered_map>

namespace tandem::text {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name(TypeKind kind) {
  switch (kind) {
  case TypeKind::Void: return "void";
  case TypeKind::Integer: return "integer";
  case TypeKind::Float: return "float";
  case TypeKind::Pointer: return "pointer";
  case TypeKind::Array: return "array";
  case TypeKind::Record: return "record";
  case TypeKind::Function: return "function";
  case TypeKind::VaList: return "va_list";
  }
  unreachable();
}

std::string_view name(ExprKind kind) {
  switch (kind) {
  case ExprKind::Integer: return "integer";
  case ExprKind::Float: return "float";
  case ExprKind::String: return "string";
  case ExprKind::Zero: return "zero";
  case ExprKind::Variable: return "variable";
  case ExprKind::Deref: return "deref";
  case ExprKind::Field: return "field";
  case ExprKind::Index: return "index";
  case ExprKind::AddressOf: return "address";
  case ExprKind::FunctionAddress: return "function";
  case ExprKind::Unary: return "unary";
  case ExprKind::Binary: return "binary";
  case ExprKind::Cast: return "cast";
  case ExprKind::Conditional: return "conditional";
  case ExprKind::Query: return "query";
  }
  unreachable();
}

std::string_view name(VariableKind kind) {
  switch (kind) {
  case VariableKind::Global: return "global";
  case VariableKind::Parameter: return "parameter";
  case VariableKind::Local: return "local";
  case VariableKind::Temporary: return "temporary";
  }
  unreachable();
}

std::string_view name(NondetSource source) {
  switch (source) {
  case NondetSource::Input: return "input";
  case NondetSource::Assembly: return "assembly";
  case NondetSource::Unspecified: return "unspecified";
  case NondetSource::Environment: return "environment";
  }
  unreachable();
}

std::string_view name(OpKind kind) {
  switch (kind) {
  case OpKind::Skip: return "skip";
  case OpKind::Assign: return "assign";
  case OpKind::Assume: return "assume";
  case OpKind::Call: return "call";
  case OpKind::Return: return "return";
  case OpKind::Declare: return "declare";
  case OpKind::Nondet: return "nondet";
  case OpKind::EndScope: return "end-scope";
  }
  unreachable();
}

Json bytes(const std::string& text) {
  Json list = Json::array();
  for (char c : text) list.push_back(static_cast<unsigned char>(c));
  return list;
}

Json point(SourcePoint at) { return {{"file", at.file}, {"line", at.line}, {"column", at.column}}; }

class Exporter {
public:
  explicit Exporter(const Program& program) : program_(program) {}

  Json program();

private:
  // Indices into the tables, in order of first use; the tables do not depend on what else the Context holds.
  std::size_t type(const Type& type);
  std::size_t expr(const Expr& expr);
  Json type_entry(const Type& type);
  Json record_fields(const Type& record);
  Json expr_entry(const Expr& expr);
  Json variable(const Variable& variable);
  Json function(const Function& function);
  Json edge(const Edge& edge);
  Json range(const SourceRange& range) { return {{"begin", point(range.begin)}, {"end", point(range.end)}}; }

  const Program& program_;
  Json types_ = Json::array(), exprs_ = Json::array();
  std::unordered_map<const Type*, std::size_t> type_index_;
  std::unordered_map<const Expr*, std::size_t> expr_index_;
};

std::size_t Exporter::type(const Type& type) {
  if (const auto found = type_index_.find(&type); found != type_index_.end()) return found->second;
  const std::size_t index = types_.size();
  type_index_[&type] = index; // before its parts: records may contain themselves behind pointers
  types_.push_back(nullptr);
  types_[index] = type_entry(type);
  return index;
}

Json Exporter::type_entry(const Type& type) {
  Json entry{
      {"kind", name(type.kind())}, {"text", cexpr::c_type(type)}, {"size", type.size()}, {"align", type.align()}};
  if (type.is_scalar()) entry["width"] = type.width();
  if (type.is_integer()) entry["signed"] = type.is_signed();
  if (type.is_pointer() || type.is_array()) entry["element"] = this->type(type.element());
  if (type.is_array() && type.has_length()) entry["length"] = type.length();
  if (type.is_record()) {
    entry["union"] = type.is_union();
    entry["complete"] = type.is_complete();
    entry["packed"] = type.is_packed();
    entry["fields"] = record_fields(type);
  }
  if (type.is_function()) {
    entry["result"] = this->type(type.result());
    entry["parameters"] = Json::array();
    for (const Type* parameter : type.parameters()) entry["parameters"].push_back(this->type(*parameter));
    entry["variadic"] = type.is_variadic();
    entry["prototype"] = type.has_prototype();
  }
  return entry;
}

Json Exporter::record_fields(const Type& record) {
  Json fields = Json::array();
  for (const Field& field : record.fields()) {
    Json entry{{"name", field.name}, {"type", type(*field.type)}, {"offset_bits", field.offset_bits}};
    if (field.is_bit_field()) entry["bit_width"] = *field.bit_width;
    fields.push_back(std::move(entry));
  }
  return fields;
}

std::size_t Exporter::expr(const Expr& expr) {
  if (const auto found = expr_index_.find(&expr); found != expr_index_.end()) return found->second;
  Json entry = expr_entry(expr); // operands come first
  const std::size_t index = exprs_.size();
  exprs_.push_back(std::move(entry));
  expr_index_[&expr] = index;
  return index;
}

Json Exporter::expr_entry(const Expr& expr) {
  Json entry{{"kind", name(expr.kind())}, {"type", type(expr.type())}};
  switch (expr.kind()) {
  // As text: many readers parse JSON's numbers as doubles.
  case ExprKind::Integer: entry["value"] = cexpr::decimal(expr); break;
  case ExprKind::Float: entry["value"] = cexpr::c_text(expr); break;
  case ExprKind::String: entry["bytes"] = bytes(expr.string_value()); break;
  case ExprKind::Variable: entry["variable"] = expr.variable().name; break;
  case ExprKind::FunctionAddress: entry["function"] = expr.function().name(); break;
  case ExprKind::Field: entry["field"] = expr.field_index(); break;
  case ExprKind::Unary: entry["op"] = spelling(expr.unary_op()); break;
  case ExprKind::Binary: entry["op"] = spelling(expr.binary_op()); break;
  case ExprKind::Query: entry["op"] = name(expr.query()); break;
  case ExprKind::Zero:
  case ExprKind::Deref:
  case ExprKind::Index:
  case ExprKind::AddressOf:
  case ExprKind::Cast:
  case ExprKind::Conditional: break;
  }
  if (expr.operand_count() == 0) return entry;
  entry["operands"] = Json::array();
  for (const Expr* operand : expr.operands()) entry["operands"].push_back(this->expr(*operand));
  return entry;
}

Json Exporter::variable(const Variable& variable) {
  Json entry{{"name", variable.name},          {"source_name", variable.source_name},
             {"kind", name(variable.kind)},    {"type", type(*variable.type)},
             {"range", range(variable.range)}, {"address_taken", variable.address_taken}};
  if (!variable.is_global()) return entry;
  entry["extern"] = variable.is_extern;
  if (variable.is_thread_local) entry["thread_local"] = true;
  if (variable.owner != nullptr) entry["function"] = variable.owner->name();
  entry["initializers"] = Json::array();
  for (const Initializer& part : variable.initializers)
    entry["initializers"].push_back({{"place", expr(*part.lvalue)}, {"value", expr(*part.value)}});
  return entry;
}

Json Exporter::edge(const Edge& edge) {
  const Operation& op = edge.op;
  Json entry{{"name", edge.name},          {"from", edge.from->id}, {"to", edge.to->id},
             {"range", range(edge.range)}, {"op", name(op.kind)},   {"text", operation_text(op)}};
  if (op.kind == OpKind::Assume) entry["truth"] = op.truth;
  if (op.kind == OpKind::Nondet) entry["source"] = name(op.source);
  if (op.lvalue != nullptr) entry["place"] = expr(*op.lvalue);
  if (op.value != nullptr) entry["value"] = expr(*op.value);
  if (op.callee != nullptr) entry["callee"] = op.callee->name();
  if (op.variable != nullptr) entry["variable"] = op.variable->name;
  if (op.kind != OpKind::Call) return entry;
  entry["arguments"] = Json::array();
  for (const Expr* argument : op.arguments) entry["arguments"].push_back(expr(*argument));
  return entry;
}

Json Exporter::function(const Function& function) {
  Json entry{
      {"name", function.name()},          {"source_name", function.source_name()},  {"type", type(function.type())},
      {"range", range(function.range())}, {"noreturn", function.does_not_return()}, {"defined", function.has_body()}};
  if (!function.has_body()) return entry;
  for (const char* part : {"parameters", "locals", "locations", "edges"}) entry[part] = Json::array();
  for (const Variable* parameter : function.parameters()) entry["parameters"].push_back(variable(*parameter));
  for (const Variable* local : function.locals()) entry["locals"].push_back(variable(*local));
  entry["entry"] = function.entry().id;
  entry["exit"] = function.exit().id;
  for (const Location* location : function.locations()) entry["locations"].push_back(location->id);
  for (const Edge* edge : function.edges()) entry["edges"].push_back(this->edge(*edge));
  return entry;
}

Json Exporter::program() {
  Json whole{{"version", 1}, {"data_model", tandem::name(program_.data_model())}, {"entry", program_.entry().name()}};
  for (const char* part : {"files", "notes", "globals", "functions"}) whole[part] = Json::array();
  for (const SourceFile& file : program_.files())
    whole["files"].push_back({{"path", file.path}, {"sha256", file.sha256}});
  for (const Note& note : program_.notes()) whole["notes"].push_back({{"at", point(note.point)}, {"text", note.text}});
  for (const Variable* global : program_.globals()) whole["globals"].push_back(variable(*global));
  for (const Function* each : program_.functions()) whole["functions"].push_back(function(*each));
  whole["types"] = std::move(types_);
  whole["expressions"] = std::move(exprs_);
  return whole;
}

} // namespace

std::string cfa_json(const Program& program) {
  // Bytes that are not UTF-8 (in file names or string literals shown in text) are replaced, not refused.
  return Exporter(program).program().dump(1, ' ', false, nlohmann::detail::error_handler_t::replace) + "\n";
}

} // namespace tandem::text
