// The checked memory of a running program: objects with disjoint numeric addresses, bytes, and one flag per byte that
// says whether it has been written, or is open.
//
// Pointers are plain numbers, so that casts and byte-wise copies work. The address space is divided into blocks, found
// by the address's high bits; a block holds cells of one size, and a cell at most one object, so that every lookup is
// two loads. In LP64 a block is 4 GB and one cell: a pointer that leaves its object cannot reach another one. In ILP32
// a block is 64 KB; a cell is at least twice as large as its object, so that only invalid accesses far beyond an object
// go unnoticed. Cells are reused late, and in LP64 under another address (a generation number), so that dangling
// pointers stay dangling.
#pragma once

#include "program/model/type.h"
#include "program/model/variable.h"
#include "semantics/core/fault.h"
#include "semantics/interpreter/indeterminate_values.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tandem::semantics::interpreter {

enum class ObjectKind : std::uint8_t { None, Global, Literal, Local, Alloca, Arguments, Heap, Stream, Environment };
enum class ObjectState : std::uint8_t { Never, Live, Dead };
enum class NewBytes : std::uint8_t {
  Indeterminate,
  Zero,
  Open, // zero, but the value of a pointer read there may still be chosen
};
enum class AccessKind : std::uint8_t { Read, Write };
enum class Roots : std::uint8_t { Globals, All };

// Functions have addresses below all objects; nothing can be read or written there.
constexpr std::uint64_t first_function_address = 0x40'0000, end_of_function_addresses = 0x100'0000;
constexpr std::uint64_t function_distance = 16;

constexpr unsigned char open_byte = 2;
constexpr unsigned char pointer_byte = 3; // written as part of a pointer; only with AddressUse::Note

struct Object {
  std::uint64_t base = 0;
  std::uint64_t readable = 0; // bytes that may be read: the size, or 0 for dead objects
  std::uint64_t writable = 0; // likewise; 0 for string literals and constants
  unsigned char* bytes = nullptr;
  unsigned char* written = nullptr; // one per byte: 0, 1, or open_byte
  std::uint64_t size = 0;
  const Variable* variable = nullptr; // of globals and locals
  ObjectKind kind = ObjectKind::None;
  ObjectState state = ObjectState::Never;
  bool owns_storage = false;
};

class Memory {
public:
  explicit Memory(DataModel model);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Back to the state after construction; the same allocations then get the same addresses.
  void clear();
  void set_limit(std::uint64_t bytes) { limit_ = bytes; }

  std::uint64_t allocate(ObjectKind kind, std::uint64_t size, std::uint64_t align, NewBytes fill,
                         const Variable* variable = nullptr);
  void make_read_only(std::uint64_t address);
  void add_environment_block(std::uint32_t index, NewBytes fill); // at its fixed address (environment_memory.h)
  // free(): the address must be that of a live heap object.
  void release(std::uint64_t address);

  // Locals live from push_local to the matching pop_locals.
  std::uint64_t push_local(ObjectKind kind, std::uint64_t size, std::uint64_t align, const Variable* variable);
  std::size_t local_mark() const { return locals_.size(); }
  void pop_locals(std::size_t mark) {
    if (locals_.size() != mark) pop_locals_slowly(mark);
  }

  // A local's lifetime ends before it is popped.
  void end_scope(std::uint64_t address);

  const Object& find(std::uint64_t address) const;
  // The object that a pointer leads into or just behind, dead or alive; otherwise one that never was, of size 0.
  const Object& pointed_to(std::uint64_t address) const;
  // Whether there are allocated blocks that are not freed; and whether each can be reached from words of objects and
  // of the slots.
  bool has_blocks() const;
  bool are_blocks_reachable(std::span<const std::uint64_t> global_slots, std::span<const std::uint64_t> stack,
                            Roots roots) const;

  // Scalars; false if the access is invalid (see diagnose) or, for load, a byte was never written.
  template <typename T> bool load(std::uint64_t address, T& value) const;
  template <typename T> bool load_unchecked(std::uint64_t address, T& value) const; // bytes may be indeterminate
  template <typename T> bool store(std::uint64_t address, T value);

  // The bytes of a range; throws Fault if they may not be accessed.
  const unsigned char* readable(std::uint64_t address, std::uint64_t size) const;
  unsigned char* writable(std::uint64_t address, std::uint64_t size);
  void require_written(std::uint64_t address, std::uint64_t size) const;
  bool is_written(std::uint64_t address, std::uint64_t size) const; // open bytes are
  bool is_unset(std::uint64_t address, std::uint64_t size) const;   // all bytes open, or none written
  void forget(std::uint64_t address, std::uint64_t size);           // the bytes become indeterminate

  // The bytes are those of a pointer, and whether some of a range are; nothing where there is no access.
  void mark_pointer(std::uint64_t address, std::uint64_t size);
  bool has_pointer_bytes(std::uint64_t address, std::uint64_t size) const;
  // Whether C says how the two compare: as equal or not, or also in their order.
  bool are_equatable(std::uint64_t left, std::uint64_t right) const;
  bool are_ordered(std::uint64_t left, std::uint64_t right) const;

  // Copies bytes and their flags, overlapping or not.
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t size);
  void fill(std::uint64_t to, unsigned char byte, std::uint64_t size);
  void write(std::uint64_t to, std::string_view bytes);
  std::uint64_t c_string_length(std::uint64_t address) const;
  std::string c_string(std::uint64_t address) const;

  IndeterminateValues indeterminate;
  // Gives a value to bytes that are read before they are written; without it, that is a fault.
  std::function<void(std::uint64_t address, std::uint64_t size)> settle;

  // Why this access is invalid.
  Fault diagnose(std::uint64_t address, std::uint64_t size, AccessKind access) const;
  // "4 bytes at offset 40 of 'a' (40 bytes)"
  std::string describe(std::uint64_t address) const;

private:
  struct Block {
    std::uint32_t first_object = 0; // object 0 belongs to no block and cannot be accessed
    std::uint32_t cell_shift = 63;
  };
  struct Cell {
    std::uint32_t object;
    std::uint64_t next_base;
  };

  std::uint32_t new_object(std::uint64_t size, std::uint64_t align);
  std::uint32_t new_object_in_own_block(std::uint64_t size);
  std::uint32_t new_object_in_blocks(std::uint64_t first, std::uint64_t count);
  std::uint32_t new_object_in_cell(std::uint32_t shift);
  std::uint32_t take_blocks(std::uint64_t count);
  void give_back(std::uint32_t object);
  Object& occupy(std::uint32_t index, ObjectKind kind, std::uint64_t size, NewBytes fill);
  void pop_locals_slowly(std::size_t mark);
  void attach_storage(Object& object, std::uint64_t size, NewBytes fill);
  void drop_storage(Object& object);
  void mark_written(std::uint64_t address, std::uint64_t size);
  void kill(std::uint32_t object);
  std::uint32_t index_of(std::uint64_t address) const;
  const Block* block_of(std::uint64_t address) const;
  void note_copies(std::uint64_t to, std::uint64_t from, std::uint64_t size);
  const Object& nearest(std::uint64_t address) const;

  struct Local {
    std::uint32_t object;
    std::size_t arena_used; // before it was pushed
  };

  DataModel model_;
  std::uint64_t limit_ = ~std::uint64_t{0}, used_ = 0;
  std::uint32_t block_shift_;
  std::uint64_t block_mask_, offset_mask_;
  std::vector<Block> blocks_;
  std::vector<Object> objects_;
  std::uint64_t next_block_ = 0;
  std::deque<Cell> free_cells_[64]; // by cell shift; 63: own blocks (LP64)
  std::vector<Local> locals_;
  unsigned char* arena_ = nullptr; // storage of small locals
  std::size_t arena_used_ = 0;
};

inline std::uint32_t Memory::index_of(std::uint64_t address) const {
  const std::uint64_t block = (address >> block_shift_) & block_mask_;
  if (block >= blocks_.size()) [[unlikely]]
    return 0;
  const Block& at = blocks_[block];
  return at.first_object + static_cast<std::uint32_t>((address & offset_mask_) >> at.cell_shift);
}

inline const Object& Memory::find(std::uint64_t address) const { return objects_[index_of(address)]; }

template <typename T> bool Memory::load_unchecked(std::uint64_t address, T& value) const {
  const Object& object = find(address);
  const std::uint64_t offset = address - object.base;
  if (offset >= object.readable || object.readable - offset < sizeof(T)) [[unlikely]]
    return false;
  std::memcpy(&value, object.bytes + offset, sizeof(T));
  return true;
}

template <typename T> bool Memory::load(std::uint64_t address, T& value) const {
  const Object& object = find(address);
  const std::uint64_t offset = address - object.base;
  if (offset >= object.readable || object.readable - offset < sizeof(T)) [[unlikely]]
    return false;
  T flags, all;
  std::memcpy(&flags, object.written + offset, sizeof(T));
  std::memset(&all, 1, sizeof(T));
  std::memcpy(&value, object.bytes + offset, sizeof(T));
  return std::memcmp(&flags, &all, sizeof(T)) == 0;
}

template <typename T> bool Memory::store(std::uint64_t address, T value) {
  const Object& object = find(address);
  const std::uint64_t offset = address - object.base;
  if (offset >= object.writable || object.writable - offset < sizeof(T)) [[unlikely]]
    return false;
  std::memcpy(object.bytes + offset, &value, sizeof(T));
  std::memset(object.written + offset, 1, sizeof(T));
  return true;
}

} // namespace tandem::semantics::interpreter
