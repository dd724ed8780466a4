// The command line of this process, for jobs that do a part of the same work elsewhere.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::cli {

// With the full path of the program; without these options, which have a value each, and these flags. It begins by
// going to the folder of this process, since the paths in it are meant from there.
std::vector<std::string> own_command_without(std::span<const std::string_view> options,
                                             std::span<const std::string_view> flags);

} // namespace tandem::cli
