// Record definitions as C text.
#pragma once

#include "program/model/type.h"

#include <string>
#include <vector>

namespace tandem::cexpr {

// "struct s {\n  int x;\n};\n", laid out as in the model.
std::string c_record_definition(const Type& record, DataModel model);

// _Static_assert lines that make a compiler check the size, alignment and offsets it gives to the record.
std::string c_layout_assertions(const Type& record);

} // namespace tandem::cexpr
