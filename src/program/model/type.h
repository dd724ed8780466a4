// C types as the program model needs them: canonical (no typedefs, no qualifiers, enums replaced by their integer type)
// and with their layout, so that no other module has to know the data model's rules. Types are created and interned by
// TypeTable: equal types have equal addresses.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace tandem {

enum class DataModel : std::uint8_t { ILP32, LP64 };

std::string_view name(DataModel model);

enum class TypeKind : std::uint8_t { Void, Integer, Float, Pointer, Array, Record, Function, VaList };

// The C spelling matters to the C writer (long and int may have one width but are different types).
// clang-format off
enum class IntegerKind : std::uint8_t {
  Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128,
};
// clang-format on

// LongDouble is the x87 80-bit format stored in 12 (ILP32) or 16 (LP64) bytes.
enum class FloatKind : std::uint8_t { Float, Double, LongDouble };

class Type;

struct Field {
  // Anonymous members get a name; it is empty only for unnamed bit-fields, which shape the layout and hold no value.
  std::string name;
  const Type* type = nullptr; // for a bit-field its declared type
  std::uint64_t offset_bits = 0;
  std::optional<std::uint32_t> bit_width;
  std::uint32_t explicit_align = 0; // bytes, from an attribute; 0: none

  bool is_bit_field() const { return bit_width.has_value(); }
};

class Type {
public:
  TypeKind kind() const { return kind_; }
  // In bytes; 0 for void, functions, incomplete records and arrays of unknown length.
  std::uint64_t size() const { return size_; }
  std::uint32_t align() const { return align_; }
  // Dense, in order of creation.
  std::uint32_t id() const { return id_; }

  bool is_void() const { return kind_ == TypeKind::Void; }
  bool is_integer() const { return kind_ == TypeKind::Integer; }
  bool is_float() const { return kind_ == TypeKind::Float; }
  bool is_pointer() const { return kind_ == TypeKind::Pointer; }
  bool is_array() const { return kind_ == TypeKind::Array; }
  bool is_record() const { return kind_ == TypeKind::Record; }
  bool is_function() const { return kind_ == TypeKind::Function; }
  bool is_bool() const { return is_integer() && integer_kind_ == IntegerKind::Bool; }
  bool is_arithmetic() const { return is_integer() || is_float(); }
  bool is_scalar() const { return is_arithmetic() || is_pointer(); }
  bool is_aggregate() const { return is_array() || is_record(); }

  // Integer.
  IntegerKind integer_kind() const;
  bool is_signed() const;
  // Width of the value in bits (integers: 8 to 128, 1 for _Bool; pointers: 32 or 64; floats: 32, 64 or 80).
  std::uint32_t width() const;

  // Float.
  FloatKind float_kind() const;

  // Pointer: what it points to. Array: its element.
  const Type& element() const;
  // Array: number of elements; has_length() is false for arrays of unknown length (flexible members, extern arrays).
  std::uint64_t length() const;
  bool has_length() const;

  // Record.
  const std::string& tag() const; // unique in the program, a C identifier
  bool is_union() const;
  bool is_complete() const;
  bool is_packed() const;
  std::uint32_t explicit_align() const; // bytes, from an attribute; 0: none
  const std::vector<Field>& fields() const;

  // Function.
  const Type& result() const;
  const std::vector<const Type*>& parameters() const;
  bool is_variadic() const;
  bool has_prototype() const; // false for f() of C17, which takes any arguments

private:
  friend class TypeTable;
  Type() = default;

  TypeKind kind_ = TypeKind::Void;
  IntegerKind integer_kind_ = IntegerKind::Int;
  FloatKind float_kind_ = FloatKind::Double;
  bool is_union_ = false, is_complete_ = false, is_packed_ = false;
  bool is_variadic_ = false, has_prototype_ = true, has_length_ = false;
  std::uint32_t id_ = 0, align_ = 1, width_ = 0, explicit_align_ = 0;
  std::uint64_t size_ = 0, length_ = 0;
  const Type* element_ = nullptr;
  std::string tag_;
  std::vector<Field> fields_;
  std::vector<const Type*> parameters_;
};

// What completes a record: the front end obtains it from clang's own layout.
struct RecordLayout {
  std::vector<Field> fields;
  std::uint64_t size = 0;
  std::uint32_t align = 1;
  bool packed = false;
  std::uint32_t explicit_align = 0;
};

class TypeTable {
public:
  explicit TypeTable(DataModel model);
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  DataModel data_model() const { return model_; }

  const Type& void_type() const { return *void_; }
  const Type& va_list_type() const { return *va_list_; }
  const Type& integer(IntegerKind kind) const { return *integers_[static_cast<std::size_t>(kind)]; }
  const Type& floating(FloatKind kind) const { return *floats_[static_cast<std::size_t>(kind)]; }
  const Type& int_type() const { return integer(IntegerKind::Int); }
  const Type& size_type() const;    // unsigned int or unsigned long
  const Type& ptrdiff_type() const; // int or long
  const Type& pointer_to(const Type& element);
  const Type& array_of(const Type& element, std::uint64_t length);
  const Type& array_of_unknown_length(const Type& element);
  const Type& function(const Type& result, std::vector<const Type*> parameters, bool variadic, bool prototype);

  // Records are nominal: each declaration makes a new incomplete type; complete() may follow once.
  Type& declare_record(std::string tag, bool is_union);
  void complete(Type& record, RecordLayout layout);

  // All types in order of creation, for the C writer.
  const std::deque<Type>& all() const { return types_; }

private:
  Type& add(TypeKind kind);
  Type& add_array(const Type& element);

  DataModel model_;
  std::deque<Type> types_;
  const Type* void_ = nullptr;
  const Type* va_list_ = nullptr;
  const Type* integers_[14] = {};
  const Type* floats_[3] = {};
  std::map<const Type*, const Type*> pointers_;
  std::map<std::pair<const Type*, std::uint64_t>, const Type*> arrays_;
  std::map<const Type*, const Type*> open_arrays_;
  std::map<std::tuple<const Type*, std::vector<const Type*>, bool, bool>, const Type*> functions_;
};

} // namespace tandem
