// How to declare a record so that gcc and clang lay it out as in the model. The model has the compiler's own layout of
// the user's record but not every means of requesting it (#pragma pack, types of reduced alignment), so the plain
// declaration is laid out here by the rules of the x86 System V ABIs, and where the result differs, a packed record
// with explicit padding is declared instead.
#pragma once

#include "program/model/type.h"

#include <string>
#include <vector>

namespace tandem::cexpr {

// One line of the record's body.
struct MemberForm {
  const Field* field = nullptr; // null for padding
  std::uint64_t padding_bits = 0;
  std::uint32_t align = 0; // attribute, in bytes; 0: none
};

struct RecordForm {
  bool packed = false;
  std::uint32_t align = 0; // attribute, in bytes; 0: none
  std::vector<MemberForm> members;
};

RecordForm record_form(const Type& record, DataModel model);

} // namespace tandem::cexpr
