#include "frontend/lower/assembly_text.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(AssemblyText, BarriersAndInstructionsOnOperandsChangeNothingElse) {
  for (const char* text : {"", " \n\t", "mfence", "rep; nop", "rep nop", "lock; incl %0", "lock xaddl %0, %1",
                           "xchgq %q0,%[other]", "movl $0x1f, %0\n\tnegl %0", "cpuid", "setc %b1",
                           ".section .smp_locks,\"a\"\n.long 661f\n.previous\n661:\n\tlock; decl %0"})
    EXPECT_TRUE(changes_operands_only(text)) << text;
}

TEST(AssemblyText, AddressesNamesAndOtherInstructionsMayChangeAnything) {
  for (const char* text : {"movl $2,(%0)", "movl $2, counter", "rep; movsb", "stosb", "btsl %1, %0", "pushl %0",
                           "vmcall", "movl $2, counter(%%rip)", "lock; addl $0,0(%%rsp)", "{movl|mov} %0, %1",
                           ".long 1", "movl %gs:0, %0", ".section .text.x\nmfence"})
    EXPECT_FALSE(changes_operands_only(text)) << text;
}

TEST(AssemblyText, CallsAndJumpsLeave) {
  for (const char* text : {"call f", "nop\n\tjmp *%0", "1: jz 1b", "ret", "syscall", "int $0x80", "loop 1b"})
    EXPECT_TRUE(may_leave(text)) << text;
  for (const char* text : {"", "movl %0, %1", "incl %0", "invlpg %0"}) EXPECT_FALSE(may_leave(text)) << text;
}

} // namespace
} // namespace tandem::frontend::lower
