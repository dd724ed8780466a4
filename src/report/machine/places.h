// Positions and paths as formats for tools have them.
#pragma once

#include "program/model/program.h"
#include "program/source/source_statements.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace tandem::report::machine {

// A relative path stays relative, an absolute one gets the scheme file; what URIs reserve is percent-encoded.
std::string path_uri(std::string_view path);

// Columns of the model count bytes, those of SARIF characters.
std::uint32_t character_column(source::ProgramSources& sources, SourcePoint point);

// {"file": "a.c", "line": 12, "column": 7}; null if it is unknown.
nlohmann::json place_json(const Program& program, SourcePoint point);

} // namespace tandem::report::machine
