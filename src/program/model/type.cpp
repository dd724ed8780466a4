// The rules of the two data models (System V, i386 and x86-64): sizes, alignments and signedness of the basic types;
// derived types are interned in maps keyed by their parts.

#include "program/model/type.h"

#include "base/core/require.h"

namespace tandem {

std::string_view name(DataModel model) { return model == DataModel::ILP32 ? "ILP32" : "LP64"; }

namespace {

constexpr IntegerKind all_integer_kinds[] = {
    IntegerKind::Bool,     IntegerKind::Char,      IntegerKind::SChar,  IntegerKind::UChar,   IntegerKind::Short,
    IntegerKind::UShort,   IntegerKind::Int,       IntegerKind::UInt,   IntegerKind::Long,    IntegerKind::ULong,
    IntegerKind::LongLong, IntegerKind::ULongLong, IntegerKind::Int128, IntegerKind::UInt128,
};

std::uint32_t bytes_of(IntegerKind kind, DataModel model) {
  switch (kind) {
  case IntegerKind::Bool:
  case IntegerKind::Char:
  case IntegerKind::SChar:
  case IntegerKind::UChar: return 1;
  case IntegerKind::Short:
  case IntegerKind::UShort: return 2;
  case IntegerKind::Int:
  case IntegerKind::UInt: return 4;
  case IntegerKind::Long:
  case IntegerKind::ULong: return model == DataModel::LP64 ? 8 : 4;
  case IntegerKind::LongLong:
  case IntegerKind::ULongLong: return 8;
  case IntegerKind::Int128:
  case IntegerKind::UInt128: return 16;
  }
  unreachable();
}

bool is_signed_kind(IntegerKind kind) {
  switch (kind) {
  case IntegerKind::Char: // x86
  case IntegerKind::SChar:
  case IntegerKind::Short:
  case IntegerKind::Int:
  case IntegerKind::Long:
  case IntegerKind::LongLong:
  case IntegerKind::Int128: return true;
  case IntegerKind::Bool:
  case IntegerKind::UChar:
  case IntegerKind::UShort:
  case IntegerKind::UInt:
  case IntegerKind::ULong:
  case IntegerKind::ULongLong:
  case IntegerKind::UInt128: return false;
  }
  unreachable();
}

} // namespace

IntegerKind Type::integer_kind() const {
  require(is_integer(), "integer_kind() should be asked of integer types only");
  return integer_kind_;
}

bool Type::is_signed() const { return is_integer() && is_signed_kind(integer_kind_); }

std::uint32_t Type::width() const {
  require(is_scalar(), "width() should be asked of scalar types only");
  return width_;
}

FloatKind Type::float_kind() const {
  require(is_float(), "float_kind() should be asked of floating types only");
  return float_kind_;
}

const Type& Type::element() const {
  require(is_pointer() || is_array(), "element() should be asked of pointers and arrays only");
  return *element_;
}

std::uint64_t Type::length() const {
  require(is_array() && has_length_, "length() should be asked of arrays of known length only");
  return length_;
}

bool Type::has_length() const {
  require(is_array(), "has_length() should be asked of arrays only");
  return has_length_;
}

const std::string& Type::tag() const {
  require(is_record(), "tag() should be asked of records only");
  return tag_;
}

bool Type::is_union() const { return is_record() && is_union_; }

bool Type::is_complete() const {
  if (is_record()) return is_complete_;
  if (is_array()) return has_length_ && element_->is_complete();
  return !is_void() && !is_function();
}

bool Type::is_packed() const { return is_packed_; }

std::uint32_t Type::explicit_align() const { return explicit_align_; }

const std::vector<Field>& Type::fields() const {
  require(is_record(), "fields() should be asked of records only");
  return fields_;
}

const Type& Type::result() const {
  require(is_function(), "result() should be asked of functions only");
  return *element_;
}

const std::vector<const Type*>& Type::parameters() const {
  require(is_function(), "parameters() should be asked of functions only");
  return parameters_;
}

bool Type::is_variadic() const { return is_variadic_; }

bool Type::has_prototype() const { return has_prototype_; }

TypeTable::TypeTable(DataModel model) : model_(model) {
  const bool lp64 = model == DataModel::LP64;
  void_ = &add(TypeKind::Void);

  Type& va_list = add(TypeKind::VaList);
  va_list.size_ = lp64 ? 24 : 4;
  va_list.align_ = lp64 ? 8 : 4;
  va_list_ = &va_list;

  for (IntegerKind kind : all_integer_kinds) {
    Type& type = add(TypeKind::Integer);
    type.integer_kind_ = kind;
    type.size_ = bytes_of(kind, model);
    type.width_ = kind == IntegerKind::Bool ? 1 : static_cast<std::uint32_t>(type.size_ * 8);
    // The i386 ABI aligns eight-byte scalars to four bytes inside records; records bring their own offsets.
    type.align_ = static_cast<std::uint32_t>(type.size_);
    integers_[static_cast<std::size_t>(kind)] = &type;
  }

  constexpr std::uint32_t float_widths[] = {32, 64, 80};
  const std::uint64_t float_sizes[] = {4, 8, lp64 ? 16u : 12u};
  const std::uint32_t float_aligns[] = {4, 8, lp64 ? 16u : 4u};
  for (std::size_t i = 0; i < 3; ++i) {
    Type& type = add(TypeKind::Float);
    type.float_kind_ = static_cast<FloatKind>(i);
    type.width_ = float_widths[i];
    type.size_ = float_sizes[i];
    type.align_ = float_aligns[i];
    floats_[i] = &type;
  }
}

Type& TypeTable::add(TypeKind kind) {
  types_.push_back(Type());
  Type& type = types_.back();
  type.kind_ = kind;
  type.id_ = static_cast<std::uint32_t>(types_.size() - 1);
  return type;
}

const Type& TypeTable::size_type() const {
  return integer(model_ == DataModel::LP64 ? IntegerKind::ULong : IntegerKind::UInt);
}

const Type& TypeTable::ptrdiff_type() const {
  return integer(model_ == DataModel::LP64 ? IntegerKind::Long : IntegerKind::Int);
}

const Type& TypeTable::pointer_to(const Type& element) {
  const Type*& slot = pointers_[&element];
  if (slot == nullptr) {
    Type& type = add(TypeKind::Pointer);
    type.element_ = &element;
    type.size_ = model_ == DataModel::LP64 ? 8 : 4;
    type.align_ = static_cast<std::uint32_t>(type.size_);
    type.width_ = static_cast<std::uint32_t>(type.size_ * 8);
    slot = &type;
  }
  return *slot;
}

Type& TypeTable::add_array(const Type& element) {
  Type& type = add(TypeKind::Array);
  type.element_ = &element;
  type.align_ = element.align();
  return type;
}

const Type& TypeTable::array_of(const Type& element, std::uint64_t length) {
  const Type*& slot = arrays_[{&element, length}];
  if (slot == nullptr) {
    Type& type = add_array(element);
    type.length_ = length;
    type.has_length_ = true;
    type.size_ = element.size() * length;
    slot = &type;
  }
  return *slot;
}

const Type& TypeTable::array_of_unknown_length(const Type& element) {
  const Type*& slot = open_arrays_[&element];
  if (slot == nullptr) slot = &add_array(element);
  return *slot;
}

const Type& TypeTable::function(const Type& result, std::vector<const Type*> parameters, bool variadic,
                                bool prototype) {
  const Type*& slot = functions_[{&result, parameters, variadic, prototype}];
  if (slot == nullptr) {
    Type& type = add(TypeKind::Function);
    type.element_ = &result;
    type.parameters_ = std::move(parameters);
    type.is_variadic_ = variadic;
    type.has_prototype_ = prototype;
    slot = &type;
  }
  return *slot;
}

Type& TypeTable::declare_record(std::string tag, bool is_union) {
  Type& type = add(TypeKind::Record);
  type.tag_ = std::move(tag);
  type.is_union_ = is_union;
  return type;
}

void TypeTable::complete(Type& record, RecordLayout layout) {
  require(record.is_record() && !record.is_complete_, "a record should be completed once");
  record.fields_ = std::move(layout.fields);
  record.size_ = layout.size;
  record.align_ = layout.align;
  record.is_packed_ = layout.packed;
  record.explicit_align_ = layout.explicit_align;
  record.is_complete_ = true;
}

} // namespace tandem
