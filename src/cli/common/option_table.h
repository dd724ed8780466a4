// Declares the options that a struct's table lists (base/core/option.h); what the user gives goes into the struct.
#pragma once

#include "base/core/option.h"

#include <CLI/CLI.hpp>

#include <string>
#include <tuple>
#include <type_traits>

namespace tandem::cli {

template <typename Filled, typename Struct, typename Value, typename Read>
CLI::Option* add_option(CLI::App& app, const Option<Struct, Value, Read>& option, Filled& filled) {
  const std::string name = "--" + std::string(option.name), help(option.help);
  CLI::Option* added = nullptr;
  if constexpr (std::is_null_pointer_v<Read>)
    added = app.add_option(name, filled.*option.member, help);
  else
    added = app.add_option_function<std::string>(
        name, [&filled, option](const std::string& text) { filled.*option.member = option.read(text); }, help);
  if (!option.value.empty()) added->type_name(std::string(option.value));
  return added;
}

template <typename Filled, typename... Options>
void add_options(CLI::App& app, const std::tuple<Options...>& table, Filled& filled) {
  std::apply([&](const auto&... option) { (add_option(app, option, filled), ...); }, table);
}

} // namespace tandem::cli
