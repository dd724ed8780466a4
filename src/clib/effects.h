// What a call of a library function may do when nothing more exact is known of the function: the one table from which
// every part of tandem that meets a function of the library without a body takes its effects. Most of it is what the
// headers declare: no function of the library writes to what it takes as a pointer to const.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tandem::clib {

enum class ArgumentEffect : std::uint8_t {
  Value,       // the argument is no pointer, or one to something of the library's own
  Read,        // memory behind it is read
  Write,       // memory behind it is written: as much as the object that it points into has
  WriteBehind, // so is memory that is found through pointers there
  CallBack,    // a function that may be called, now or later
};

// How a parameter or the result is passed.
enum class Passing : std::uint8_t { Nothing, Integer, Float, Record, Pointer, ArgumentList };

class Effect {
public:
  explicit Effect(std::string_view name, std::string_view kinds) : name_(name), kinds_(kinds) {}

  // False for names that only compilers and the library itself use: their arguments are judged by their types.
  bool is_declared() const { return !kinds_.empty(); }
  Passing result() const;
  std::size_t parameters() const;
  Passing parameter(std::size_t i) const;
  bool is_variadic() const { return kinds_.ends_with('.'); }

  // Of pointers; also beyond the parameters, for variadic functions and those that are not declared.
  ArgumentEffect argument(std::size_t i) const;
  // Memory that the program can see may change in ways that the arguments do not tell: functions that keep pointers,
  // switch stacks, or write where an earlier call said.
  bool has_hidden_effect() const;

private:
  std::string_view name_, kinds_;
};

// Nothing if the library has no such function. All of __builtin_* count as the library's.
std::optional<Effect> effect_of(std::string_view function);

// Whether what the function does depends on more than its arguments, the program's memory and earlier calls: time,
// files, the environment's variables, random numbers; or on what the standard leaves open, as the order in which qsort
// compares.
bool depends_on_environment(std::string_view function);

// Whether a call may change errno. What models ask the library of this machine (share/clib/math_open.h) does not: the
// models set errno themselves.
bool may_set_errno(std::string_view function);

} // namespace tandem::clib
