// Freed cells pass through a first-in-first-out quarantine per cell size, as in AddressSanitizer (Serebryany et al.,
// USENIX ATC 2012), before they are reused. Allocation is deterministic: a run after clear() sees the same addresses.
// Small locals take their storage from an arena that grows and shrinks with the call stack.

#include "semantics/interpreter/memory.h"

#include "base/core/require.h"
#include "program/model/variable.h"
#include "semantics/core/environment_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string_view>

namespace tandem::semantics::interpreter {

namespace {

constexpr std::uint32_t own_block = 63; // the cell shift of a block with a single cell
constexpr std::uint32_t block_shift_32 = 16, block_shift_64 = 32;
constexpr std::uint64_t slot_bits_64 = 24;
constexpr std::uint64_t generations_64 = 128;
constexpr std::size_t quarantine = 1024; // free cells before the first of them is reused
constexpr std::size_t arena_size = std::size_t{64} << 20;
constexpr std::uint64_t largest_arena_local = 1 << 16;

// The low half of an LP64 address differs between objects, for programs that hash or truncate pointers.
std::uint64_t base_64(std::uint64_t slot) {
  return environment_block_address(DataModel::LP64, static_cast<std::uint32_t>(slot - 1));
}

} // namespace

Memory::Memory(DataModel model)
    : model_(model), block_shift_(model == DataModel::LP64 ? block_shift_64 : block_shift_32),
      block_mask_(model == DataModel::LP64 ? (std::uint64_t{1} << slot_bits_64) - 1 : ~std::uint64_t{0}),
      offset_mask_((std::uint64_t{1} << block_shift_) - 1) {
  arena_ = static_cast<unsigned char*>(std::malloc(arena_size)); // touched only as far as it is used
  if (arena_ == nullptr) throw std::bad_alloc();
  clear();
}

Memory::~Memory() {
  for (Object& object : objects_) drop_storage(object);
  std::free(arena_);
}

void Memory::clear() {
  for (Object& object : objects_) drop_storage(object);
  objects_.assign(1, Object());
  blocks_.clear();
  // The addresses below are reserved for environment memory.
  next_block_ = environment_block_address(model_, most_environment_blocks) >> block_shift_;
  for (auto& cells : free_cells_) cells.clear();
  indeterminate.clear();
  settle = nullptr;
  locals_.clear();
  arena_used_ = 0;
  used_ = 0;
}

const Memory::Block* Memory::block_of(std::uint64_t address) const {
  const std::uint64_t block = (address >> block_shift_) & block_mask_;
  return block < blocks_.size() ? &blocks_[block] : nullptr;
}

// Blocks and cells.

std::uint32_t Memory::take_blocks(std::uint64_t count) {
  const std::uint64_t end = model_ == DataModel::LP64 ? std::uint64_t{1} << slot_bits_64 : std::uint64_t{1} << 16;
  if (count > end - next_block_) throw MemoryExhausted("the program's address space is used up");
  const std::uint64_t first = next_block_;
  next_block_ += count;
  blocks_.resize(next_block_);
  return static_cast<std::uint32_t>(first);
}

std::uint32_t Memory::new_object_in_own_block(std::uint64_t size) {
  const bool lp64 = model_ == DataModel::LP64;
  if (size >= (std::uint64_t{1} << 31)) throw MemoryExhausted("an object is larger than 2 GB");
  auto& free = free_cells_[own_block];
  if (lp64 && free.size() > quarantine) {
    const Cell cell = free.front();
    free.pop_front();
    objects_[cell.object].base = cell.next_base;
    return cell.object;
  }
  const std::uint64_t count = lp64 ? 1 : (size >> block_shift_) + 2;
  return new_object_in_blocks(take_blocks(count), count);
}

std::uint32_t Memory::new_object_in_blocks(std::uint64_t first, std::uint64_t count) {
  const auto object = static_cast<std::uint32_t>(objects_.size());
  objects_.emplace_back().base = model_ == DataModel::LP64 ? base_64(first) : first << block_shift_;
  for (std::uint64_t i = 0; i < count; ++i) blocks_[first + i] = {object, own_block};
  return object;
}

std::uint32_t Memory::new_object_in_cell(std::uint32_t shift) {
  auto& free = free_cells_[shift];
  if (free.size() <= quarantine) {
    const std::uint32_t block = take_blocks(1);
    const auto first = static_cast<std::uint32_t>(objects_.size());
    const std::uint32_t count = 1u << (block_shift_ - shift);
    blocks_[block] = {first, shift};
    objects_.resize(first + count);
    // New cells are added at the front, so that a program that frees nothing sees increasing addresses.
    for (std::uint32_t i = count; i-- > 0;)
      free.push_front({first + i, (std::uint64_t{block} << block_shift_) + (std::uint64_t{i} << shift)});
  }
  const Cell cell = free.front();
  free.pop_front();
  objects_[cell.object].base = cell.next_base;
  return cell.object;
}

std::uint32_t Memory::new_object(std::uint64_t size, std::uint64_t align) {
  if (model_ == DataModel::LP64) return new_object_in_own_block(size);
  if (size > (std::uint64_t{1} << (block_shift_32 - 1))) return new_object_in_own_block(size);
  const std::uint64_t cell = std::bit_ceil(std::max({size * 2, align, std::uint64_t{32}}));
  if (cell > (std::uint64_t{1} << block_shift_32)) return new_object_in_own_block(size);
  return new_object_in_cell(static_cast<std::uint32_t>(std::countr_zero(cell)));
}

// The addresses of large objects in ILP32 are never reused.
void Memory::give_back(std::uint32_t index) {
  Object& object = objects_[index];
  const Block& block = blocks_[(object.base >> block_shift_) & block_mask_];
  if (model_ == DataModel::LP64) {
    const std::uint64_t generation = (object.base >> (block_shift_64 + slot_bits_64)) + 1;
    const std::uint64_t mask = (std::uint64_t{1} << (block_shift_64 + slot_bits_64)) - 1;
    const std::uint64_t next =
        (object.base & mask) | ((generation % generations_64) << (block_shift_64 + slot_bits_64));
    free_cells_[own_block].push_back({index, next});
  } else if (block.cell_shift != own_block) {
    free_cells_[block.cell_shift].push_back({index, object.base});
  }
}

// Objects.

void Memory::attach_storage(Object& object, std::uint64_t size, NewBytes fill) {
  if (used_ > limit_ || size > limit_ - used_) throw MemoryExhausted("the program uses more memory than the run may");
  const bool in_arena = (object.kind == ObjectKind::Local || object.kind == ObjectKind::Arguments) &&
                        size <= largest_arena_local && arena_used_ + 2 * size <= arena_size;
  if (in_arena) {
    object.bytes = arena_ + arena_used_;
    arena_used_ += 2 * size;
    std::memset(object.bytes, 0, 2 * size);
  } else {
    object.bytes = static_cast<unsigned char*>(std::calloc(2 * size + 1, 1));
    if (object.bytes == nullptr) throw MemoryExhausted("the machine has no memory left for the program");
    object.owns_storage = true;
    used_ += size;
  }
  object.written = object.bytes + size;
  if (fill != NewBytes::Indeterminate) std::memset(object.written, fill == NewBytes::Zero ? 1 : open_byte, size);
}

void Memory::drop_storage(Object& object) {
  if (!object.owns_storage) return;
  std::free(object.bytes);
  used_ -= object.size;
  object.owns_storage = false;
  object.bytes = object.written = nullptr;
}

std::uint64_t Memory::allocate(ObjectKind kind, std::uint64_t size, std::uint64_t align, NewBytes fill,
                               const Variable* variable) {
  Object& object = occupy(new_object(size, align), kind, size, fill);
  object.variable = variable;
  return object.base;
}

Object& Memory::occupy(std::uint32_t index, ObjectKind kind, std::uint64_t size, NewBytes fill) {
  Object& object = objects_[index];
  object.kind = kind;
  object.state = ObjectState::Live;
  object.variable = nullptr;
  object.size = size;
  attach_storage(object, size, fill);
  indeterminate.forget(object.base, size);
  object.readable = object.writable = size;
  return object;
}

void Memory::add_environment_block(std::uint32_t index, NewBytes fill) {
  const std::uint64_t first = environment_block_address(model_, index) >> block_shift_;
  const std::uint64_t end = environment_block_address(model_, index + 1) >> block_shift_;
  if (blocks_.size() < end) blocks_.resize(end);
  occupy(new_object_in_blocks(first, end - first), ObjectKind::Environment, environment_block_size(model_), fill);
}

void Memory::make_read_only(std::uint64_t address) {
  Object& object = objects_[index_of(address)];
  object.writable = 0;
  if (object.variable == nullptr || object.variable->source_name.empty()) object.kind = ObjectKind::Literal;
}

void Memory::kill(std::uint32_t index) {
  Object& object = objects_[index];
  drop_storage(object);
  object.readable = object.writable = 0;
  object.state = ObjectState::Dead;
  give_back(index);
}

void Memory::release(std::uint64_t address) {
  const std::uint32_t index = index_of(address);
  const Object& object = objects_[index];
  const bool starts_here = object.state != ObjectState::Never && object.base == address;
  if (object.kind == ObjectKind::Heap && starts_here && object.state == ObjectState::Live) return kill(index);
  if (object.kind == ObjectKind::Environment) return; // the environment may have allocated it with malloc
  if (object.kind == ObjectKind::Heap && starts_here) throw Fault(FaultKind::BadFree, "the memory was already freed");
  throw Fault(FaultKind::BadFree, "free of " + describe(address) + ", which malloc did not return");
}

std::uint64_t Memory::push_local(ObjectKind kind, std::uint64_t size, std::uint64_t align, const Variable* variable) {
  const std::size_t arena_before = arena_used_;
  const std::uint64_t address = allocate(kind, size, align, NewBytes::Indeterminate, variable);
  locals_.push_back({index_of(address), arena_before});
  return address;
}

void Memory::pop_locals_slowly(std::size_t mark) {
  while (locals_.size() > mark) {
    kill(locals_.back().object);
    arena_used_ = locals_.back().arena_used;
    locals_.pop_back();
  }
}

void Memory::end_scope(std::uint64_t address) {
  Object& object = objects_[index_of(address)];
  drop_storage(object);
  object.readable = object.writable = 0;
  object.state = ObjectState::Dead;
}

// Questions.

const Object& Memory::pointed_to(std::uint64_t address) const {
  const Object& object = find(address);
  const bool same_generation = model_ == DataModel::ILP32 || (address ^ object.base) >> 56 == 0;
  return same_generation ? object : objects_.front();
}

bool Memory::has_blocks() const {
  return std::ranges::any_of(objects_, [](const Object& object) {
    return object.kind == ObjectKind::Heap && object.state == ObjectState::Live;
  });
}

bool Memory::are_blocks_reachable(std::span<const std::uint64_t> global_slots, std::span<const std::uint64_t> stack,
                                  Roots roots) const {
  std::vector<bool> is_reached(objects_.size());
  std::vector<std::uint32_t> work;
  const auto reach = [&](std::uint32_t index) {
    if (is_reached[index] || objects_[index].state != ObjectState::Live) return;
    is_reached[index] = true;
    work.push_back(index);
  };
  const auto follow = [&](std::uint64_t word) {
    const std::uint32_t index = index_of(word);
    const Object& object = objects_[index];
    if (object.kind == ObjectKind::Heap && (word - object.base < object.size || word == object.base)) reach(index);
  };
  for (std::uint32_t i = 0; i < objects_.size(); ++i) {
    const ObjectKind kind = objects_[i].kind;
    const bool is_global = kind == ObjectKind::Global || kind == ObjectKind::Literal || kind == ObjectKind::Environment;
    if (is_global || (roots == Roots::All && kind != ObjectKind::Heap)) reach(i);
  }
  for (const std::uint64_t word : global_slots) follow(word);
  for (const std::uint64_t word : stack) follow(word);
  const std::uint64_t word_size = model_ == DataModel::LP64 ? 8 : 4;
  while (!work.empty()) {
    const Object& object = objects_[work.back()];
    work.pop_back();
    for (std::uint64_t at = 0; at + word_size <= object.size; at += word_size) {
      std::uint64_t word = 0;
      std::memcpy(&word, object.bytes + at, word_size);
      follow(word);
    }
  }
  for (std::uint32_t i = 0; i < objects_.size(); ++i)
    if (objects_[i].kind == ObjectKind::Heap && objects_[i].state == ObjectState::Live && !is_reached[i]) return false;
  return true;
}

// Ranges.

const unsigned char* Memory::readable(std::uint64_t address, std::uint64_t size) const {
  const Object& object = find(address);
  const std::uint64_t offset = address - object.base;
  if (offset > object.readable || object.readable - offset < size || (size == 0 && object.readable == 0))
    throw diagnose(address, size, AccessKind::Read);
  return object.bytes + offset;
}

unsigned char* Memory::writable(std::uint64_t address, std::uint64_t size) {
  const Object& object = find(address);
  const std::uint64_t offset = address - object.base;
  if (offset > object.writable || object.writable - offset < size) throw diagnose(address, size, AccessKind::Write);
  return object.bytes + offset;
}

bool Memory::is_written(std::uint64_t address, std::uint64_t size) const {
  if (size == 0) return true;
  const unsigned char* bytes = readable(address, size);
  const unsigned char* written = bytes + find(address).size;
  return std::find(written, written + size, 0) == written + size;
}

bool Memory::is_unset(std::uint64_t address, std::uint64_t size) const {
  const unsigned char* bytes = readable(address, size);
  const unsigned char* written = bytes + find(address).size;
  const unsigned char first = *written;
  return (first == 0 || first == open_byte) &&
         std::all_of(written, written + size, [&](unsigned char flag) { return flag == first; });
}

void Memory::require_written(std::uint64_t address, std::uint64_t size) const {
  if (is_written(address, size)) return;
  if (!settle) throw diagnose(address, size, AccessKind::Read);
  settle(address, size);
}

void Memory::forget(std::uint64_t address, std::uint64_t size) {
  indeterminate.forget(address, size);
  if (size != 0) std::memset(writable(address, size) + find(address).size, 0, size);
}

void Memory::mark_written(std::uint64_t address, std::uint64_t size) {
  std::memset(writable(address, size) + find(address).size, 1, size);
}

void Memory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t size) {
  if (size == 0) return;
  const unsigned char* source = readable(from, size);
  unsigned char* target = writable(to, size);
  if (indeterminate.is_following()) note_copies(to, from, size);
  std::memmove(target, source, size);
  std::memmove(target + find(to).size, source + find(from).size, size);
}

namespace {

bool contains(const Object& object, std::uint64_t address, std::uint64_t size) {
  const std::uint64_t offset = address - object.base;
  return offset <= object.readable && object.readable - offset >= size;
}

} // namespace

void Memory::mark_pointer(std::uint64_t address, std::uint64_t size) {
  const Object& object = find(address);
  if (contains(object, address, size)) std::memset(object.written + (address - object.base), pointer_byte, size);
}

bool Memory::has_pointer_bytes(std::uint64_t address, std::uint64_t size) const {
  const Object& object = find(address);
  return contains(object, address, size) &&
         std::memchr(object.written + (address - object.base), pointer_byte, size) != nullptr;
}

// The end of an object may be the start of another, and literals may be one object.
bool Memory::are_equatable(std::uint64_t left, std::uint64_t right) const {
  if (left == 0 || right == 0) return true;
  const Object &l = pointed_to(left), &r = pointed_to(right);
  if (l.kind == ObjectKind::Literal && r.kind == ObjectKind::Literal) return false; // even at one place
  if (left == right || (&l == &r && l.state != ObjectState::Never)) return true;
  const auto is_unique = [](const Object& object, std::uint64_t address) {
    return address < end_of_function_addresses ? address >= first_function_address
                                               : object.state == ObjectState::Live && contains(object, address, 1);
  };
  return is_unique(l, left) && is_unique(r, right);
}

bool Memory::are_ordered(std::uint64_t left, std::uint64_t right) const {
  if (left == right || left == 0 || right == 0) return true;
  const Object &l = pointed_to(left), &r = pointed_to(right);
  return &l == &r && l.state != ObjectState::Never;
}

// In the direction in which nothing is overwritten that is still to be copied.
void Memory::note_copies(std::uint64_t to, std::uint64_t from, std::uint64_t size) {
  const Object& source = find(from);
  const unsigned char* written = readable(from, size) + source.size;
  if (std::memchr(written, 0, size) == nullptr) return;
  for (std::uint64_t k = 0; k < size; ++k) {
    const std::uint64_t i = to < from ? k : size - 1 - k;
    if (written[i] == 0 && to != from) indeterminate.copy(to + i, {source.variable, from + i - source.base, from + i});
  }
}

void Memory::fill(std::uint64_t to, unsigned char byte, std::uint64_t size) {
  if (size == 0) return;
  std::memset(writable(to, size), byte, size);
  mark_written(to, size);
}

void Memory::write(std::uint64_t to, std::string_view bytes) {
  if (bytes.empty()) return;
  std::memcpy(writable(to, bytes.size()), bytes.data(), bytes.size());
  mark_written(to, bytes.size());
}

std::uint64_t Memory::c_string_length(std::uint64_t address) const {
  const unsigned char* start = readable(address, 1);
  const Object& object = find(address);
  const std::uint64_t available = object.readable - (address - object.base);
  if (settle)
    for (std::uint64_t i = 0; i < available; ++i) {
      require_written(address + i, 1);
      if (start[i] == 0) break;
    }
  const void* end = std::memchr(start, 0, available);
  // A terminator that was never written is not accepted; neither are unwritten bytes before it.
  const std::uint64_t length =
      end == nullptr ? available : static_cast<std::uint64_t>(static_cast<const unsigned char*>(end) - start);
  require_written(address, std::min(length + 1, available));
  if (end == nullptr) throw diagnose(address + available, 1, AccessKind::Read);
  return length;
}

std::string Memory::c_string(std::uint64_t address) const {
  const std::uint64_t length = c_string_length(address);
  return std::string(reinterpret_cast<const char*>(readable(address, length)), length);
}

// Diagnosis.

// In ILP32 the bytes between two objects belong to the first one's cell; an address closer to the second is attributed
// to the second.
const Object& Memory::nearest(std::uint64_t address) const {
  const Object& object = find(address);
  const Block* block = block_of(address);
  if (block == nullptr || block->cell_shift == own_block || object.state == ObjectState::Never) return object;
  const std::uint64_t next_address = ((address >> block->cell_shift) + 1) << block->cell_shift;
  const Object& next = find(next_address);
  const std::uint64_t behind = address - object.base;
  const bool closer = behind >= object.size && next_address - address < behind - object.size + 1;
  return closer && next.base == next_address && next.state == ObjectState::Live ? next : object;
}

std::string Memory::describe(std::uint64_t address) const {
  const Object& object = nearest(address);
  if (address == 0) return "a null pointer";
  if (address < 4096) return fmt::format("a null pointer plus {}", address);
  if (address >= first_function_address && address < end_of_function_addresses) return "the address of a function";
  if (object.state == ObjectState::Never) return fmt::format("address {:#x}, where no object ever was", address);
  const auto offset = static_cast<std::int64_t>(address - object.base);
  std::string what;
  switch (object.kind) {
  case ObjectKind::Stream: what = "a stream"; break;
  case ObjectKind::Heap: what = "an allocated block"; break;
  case ObjectKind::Environment: what = "environment memory"; break;
  case ObjectKind::Alloca: what = "a block of alloca"; break;
  case ObjectKind::Arguments: what = "the variable arguments"; break;
  case ObjectKind::Literal: what = "a string literal"; break;
  case ObjectKind::None:
  case ObjectKind::Global:
  case ObjectKind::Local:
    what = object.variable == nullptr             ? "an object"
           : object.variable->source_name.empty() ? "'" + object.variable->name + "'"
                                                  : "'" + object.variable->source_name + "'";
    break;
  }
  return fmt::format("offset {} of {} ({} byte{})", offset, what, object.size, object.size == 1 ? "" : "s");
}

Fault Memory::diagnose(std::uint64_t address, std::uint64_t size, AccessKind access) const {
  const Object& object = find(address);
  const std::string what = fmt::format("{} of {} byte{} at {}", access == AccessKind::Read ? "read" : "write", size,
                                       size == 1 ? "" : "s", describe(address));
  if (address == 0) return {FaultKind::NullDereference, "null pointer dereferenced"};
  // Small addresses are fields and elements of a null pointer.
  if (object.state == ObjectState::Never)
    return {address < 4096 ? FaultKind::NullDereference : FaultKind::OutOfBounds, what};
  const bool same_generation = model_ == DataModel::ILP32 || (address ^ object.base) >> 56 == 0;
  const bool local = object.kind == ObjectKind::Local || object.kind == ObjectKind::Alloca;
  if (object.state == ObjectState::Dead || !same_generation)
    return local ? Fault(FaultKind::DeadStackObject, what + ", whose function has returned")
                 : Fault(FaultKind::UseAfterFree, what + ", which was freed");
  const std::uint64_t offset = address - object.base;
  if (offset >= object.readable || object.readable - offset < size) return {FaultKind::OutOfBounds, what};
  if (access == AccessKind::Write && object.writable == 0) return {FaultKind::ReadOnlyWrite, what};
  return {FaultKind::UninitialisedRead, what + ", which has no value yet"};
}

} // namespace tandem::semantics::interpreter
