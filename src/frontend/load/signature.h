// What a function is called with, as its file writes it: for harnesses that call it.
#pragma once

#include "frontend/load/load.h"

#include <string>
#include <vector>

namespace tandem::frontend {

struct ParameterText {
  std::string name; // never empty
  std::string type; // "const struct buffer *"
  // What a pointer leads to: an object with a size, one of unknown size (void, incomplete records), or a function.
  enum class Kind { Value, ObjectPointer, BytePointer, FunctionPointer } kind = Kind::Value;
};

struct Signature {
  std::string function;
  std::vector<ParameterText> parameters;
  bool is_variadic = false;
  std::filesystem::path file; // the one of the request that defines it
};

// Of the function of that name that the request's files define. Throws InputError with those that there are.
Signature read_signature(const LoadRequest& request, const std::string& function);

} // namespace tandem::frontend
