// Allocation and blocks of bytes: malloc, free and related functions, mem*.

#include "semantics/interpreter/library.h"

#include "program/model/expressions.h"

#include <algorithm>
#include <limits>

namespace tandem::semantics::interpreter {

namespace {

constexpr int no_memory = 12; // ENOMEM

// As in glibc, sizes that no object may have are refused; sizes that merely exceed the run's limit end the run.
bool is_absurd(const LibraryCall& call, std::uint64_t size) {
  return size > (call.data_model() == DataModel::LP64 ? std::uint64_t{1} << 62 : std::uint64_t{0x7fffffff});
}

void give_new_block(LibraryCall& call, std::uint64_t size, NewBytes fill) {
  if (is_absurd(call, size)) {
    call.set_error_number(no_memory);
    return call.give(0);
  }
  call.give_bits(call.memory().allocate(ObjectKind::Heap, size, 16, fill));
}

void malloc_(LibraryCall& call) { give_new_block(call, call.address(0), NewBytes::Indeterminate); }

void calloc_(LibraryCall& call) {
  const UInt128 size = UInt128{call.address(0)} * call.address(1);
  give_new_block(call, size >> 63 != 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(size), NewBytes::Zero);
}

void aligned_alloc_(LibraryCall& call) {
  call.give_bits(call.memory().allocate(ObjectKind::Heap, call.address(1), call.address(0), NewBytes::Indeterminate));
}

void posix_memalign_(LibraryCall& call) {
  const std::uint64_t block =
      call.memory().allocate(ObjectKind::Heap, call.address(2), call.address(1), NewBytes::Indeterminate);
  call.store(call.address(0), call.word_size(), block);
  call.give(0);
}

void free_(LibraryCall& call) {
  if (call.address(0) != 0) call.memory().release(call.address(0));
}

void realloc_(LibraryCall& call) {
  const std::uint64_t old = call.address(0), size = call.address(1);
  if (old == 0) return give_new_block(call, size, NewBytes::Indeterminate);
  const Object object = call.memory().find(old);
  const bool whole = object.kind == ObjectKind::Heap && object.state == ObjectState::Live && object.base == old;
  if (!whole || size == 0) {
    call.memory().release(old); // faults if it is not a block
    return call.give(0);
  }
  if (is_absurd(call, size)) return call.give(0);
  const std::uint64_t block = call.memory().allocate(ObjectKind::Heap, size, 16, NewBytes::Indeterminate);
  call.memory().copy(block, old, std::min(size, object.size));
  call.memory().release(old);
  call.give_bits(block);
}

void alloca_(LibraryCall& call) {
  call.give_bits(call.memory().push_local(ObjectKind::Alloca, call.address(0), 16, nullptr));
}

void malloc_usable_size_(LibraryCall& call) {
  call.give_bits(call.address(0) == 0 ? 0 : call.memory().find(call.address(0)).readable);
}

void memcpy_(LibraryCall& call) {
  call.memory().copy(call.address(0), call.address(1), call.address(2));
  call.give_bits(call.address(0));
}

void mempcpy_(LibraryCall& call) {
  call.memory().copy(call.address(0), call.address(1), call.address(2));
  call.give_bits(call.address(0) + call.address(2));
}

void bcopy_(LibraryCall& call) { call.memory().copy(call.address(1), call.address(0), call.address(2)); }

void memset_(LibraryCall& call) {
  call.memory().fill(call.address(0), static_cast<unsigned char>(call.integer(1)), call.address(2));
  call.give_bits(call.address(0));
}

void bzero_(LibraryCall& call) { call.memory().fill(call.address(0), 0, call.address(1)); }

void memcmp_(LibraryCall& call) {
  const std::uint64_t size = call.address(2);
  if (size == 0) return call.give(0);
  const unsigned char* left = call.memory().readable(call.address(0), size);
  const unsigned char* right = call.memory().readable(call.address(1), size);
  if (call.memory().has_pointer_bytes(call.address(0), size)) call.machine().note_difference();
  std::uint64_t i = 0;
  do {
    call.memory().require_written(call.address(0) + i, 1);
    call.memory().require_written(call.address(1) + i, 1);
  } while (left[i] == right[i] && ++i < size);
  call.give(i == size ? 0 : int{left[i]} - int{right[i]});
}

void memchr_(LibraryCall& call) {
  const std::uint64_t size = call.address(2);
  const auto wanted = static_cast<unsigned char>(call.integer(1));
  for (std::uint64_t i = 0; i < size; ++i)
    if (call.load(call.address(0) + i, 1) == wanted) return call.give_bits(call.address(0) + i);
  call.give(0);
}

void memrchr_(LibraryCall& call) {
  const auto wanted = static_cast<unsigned char>(call.integer(1));
  for (std::uint64_t i = call.address(2); i-- > 0;)
    if (call.load(call.address(0) + i, 1) == wanted) return call.give_bits(call.address(0) + i);
  call.give(0);
}

// What may not be read is no matter of this question: the access that follows is invalid. Globals that no file defines
// have some value.
void written_(LibraryCall& call) {
  const std::uint64_t address = call.address(0), size = call.address(1);
  const Object& object = call.memory().find(address);
  const std::uint64_t offset = address - object.base;
  const bool is_valid = offset <= object.readable && object.readable - offset >= size;
  const bool is_extern = object.variable != nullptr && object.variable->is_extern;
  call.give(!is_valid || is_extern || call.memory().is_written(address, size) ? 1 : 0);
}

void string_(LibraryCall& call) {
  const std::uint64_t address = call.address(0), most = call.address(1);
  const Object& object = call.memory().find(address);
  const std::uint64_t offset = address - object.base;
  const std::uint64_t length = offset <= object.readable ? object.readable - offset : 0;
  for (std::uint64_t i = 0; i < std::min(length, most); ++i)
    if (call.load(address + i, 1) == 0) return call.give(1);
  call.give(most <= length && offset <= object.readable ? 1 : 0);
}

} // namespace

constinit const LibraryTable memory_functions = {
    {"malloc", &malloc_},
    {"calloc", &calloc_},
    {"realloc", &realloc_},
    {"free", &free_},
    {"cfree", &free_},
    {"alloca", &alloca_},
    {"__builtin_alloca", &alloca_},
    {"__builtin_alloca_with_align", &alloca_},
    {"aligned_alloc", &aligned_alloc_},
    {"memalign", &aligned_alloc_},
    {"posix_memalign", &posix_memalign_},
    {"malloc_usable_size", &malloc_usable_size_},
    {"memcpy", &memcpy_},
    {"memmove", &memcpy_},
    {"__memcpy_chk", &memcpy_},
    {"__memmove_chk", &memcpy_},
    {"mempcpy", &mempcpy_},
    {"memset", &memset_},
    {"__memset_chk", &memset_},
    {"memcmp", &memcmp_},
    {"bcmp", &memcmp_},
    {"memchr", &memchr_},
    {"memrchr", &memrchr_},
    {"bcopy", &bcopy_},
    {"bzero", &bzero_},
    {written_question, &written_},
    {string_question, &string_},
};

} // namespace tandem::semantics::interpreter
