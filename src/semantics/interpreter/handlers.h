// The instruction set: the handler (a C++ function) of each operation.
#pragma once

#include "semantics/core/target.h"
#include "semantics/interpreter/bytecode.h"

namespace tandem::semantics::interpreter {

// Where the right operand is: in slot c, or in the instruction (64 bits, already truncated to the width).
enum class Form : std::uint8_t { Slots, Immediate };

// BvCompare with every direction, so that constants can always stand on the right and conditions can be negated.
enum class Relation : std::uint8_t { Eq, Ne, ULt, ULe, UGt, UGe, SLt, SLe, SGt, SGe };

Relation negated(Relation relation);
Relation swapped(Relation relation); // with exchanged operands

// Integers: widths 32, 64 and (slots only) 128. a = b op c.
Handler binary_handler(BvOp op, std::uint32_t width, Form form);
// a = b relation c (0 or 1); jumps by a if b relation c.
Handler relation_handler(Relation relation, std::uint32_t width, Form form);
Handler jump_relation_handler(Relation relation, std::uint32_t width, Form form);
Handler overflow_handler(std::uint32_t width); // a = does the signed product of b and c overflow?

// a = b sign-extended from a width (c, up to 128) to 32, 64 or 128 bits.
Handler sign_extend_handler(std::uint32_t from, std::uint32_t to);
Handler move_handler(std::uint32_t width);
Handler constant_handler();     // a = immediate
Handler widen_handler();        // a (two slots) = b (one slot)
Handler jump_handler();         // by a
Handler jump_if_zero_handler(); // by a if slot b is zero

// Floats.
Handler float_binary_handler(FloatOp op, FloatKind kind);
Handler float_relation_handler(FloatCompare relation, FloatKind kind);
Handler float_negate_handler(FloatKind kind);
Handler float_convert_handler(FloatKind from, FloatKind to);
Handler float_from_integer_handler(FloatKind kind, Signedness sign, std::uint32_t width); // of the slots: 64 or 128
Handler integer_from_float_handler(Signedness sign, FloatKind kind);                      // immediate: the width

// Memory. Addresses are b + immediate (an offset), modulo 2^32 in ILP32 (narrow).
enum class Pointers : std::uint8_t { Narrow, Wide };
Handler load_handler(std::uint32_t bits, LoadUse use, Pointers pointers);
Handler load_pointer_handler(Pointers pointers);              // a value that is a pointer
Handler store_handler(std::uint32_t bits, Pointers pointers); // of slot a
Handler load_global_handler(std::uint32_t width);             // a = global slot b
Handler store_global_handler(std::uint32_t width);            // global slot b = a
Handler copy_handler();                                       // immediate bytes from address b to address a
Handler fill_zero_handler();                                  // immediate bytes at address a
Handler store_bytes_handler();                                // the std::string `data` to address a
Handler push_local_handler();                                 // a = address of a new object for the Variable `data`
Handler forget_handler();         // the bytes of the Variable `data` at address a become indeterminate
Handler make_read_only_handler(); // the object at address a

// Questions about memory: a = the answer for the object to which the pointer in slot b leads.
enum class MemoryQuestion : std::uint8_t { Size, Offset, Number, Exists, IsReadable, IsWritable, IsAllocated };
Handler memory_question_handler(MemoryQuestion question);
Handler blocks_handler(BlocksFact fact); // a = whether it is the case
// Notes that other runs may differ (AddressUse).
enum class AddressRelation : std::uint8_t { Equal, Ordered };
Handler note_address_handler();                           // if the pointer in slot a is not null
Handler note_addresses_handler(AddressRelation relation); // if C does not say how slots a and b compare
Handler note_pointer_bytes_handler(Pointers pointers);    // if b bytes at address a + immediate are part of a pointer
Handler mark_pointer_handler(Pointers pointers);          // b bytes at address a + immediate are a pointer
Handler end_scope_handler();                              // of the variable at address a
Handler end_array_handler();                              // of the array of variable length at address a
Handler begin_scope_handler(); // of the Variable `data`, which is another object now: a = its address

// Control.
Handler edge_handler();                      // starts edge number immediate
Handler edge_jump_handler();                 // the same, then jumps by a
Handler call_handler();                      // CallSite `data`
Handler call_pointer_handler();              // CallSite `data`
Handler return_handler(std::uint32_t width); // of slot a
Handler return_record_handler();             // the record at address a, immediate bytes
Handler return_nothing_handler();
Handler store_returned_handler(); // the record just returned to address a
Handler check_written_handler();  // slot a is a variable's "has a value" flag, `data` the Variable, b its slot
Handler input_handler();          // a = a value for the Nondet edge; type `data`
Handler arbitrary_handler();      // a = any value of type `data`
Handler record_handler();         // the edge wrote slot a; type `data`
Handler watch_handler();          // the lvalue `data` is at address a
Handler watch_value_handler();    // the expression `data` has the value a
Handler check_handler();          // faults if slot a is zero; immediate: the Check
Handler bad_call_handler();       // faults with the message `data`
Handler assume_violated_handler();
Handler endless_handler();
Handler path_end_handler();
Handler halt_handler();

} // namespace tandem::semantics::interpreter
