// An access to a variable's own parts can only fail by an index: a comparison of numbers, which every engine
// understands. One through a pointer asks about the object that the pointer leads to (MemoryQuery).

#include "transform/checks/memory_checks.h"

#include "program/cexpr/c_expr.h"
#include "program/model/allocation.h"
#include "program/model/library.h"
#include "program/model/type.h"
#include "transform/checks/text_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tandem::transform::checks {

namespace {

// An lvalue without its fields and indices.
const Expr& root_of(const Expr& lvalue) {
  const Expr* at = &lvalue;
  while (at->kind() == ExprKind::Field || at->kind() == ExprKind::Index) at = &at->operand(0);
  return *at;
}

std::optional<Extent> bit_field(const Expr& lvalue) {
  if (lvalue.kind() != ExprKind::Field) return std::nullopt;
  const Field& field = lvalue.operand(0).type().fields()[lvalue.field_index()];
  if (!field.is_bit_field()) return std::nullopt;
  const std::uint64_t begin = field.offset_bits / 8, end = (field.offset_bits + *field.bit_width + 7) / 8;
  return Extent{begin, end - begin};
}

// Offset of an lvalue in its root if all indices are constants.
std::optional<std::uint64_t> constant_offset(const Expr& lvalue) {
  if (lvalue.kind() == ExprKind::Field) {
    const auto record = constant_offset(lvalue.operand(0));
    if (!record) return std::nullopt;
    return *record + lvalue.operand(0).type().fields()[lvalue.field_index()].offset_bits / 8;
  }
  if (lvalue.kind() == ExprKind::Index) {
    const auto array = constant_offset(lvalue.operand(0));
    if (!array || lvalue.operand(1).kind() != ExprKind::Integer) return std::nullopt;
    return *array + static_cast<std::uint64_t>(lvalue.operand(1).value()) * lvalue.type().size();
  }
  return 0;
}

std::string index_text(const Expr& element) {
  return fmt::format("index {} of {} is below {}", quoted(element.operand(1)), quoted(element.operand(0)),
                     element.operand(0).type().length());
}

// The library's functions that access as many bytes as an argument says, through which of their arguments.
struct RangeFunction {
  std::string_view name;
  int written = -1, read = -1, second_read = -1, bytes = -1;
  int times = -1;           // the argument by which the number of bytes is multiplied
  bool may_overlap = false; // what is read and what is written
};
constexpr RangeFunction range_functions[] = {
    {.name = "memcpy", .written = 0, .read = 1, .bytes = 2},
    {.name = "memmove", .written = 0, .read = 1, .bytes = 2, .may_overlap = true},
    {.name = "__builtin_memcpy", .written = 0, .read = 1, .bytes = 2},
    {.name = "__builtin_memmove", .written = 0, .read = 1, .bytes = 2, .may_overlap = true},
    {.name = "mempcpy", .written = 0, .read = 1, .bytes = 2},
    {.name = "memset", .written = 0, .bytes = 2},
    {.name = "__builtin_memset", .written = 0, .bytes = 2},
    {.name = "memcmp", .read = 0, .second_read = 1, .bytes = 2},
    {.name = "bcmp", .read = 0, .second_read = 1, .bytes = 2},
    {.name = "bcopy", .written = 1, .read = 0, .bytes = 2, .may_overlap = true},
    {.name = "bzero", .written = 0, .bytes = 1},
    {.name = "qsort", .written = 0, .bytes = 2, .times = 1},
    {.name = "bsearch", .read = 1, .bytes = 3, .times = 2},
    {.name = "fread", .written = 0, .bytes = 1, .times = 2},
    {.name = "fwrite", .read = 0, .bytes = 1, .times = 2},
    {.name = "read", .written = 1, .bytes = 2},
    {.name = "write", .read = 1, .bytes = 2},
};

} // namespace

const Variable* pointed_variable(const Expr& pointer) {
  const Expr* at = &pointer;
  while (at->kind() == ExprKind::Cast && at->operand(0).type().is_pointer()) at = &at->operand(0);
  return at->kind() == ExprKind::AddressOf ? root_variable(at->operand(0)) : nullptr;
}

std::string quoted(const Expr& expr) {
  constexpr std::size_t longest = 60;
  const bool is_converted =
      expr.kind() == ExprKind::Cast && expr.type().is_pointer() && expr.type().element().is_void();
  std::string text = cexpr::c_text(is_converted ? expr.operand(0) : expr, cexpr::ExprStyle::Message);
  if (text.size() > longest) text = text.substr(0, longest) + "…";
  return "`" + text + "`";
}

std::vector<const Expr*> bytes_of(Context& context, const Expr& lvalue) {
  const auto field = bit_field(lvalue);
  const auto number = [&](std::uint64_t value) -> const Expr& {
    return context.integer(context.types().size_type(), UInt128{value});
  };
  const Type& byte = context.types().pointer_to(context.types().integer(IntegerKind::Char));
  const Expr* address = &context.cast(byte, context.address_of(field ? lvalue.operand(0) : lvalue));
  if (field && field->offset != 0) address = &context.binary(BinaryOp::PtrAdd, *address, number(field->offset));
  // Of a long double ten bytes count.
  return {&context.cast(context.types().pointer_to(context.types().void_type()), *address),
          &number(field ? field->size : (lvalue.type().width() + 7) / 8)};
}

bool is_checked_at_call(std::string_view function) {
  return std::ranges::find(range_functions, function, &RangeFunction::name) != std::end(range_functions);
}

bool MemoryChecks::is_wanted(CheckKind kind) const { return std::ranges::find(kinds_, kind) != kinds_.end(); }

void MemoryChecks::add(CheckKind kind, const Expr& condition, std::string text) {
  result_.push_back({{kind, std::move(text)}, &condition});
}

std::vector<ExprCheck> MemoryChecks::access(const Expr& lvalue, AccessKind kind) {
  result_.clear();
  const Expr& root = root_of(lvalue);
  if (is_wanted(CheckKind::Bounds)) check_indices(lvalue);
  if (root.kind() == ExprKind::Variable)
    access_variable(lvalue, kind);
  else if (root.kind() == ExprKind::Deref)
    access_through_pointer(lvalue, root, kind);
  return std::move(result_);
}

// Each index by itself, also where the access stays inside the object.
void MemoryChecks::check_indices(const Expr& lvalue) {
  for (const Expr* at = &lvalue; at->kind() == ExprKind::Field || at->kind() == ExprKind::Index; at = &at->operand(0)) {
    if (at->kind() != ExprKind::Index) continue;
    const Type& array = at->operand(0).type();
    // The last member of a record may be meant as a flexible array, whatever its length.
    const bool is_open = at->operand(0).kind() == ExprKind::Field && root_of(lvalue).kind() == ExprKind::Deref &&
                         (!array.has_length() || array.length() <= 1);
    if (!array.has_length() || is_open) continue;
    if (const Expr* condition = index_in_bounds(at->operand(1), array.length()))
      add(CheckKind::Bounds, *condition, index_text(*at));
  }
}

// Null if it is certainly in bounds.
const Expr* MemoryChecks::index_in_bounds(const Expr& index, std::uint64_t length) {
  const std::optional<Range> known = ranges_.of(index);
  if (known && known->low >= 0 && known->high < static_cast<Int128>(length)) return nullptr;
  const Type& type = index.type();
  const std::optional<Range> all = range_of(type);
  if (!all || all->high < static_cast<Int128>(length))
    return &context_.binary(BinaryOp::Lt, as_size(index), size(length));
  const Expr& below = context_.binary(BinaryOp::Lt, index, context_.integer(type, UInt128{length}));
  if (!type.is_signed()) return &below;
  return &context_.binary(BinaryOp::LogicalAnd, context_.binary(BinaryOp::Ge, index, context_.zero(type)), below);
}

void MemoryChecks::access_variable(const Expr& lvalue, AccessKind kind) {
  const Variable& variable = root_of(lvalue).variable();
  if (!is_wanted(CheckKind::Memory) || !variable.type->is_complete()) return;
  if (kind == AccessKind::Write && is_read_only(variable))
    return add(CheckKind::Memory, never(),
               quoted(lvalue) + (variable.source_name.empty() ? " is no string literal" : " is not const"));
  const auto field = bit_field(lvalue);
  const Expr& part = field ? lvalue.operand(0) : lvalue;
  const Extent access = field ? *field : Extent{0, lvalue.type().size()};
  const std::uint64_t whole = variable.type->size();
  if (const auto offset = constant_offset(part); offset && *offset + access.offset + access.size <= whole) return;
  // One index decides alone.
  if (!field && part.kind() == ExprKind::Index && part.operand(0).kind() == ExprKind::Variable && whole != 0) {
    const Type& array = part.operand(0).type();
    if (const Expr* condition = index_in_bounds(part.operand(1), array.length()))
      add(CheckKind::Memory, *condition, index_text(part));
    return;
  }
  // Initialised flexible arrays are longer than their type says.
  if (!variable.initializers.empty() || variable.is_extern)
    return field ? void() : range(context_.address_of(part), size(access.size), kind, quoted(lvalue));
  if (const Expr* condition = offset_in_bounds(part, access, whole))
    add(CheckKind::Memory, *condition, quoted(lvalue) + " is in its object");
}

// The offset in bytes, c + i * s + …, is at most so large that the access ends in the variable. Null if it certainly
// is.
const Expr* MemoryChecks::offset_in_bounds(const Expr& lvalue, Extent access, std::uint64_t whole) {
  const Expr* sum = nullptr;
  std::uint64_t constant = access.offset;
  bool is_safe = true;
  for (const Expr* at = &lvalue; at->kind() != ExprKind::Variable; at = &at->operand(0)) {
    if (at->kind() == ExprKind::Field) {
      constant += at->operand(0).type().fields()[at->field_index()].offset_bits / 8;
      continue;
    }
    const Expr& index = at->operand(1);
    const Type& array = at->operand(0).type();
    is_safe = is_safe && array.has_length() && index_in_bounds(index, array.length()) == nullptr;
    if (index.kind() == ExprKind::Integer) {
      constant += static_cast<std::uint64_t>(index.value()) * at->type().size();
      continue;
    }
    const Expr& scaled = context_.binary(BinaryOp::Mul, as_size(index), size(at->type().size()));
    sum = sum == nullptr ? &scaled : &context_.binary(BinaryOp::Add, *sum, scaled);
  }
  if (is_safe) return nullptr;
  if (sum == nullptr || access.size > whole) return &never();
  const Expr& offset = constant == 0 ? *sum : context_.binary(BinaryOp::Add, *sum, size(constant));
  return &context_.binary(BinaryOp::Le, offset, size(whole - access.size));
}

const Expr& MemoryChecks::in_object(const Expr& address, const Expr& bytes, AccessKind kind) {
  return context_.query(kind == AccessKind::Read ? MemoryQuery::IsReadable : MemoryQuery::IsWritable,
                        {&address, &bytes});
}

// Bounds alone: of an object that exists.
void MemoryChecks::range(const Expr& pointer, const Expr& bytes, AccessKind kind, const std::string& what) {
  if (is_wanted(CheckKind::Memory))
    return add(CheckKind::Memory, in_object(pointer, bytes, kind),
               fmt::format("{} is {}", what, kind == AccessKind::Read ? "readable" : "writable"));
  if (is_wanted(CheckKind::Null))
    add(CheckKind::Null, context_.binary(BinaryOp::Ne, pointer, context_.zero(pointer.type())),
        quoted(pointer) + " is not null");
  if (!is_wanted(CheckKind::Bounds)) return;
  const Expr& exists = context_.query(MemoryQuery::ObjectSize, {&pointer});
  const Expr& gone = context_.binary(BinaryOp::Eq, exists, size(0));
  add(CheckKind::Bounds, context_.binary(BinaryOp::LogicalOr, gone, in_object(pointer, bytes, AccessKind::Read)),
      what + " is inside its object");
}

// &v + constant: in the variable, which exists where its name is known.
bool MemoryChecks::points_into_variable(const Expr& pointer, std::uint64_t offset, std::uint64_t bytes,
                                        AccessKind kind) const {
  const Expr* at = &pointer;
  while (at->kind() == ExprKind::Cast && at->operand(0).type().is_pointer()) at = &at->operand(0);
  if (at->kind() != ExprKind::AddressOf) return false;
  const Expr& root = root_of(at->operand(0));
  if (root.kind() != ExprKind::Variable) return false;
  const Variable& variable = root.variable();
  if (kind == AccessKind::Write && is_read_only(variable)) return false;
  const auto inner = constant_offset(at->operand(0));
  const std::uint64_t whole = variable.type->size();
  return inner && *inner + offset <= whole && bytes <= whole - (*inner + offset);
}

void MemoryChecks::access_through_pointer(const Expr& lvalue, const Expr& deref, AccessKind kind) {
  const auto field = bit_field(lvalue);
  const Expr& part = field ? lvalue.operand(0) : lvalue;
  const std::uint64_t bytes = field ? field->size : lvalue.type().size();
  if (lvalue.type().is_function() || bytes == 0) return;
  if (const auto offset = constant_offset(part);
      offset && points_into_variable(deref.operand(0), *offset + (field ? field->offset : 0), bytes, kind))
    return;
  const Expr* address = &context_.address_of(part);
  if (field && field->offset != 0) {
    const Type& byte = context_.types().pointer_to(context_.types().integer(IntegerKind::Char));
    address = &context_.binary(BinaryOp::PtrAdd, context_.cast(byte, *address), size(field->offset));
  }
  // A null pointer is said to be null, not its field.
  const Expr& pointer = deref.operand(0);
  if (!is_wanted(CheckKind::Memory) && is_wanted(CheckKind::Null) && &pointer != address) {
    add(CheckKind::Null, context_.binary(BinaryOp::Ne, pointer, context_.zero(pointer.type())),
        quoted(pointer) + " is not null");
  }
  if (is_wanted(CheckKind::Memory) || is_wanted(CheckKind::Bounds) || &pointer == address)
    range(*address, size(bytes), kind, quoted(lvalue));
}

std::vector<ExprCheck> MemoryChecks::comparison(const Expr& expr) {
  result_.clear();
  if (is_wanted(CheckKind::PointerCompare))
    add(CheckKind::PointerCompare, context_.query(MemoryQuery::IsSameObject, {&expr.operand(0), &expr.operand(1)}),
        quoted(expr) + " is about one object");
  return std::move(result_);
}

// Where it does not fit, more bytes than any object has.
const Expr& MemoryChecks::product(const Expr& unit, const Expr& count) {
  const Expr& zero = size(0);
  const Expr& most = context_.unary(UnaryOp::BitNot, zero);
  const Expr& fits = context_.binary(BinaryOp::Le, count, context_.binary(BinaryOp::Div, most, unit));
  const Expr& is_product = context_.binary(BinaryOp::LogicalOr, context_.binary(BinaryOp::Eq, unit, zero), fits);
  return context_.conditional(is_product, context_.binary(BinaryOp::Mul, unit, count), most);
}

// The areas of one object are apart by as many bytes as are copied, whichever is the first. The properties of the
// competition do not ask for that, and know no bounds.
void MemoryChecks::overlap(const Operation& call, std::size_t to, std::size_t from, const Expr& bytes) {
  if (!is_wanted(CheckKind::Memory) || !is_wanted(CheckKind::Bounds)) return;
  const Expr &target = *call.arguments[to], &source = *call.arguments[from];
  if (!target.type().is_pointer() || !source.type().is_pointer()) return;
  const Variable *there = pointed_variable(target), *here = pointed_variable(source);
  if (there != nullptr && here != nullptr && there != here) return;
  const auto offset = [&](const Expr& pointer) -> const Expr& {
    return context_.query(MemoryQuery::ObjectOffset, {&pointer});
  };
  const auto apart = [&](const Expr& a, const Expr& b) -> const Expr& {
    return context_.binary(BinaryOp::Ge, context_.binary(BinaryOp::Sub, offset(a), offset(b)), bytes);
  };
  const Expr& other =
      context_.unary(UnaryOp::LogicalNot, context_.query(MemoryQuery::IsSameObject, {&target, &source}));
  const Expr& disjoint = context_.binary(
      BinaryOp::LogicalOr, other, context_.binary(BinaryOp::LogicalAnd, apart(target, source), apart(source, target)));
  add(CheckKind::Memory, disjoint,
      fmt::format("what {} reads at {} and writes at {} does not overlap", call.callee->source_name(), quoted(source),
                  quoted(target)));
}

std::vector<ExprCheck> MemoryChecks::call(const Operation& op) {
  result_.clear();
  if (op.callee == nullptr || op.callee->has_body()) return {};
  const std::string& name = op.callee->name();
  if (is_wanted(CheckKind::Free) && frees_argument(name) && !op.arguments.empty() &&
      op.arguments[0]->type().is_pointer())
    add(CheckKind::Free, context_.query(MemoryQuery::IsFreeable, {op.arguments[0]}),
        quoted(*op.arguments[0]) + " may be freed");
  if (!any()) return std::move(result_);
  if (is_wanted(CheckKind::Memory))
    for (ExprCheck& check : text_checks(context_, op, is_wanted(CheckKind::Bounds) ? Overlap::Check : Overlap::Ignore)
                                .value_or(std::vector<ExprCheck>()))
      result_.push_back(std::move(check));
  const auto found = std::ranges::find(range_functions, name, &RangeFunction::name);
  if (found == std::end(range_functions)) return std::move(result_);
  const auto last = static_cast<std::size_t>(std::max(found->bytes, found->times));
  if (op.arguments.size() <= last) return std::move(result_);
  const Expr& unit = as_size(*op.arguments[static_cast<std::size_t>(found->bytes)]);
  const Expr& bytes =
      found->times < 0 ? unit : product(unit, as_size(*op.arguments[static_cast<std::size_t>(found->times)]));
  const auto check = [&](int which, AccessKind kind) {
    if (which < 0) return;
    const Expr& pointer = *op.arguments[static_cast<std::size_t>(which)];
    if (!pointer.type().is_pointer()) return;
    if (bytes.kind() == ExprKind::Integer &&
        points_into_variable(pointer, 0, static_cast<std::uint64_t>(bytes.bits()), kind))
      return;
    range(pointer, bytes, kind,
          fmt::format("what {} {} at {}", name, kind == AccessKind::Read ? "reads" : "writes", quoted(pointer)));
  };
  check(found->written, AccessKind::Write);
  check(found->read, AccessKind::Read);
  check(found->second_read, AccessKind::Read);
  if (found->written >= 0 && found->read >= 0 && !found->may_overlap)
    overlap(op, static_cast<std::size_t>(found->written), static_cast<std::size_t>(found->read), bytes);
  return std::move(result_);
}

} // namespace tandem::transform::checks
