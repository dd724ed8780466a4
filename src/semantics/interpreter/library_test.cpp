#include "semantics/interpreter/library.h"

#include "program/model/library.h"

#include <gtest/gtest.h>

namespace tandem::semantics::interpreter {
namespace {

TEST(LibraryTables, WhatIsModelledIsListed) {
  for (const auto entries : {memory_functions, string_functions, character_functions, output_functions, input_functions,
                             stdlib_functions, math_functions, float_class_functions, builtin_functions, end_functions})
    for (const LibraryEntry& entry : entries)
      EXPECT_TRUE(is_library_function(entry.name) || is_verifier_function(entry.name)) << entry.name;
}

TEST(LibraryTables, CompilersNamesOfLibraryFunctionsAreFound) {
  EXPECT_EQ(find_library_function("__builtin_memcpy"), find_library_function("memcpy"));
  EXPECT_EQ(find_library_function("kmalloc"), nullptr);
  EXPECT_EQ(find_library_function("__builtin_kmalloc"), nullptr);
}

} // namespace
} // namespace tandem::semantics::interpreter
