// An option that users set: its name, the member it fills and what help and manual say about it. A struct that is
// filled from the command line has a table of these beside it, a tuple, so that an option is written down once; the
// command line declares what the table lists (cli/common/option_table.h).
#pragma once

#include <cstddef>
#include <string_view>

namespace tandem {

template <typename Struct, typename Value, typename Read = std::nullptr_t> struct Option {
  constexpr Option(std::string_view option_name, Value Struct::* option_member, std::string_view help_text,
                   Read read_value = {}, std::string_view value_text = {})
      : name(option_name), member(option_member), help(help_text), read(read_value), value(value_text) {}

  std::string_view name; // without dashes
  Value Struct::* member;
  std::string_view help;
  Read read;              // makes the value from text; nullptr: values of this type are read as usual
  std::string_view value; // what help calls the value; empty: its type
};

} // namespace tandem
