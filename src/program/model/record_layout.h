// The layout that the x86 System V ABIs give a record declared without attributes.
#pragma once

#include "program/model/type.h"

#include <vector>

namespace tandem {

enum class RecordKind : std::uint8_t { Struct, Union };

// `fields` need names, types and bit widths; their offsets are set.
RecordLayout natural_layout(std::vector<Field> fields, RecordKind kind, DataModel model);

} // namespace tandem
