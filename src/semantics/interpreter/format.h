// The formatting of printf: directives are parsed here, numbers are then written by the host's own printf.
#pragma once

#include "semantics/interpreter/library.h"

#include <string>

namespace tandem::semantics::interpreter {

// The source of the values to be formatted: a call's remaining arguments, or a va_list.
class FormatArguments {
public:
  virtual ~FormatArguments() = default;
  virtual std::uint64_t integer(std::uint64_t size) = 0; // the value's low `size` bytes, zero-extended
  virtual long double real(FloatKind kind) = 0;
};

class CallArguments : public FormatArguments {
public:
  CallArguments(LibraryCall& call, std::size_t first) : call_(call), next_(first) {}
  std::uint64_t integer(std::uint64_t size) override;
  long double real(FloatKind kind) override;

private:
  LibraryCall& call_;
  std::size_t next_;
};

class ListArguments : public FormatArguments {
public:
  ListArguments(LibraryCall& call, std::size_t list); // argument number `list` is a va_list
  std::uint64_t integer(std::uint64_t size) override;
  long double real(FloatKind kind) override;

private:
  std::uint64_t next_address(std::uint64_t size); // the address of the next argument

  LibraryCall& call_;
  std::uint64_t next_;
};

// The text; throws Fault for directives that are not modelled.
std::string formatted(LibraryCall& call, const std::string& format, FormatArguments& arguments);

// The address of the va_list that argument i is or points to.
std::uint64_t list_address(LibraryCall& call, std::size_t i);
std::uint64_t rounded_to_words(LibraryCall& call, std::uint64_t size);

} // namespace tandem::semantics::interpreter
