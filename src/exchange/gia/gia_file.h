// Automata in files: the text format that docs/formats/gia.md describes, plain or compressed by gzip.
#pragma once

#include "base/core/input_error.h"
#include "base/core/line_stream.h"
#include "exchange/gia/gia.h"
#include "program/model/program.h"
#include "program/model/property.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tandem::exchange {

// For an automaton about a program. The property is that of the task.
GiaHeader gia_header(const Program& program, const Property& property, std::string producer);

// Throws InputError unless the header is about this program: the same files by content, the same data model.
void check_program(const GiaHeader& header, const Program& program, const TextPosition& position = {});
// Throws InputError unless the header is about this property.
void check_property(const GiaHeader& header, const Property& property, const TextPosition& position = {});

// Throws InputError with file, line and column for everything that is not well-formed. With a program, the header must
// be about it, and it must have every edge and condition.
Gia read_gia(const std::filesystem::path& path, const Program* program = nullptr, LineBounds bounds = {});
Gia read_gia_text(std::string_view bytes, const Program* program = nullptr, const std::string& name = "automaton",
                  LineBounds bounds = {});

std::string gia_text(const Gia& gia);
// Compressed if the name ends in .gz. The file is replaced atomically: readers see the old or the new one, never a
// part.
void write_gia(const std::filesystem::path& path, const Gia& gia);

// Words that lines begin with; states cannot have these names.
bool is_gia_keyword(std::string_view word);

} // namespace tandem::exchange
