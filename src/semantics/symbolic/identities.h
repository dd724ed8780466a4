// Symbols and addresses that are stable from one unwinding of a program to the next: the same input, variable or block
// gets the same symbol or address again, so that terms are shared and an incremental solver keeps what it has learnt.
#pragma once

#include "base/core/require.h"
#include "program/model/type.h"
#include "smt/term/terms.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::semantics::symbolic {

// Numbers that identify where in an unwinding something is introduced; the first is its IdentityKind.
using Identity = std::vector<std::uint32_t>;

enum class IdentityKind : std::uint32_t {
  Global,
  Function,
  Local,     // of an activation
  Result,    // of an activation
  Arguments, // of a call, behind the named ones
  Block,     // allocated by a call
  Input,
  Context,     // an activation
  Cell,        // first value of an uninitialised cell
  Register,    // first value of an uninitialised register
  Unknown,     // an unconstrained value
  Contents,    // of an object, as an array
  Environment, // the first value at an address outside all objects
  Address,     // of an object, as an integer
  Written,     // which bytes of an object were written, as an object
};

class Identities {
public:
  Identities(smt::Terms& terms, DataModel model);

  smt::Term symbol(const Identity& identity, std::string_view prefix, smt::Sort sort);
  // The start of an address range of at least this size, different for every identity.
  std::uint64_t address(const Identity& identity, std::uint64_t size);
  // This many bytes around every range belong to no other: address arithmetic like &a[0] - 4 + 4 * i, which temporarily
  // leaves an object, still identifies the object.
  std::uint64_t slack() const;
  // A dense number for the identity.
  std::uint32_t number(const Identity& identity);

private:
  struct Range {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };

  smt::Terms& terms_;
  DataModel model_;
  std::uint64_t next_address_;
  std::map<Identity, smt::Term> symbols_;
  std::map<Identity, Range> ranges_;
  std::map<Identity, std::uint32_t> numbers_;
};

} // namespace tandem::semantics::symbolic
