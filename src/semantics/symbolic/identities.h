// What keeps its identity from one unwinding of a program to the next: the same input, variable or block gets the same
// symbol or address again, so that terms are shared and an incremental solver keeps what it has learnt.
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

// Numbers that tell where in an unwinding something belongs; the first one tells kinds apart.
using Identity = std::vector<std::uint32_t>;

enum class IdentityKind : std::uint32_t {
  Global,
  Function,
  Local,  // of an activation
  Result, // of an activation
  Block,  // allocated by a call
  Input,
  Context,     // an activation
  Cell,        // first value of an uninitialised cell
  Register,    // first value of an uninitialised register
  Unknown,     // a value that nothing is known of
  Contents,    // of an object, as an array
  Environment, // the first value at an address that is no object's
};

class Identities {
public:
  Identities(smt::Terms& terms, DataModel model);

  smt::Term symbol(const Identity& identity, std::string_view prefix, smt::Sort sort);
  // The start of an address range of at least this size, different for every identity.
  std::uint64_t address(const Identity& identity, std::uint64_t size);
  // Around every range this many bytes belong to nothing else: address arithmetic like &a[0] - 4 + 4 * i, which leaves
  // an object on its way, still tells which object is meant.
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
