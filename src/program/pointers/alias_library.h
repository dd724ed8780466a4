// The effects of known library functions on pointers, as far as they concern the alias partition.
#pragma once

#include <cstdint>
#include <string_view>

namespace tandem::pointers {

enum class LibraryEffect : std::uint8_t {
  Unknown,            // not in the list
  Nothing,            // no pointer is stored or returned; bytes may be written
  Computes,           // the result is an integer computed from the arguments
  ComputesInto,       // the third argument points to an integer computed from the first two
  Allocates,          // returns a new block
  AllocatesInto,      // stores the address of a new block where the first argument points to
  Reallocates,        // returns a new block with the old contents, or the old block
  ReturnsFirst,       // returns its first argument
  ReturnsInto,        // returns an address inside the object its first argument points to
  ReturnsIntoLast,    // the same, of this call or an earlier one (strtok)
  StoresEnd,          // stores an address inside the first argument's object where the second argument points to
  CopiesToFirst,      // copies from the second to the first argument, whose value it returns
  CopiesAndMoves,     // the same, but returns an address behind the copy
  ReturnsEnvironment, // returns an address of environment memory
  Sorts,              // qsort(base, count, size, compare)
  Searches,           // bsearch(key, base, count, size, compare)
  CallsBack,          // calls its first argument, without relevant arguments
  SetsHandler,        // signal(number, handler): calls the handler, returns an earlier one
  StartsThread,       // pthread_create(thread, attributes, function, argument)
  JoinsThread,        // pthread_join(thread, result)
  EndsThread,         // pthread_exit(result)
};

LibraryEffect library_effect(std::string_view function);

// Whether a function with this effect may call functions of the program.
bool calls_back(LibraryEffect effect);

} // namespace tandem::pointers
