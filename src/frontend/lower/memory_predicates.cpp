// What CBMC asks about memory and does to whole objects (test/cli/dialect_test.py compares the readings). Questions
// become queries of memory (MemoryQuery), so that every engine answers them as it answers checks of memory.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

#include <array>

namespace tandem::frontend::lower {

namespace {

constexpr std::string_view prefix = "__CPROVER_";

struct ObjectQuestion {
  std::string_view name;
  MemoryQuery query;
  unsigned pointers;
};

constexpr ObjectQuestion questions[] = {
    {"OBJECT_SIZE", MemoryQuery::ObjectSize, 1},      {"POINTER_OFFSET", MemoryQuery::ObjectOffset, 1},
    {"POINTER_OBJECT", MemoryQuery::ObjectNumber, 1}, {"same_object", MemoryQuery::IsSameObject, 2},
    {"DYNAMIC_OBJECT", MemoryQuery::IsAllocated, 1},
};

} // namespace

std::optional<const Expr*> FunctionLowering::memory_predicate(std::string_view name, const clang::CallExpr& expr) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  if (name == "r_ok" || name == "w_ok" || name == "rw_ok") return &convert(is_accessible(expr), type_of(expr));
  for (const ObjectQuestion& question : questions)
    if (name == question.name)
      return &convert(context().query(question.query, pointers(expr, question.pointers)), type_of(expr));
  if (name != "array_equal") return std::nullopt;
  const std::vector<const Expr*> compared = pointers(expr, 2);
  return &convert(arrays_are_equal(*compared[0], *compared[1], expr), type_of(expr));
}

std::optional<const Expr*> FunctionLowering::memory_statement(std::string_view name, const clang::CallExpr& expr) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  if (name == "havoc_object") {
    havoc_object(*pointers(expr, 1)[0], range(expr));
    return nullptr;
  }
  if (name == "deallocate") {
    call_library("free", types().void_type(), pointers(expr, 1), range(expr));
    return nullptr;
  }
  if (name == "array_set") {
    set_array(expr);
    return nullptr;
  }
  if (name != "array_copy" && name != "array_replace") return std::nullopt;
  const std::vector<const Expr*> arrays = pointers(expr, 2);
  const Expr &to = *arrays[0], &from = *arrays[1];
  copy_array(to, from, expr);
  return nullptr;
}

// The arguments as pointers to bytes of unknown type.
std::vector<const Expr*> FunctionLowering::pointers(const clang::CallExpr& expr, unsigned count) {
  if (expr.getNumArgs() != count) refuse(expr, "a call with this number of arguments");
  std::vector<const Expr*> result = values(std::vector<const clang::Expr*>(expr.arg_begin(), expr.arg_end()));
  for (const Expr*& each : result) each = &convert(*each, types().pointer_to(types().void_type()));
  return result;
}

// Without a number of bytes it is about the object that the pointer's type says. CBMC has one answer for reading and
// writing.
const Expr& FunctionLowering::is_accessible(const clang::CallExpr& expr) {
  if (expr.getNumArgs() < 1 || expr.getNumArgs() > 2) refuse(expr, "a call with this number of arguments");
  const std::vector<const Expr*> arguments = values(std::vector<const clang::Expr*>(expr.arg_begin(), expr.arg_end()));
  const Expr& pointer = convert(*arguments[0], types().pointer_to(types().void_type()));
  if (arguments.size() == 2) return is_accessible(pointer, convert(*arguments[1], types().size_type()));
  const clang::QualType written = expr.getArg(0)->IgnoreImpCasts()->getType();
  const clang::QualType pointee =
      written->isArrayType() ? unit_.ast().getAsArrayType(written)->getElementType() : written->getPointeeType();
  if (pointee.isNull() || pointee->isIncompleteType())
    refuse(expr, "a pointer of which the type does not say how many bytes; a second argument does");
  return is_accessible(pointer, byte_size(pointee, expr));
}

// No byte can be accessed where an object exists, up to just behind its end; an empty one was allocated.
const Expr& FunctionLowering::is_accessible(const Expr& pointer, const Expr& bytes) {
  const Expr& access = context().query(MemoryQuery::IsReadable, {&pointer, &bytes});
  if (bytes.kind() == ExprKind::Integer && bytes.bits() != 0) return access;
  const Expr& size = context().query(MemoryQuery::ObjectSize, {&pointer});
  const Expr& in_object = context().binary(BinaryOp::Le, context().query(MemoryQuery::ObjectOffset, {&pointer}), size);
  const Expr& is_empty_block =
      context().binary(BinaryOp::LogicalAnd, context().binary(BinaryOp::Ne, pointer, context().zero(pointer.type())),
                       context().query(MemoryQuery::IsFreeable, {&pointer}));
  const Expr& exists = context().conditional(context().binary(BinaryOp::Ne, size, context().zero(size.type())),
                                             in_object, is_empty_block);
  return context().conditional(context().binary(BinaryOp::Ne, bytes, context().zero(bytes.type())), access, exists);
}

// From the pointer to the end of its object; 0 if there is none.
const Expr& FunctionLowering::bytes_behind(const Expr& pointer, SourceRange where) {
  const Expr& size = into_temporary(context().query(MemoryQuery::ObjectSize, {&pointer}), where);
  const Expr& offset = into_temporary(context().query(MemoryQuery::ObjectOffset, {&pointer}), where);
  return into_temporary(context().conditional(context().binary(BinaryOp::Le, offset, size),
                                              context().binary(BinaryOp::Sub, size, offset),
                                              context().zero(size.type())),
                        where);
}

void FunctionLowering::havoc_object(const Expr& pointer, SourceRange where) {
  const Type& bytes = types().pointer_to(types().integer(IntegerKind::Char));
  const Expr& size = into_temporary(context().query(MemoryQuery::ObjectSize, {&pointer}), where);
  const Expr& offset = context().query(MemoryQuery::ObjectOffset, {&pointer});
  const Expr& start = context().binary(BinaryOp::PtrAdd, convert(pointer, bytes), negated_offset(offset));
  havoc(into_temporary(start, where), size, where);
}

// All elements from the pointer on become the value.
void FunctionLowering::set_array(const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  if (expr.getNumArgs() != 2) refuse(expr, "a call with this number of arguments");
  const clang::QualType written = expr.getArg(0)->getType();
  if (written->getPointeeType().isNull() || written->getPointeeType()->isIncompleteType())
    refuse(expr, "an array of which the type of the elements is not known");
  const Type& element = type(written->getPointeeType().getUnqualifiedType(), expr);
  if (!element.is_scalar()) refuse(expr, "an array of which the elements are no scalars");
  const std::vector<const Expr*> arguments = values(std::vector<const clang::Expr*>(expr.arg_begin(), expr.arg_end()));
  const Expr& start = into_temporary(*arguments[0], where);
  const Expr& value = into_temporary(convert(*arguments[1], element), where);
  const Expr& bytes = bytes_behind(start, where);
  if (element.is_integer() && element.size() == 1) {
    const Type& pointer = types().pointer_to(types().void_type());
    call_library("memset", pointer, {&convert(start, pointer), &convert(value, types().int_type()), &bytes}, where);
    return;
  }
  const Expr& count = into_temporary(
      context().binary(BinaryOp::Div, bytes, context().integer(bytes.type(), static_cast<UInt128>(element.size()))),
      where);
  const Expr& index = context().variable(new_temporary(bytes.type(), where));
  assign(index, context().zero(index.type()), where);
  const DraftLocation head = new_location(), inside = new_location(), after = new_location();
  join(head, expr);
  shared_.builder.add_branch(here_, context().binary(BinaryOp::Lt, index, count), inside, after, where);
  continue_at(inside);
  assign(context().deref(context().binary(BinaryOp::PtrAdd, start, index)), value, where);
  assign(index, context().binary(BinaryOp::Add, index, context().integer(index.type(), 1)), where);
  jump(head, expr);
  continue_at(after);
}

// As much as both have. What array_copy leaves of a longer destination is arbitrary in CBMC; array_replace keeps it.
void FunctionLowering::copy_array(const Expr& to, const Expr& from, const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  const Type& pointer = types().pointer_to(types().void_type());
  const Expr &room = bytes_behind(to, where), &given = bytes_behind(from, where);
  const Expr& both =
      into_temporary(context().conditional(context().binary(BinaryOp::Lt, room, given), room, given), where);
  const bool forgets_rest = expr.getDirectCallee()->getName() == "__CPROVER_array_copy";
  if (forgets_rest) {
    const DraftLocation longer = new_location(), after = new_location();
    shared_.builder.add_branch(here_, context().binary(BinaryOp::Lt, both, room), longer, after, where);
    continue_at(longer);
    havoc(to, room, where);
    join(after, expr);
  }
  call_library("memmove", pointer, {&to, &from, &both}, where);
}

const Expr& FunctionLowering::arrays_are_equal(const Expr& left, const Expr& right, const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  const Expr &left_bytes = bytes_behind(left, where), &right_bytes = bytes_behind(right, where);
  const Expr& result = context().variable(new_temporary(types().int_type(), where));
  assign(result, context().integer(result.type(), 0), where);
  const DraftLocation alike = new_location(), after = new_location();
  shared_.builder.add_branch(here_, context().binary(BinaryOp::Eq, left_bytes, right_bytes), alike, after, where);
  continue_at(alike);
  const Expr& order = *call_library("memcmp", types().int_type(), {&left, &right, &left_bytes}, where);
  assign(result, context().binary(BinaryOp::Eq, order, context().zero(order.type())), where);
  join(after, expr);
  return result;
}

} // namespace tandem::frontend::lower
