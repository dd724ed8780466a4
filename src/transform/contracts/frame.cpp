#include "transform/contracts/frame.h"

#include <algorithm>
#include <map>

namespace tandem::transform::contracts {

namespace {

constexpr std::string_view prefix = "__tandem_contract_";
constexpr std::string_view active = "_active";

} // namespace

bool is_of_contract(const Variable& variable) { return variable.source_name.starts_with("__tandem_"); }

std::vector<Frame> frames(const Program& program) {
  std::map<std::string_view, const Variable*> named;
  for (const Variable* global : program.globals())
    if (is_of_contract(*global)) named[global->source_name] = global;
  std::vector<Frame> result;
  for (const auto& [name, variable] : named) {
    if (!name.starts_with(prefix) || !name.ends_with(active)) continue;
    Frame frame;
    frame.active = variable;
    frame.id = name.substr(prefix.size(), name.size() - prefix.size() - active.size());
    const std::string own = std::string(prefix) + frame.id;
    const auto find = [&](const std::string& suffix) -> const Variable* {
      const auto found = named.find(own + suffix);
      return found == named.end() ? nullptr : found->second;
    };
    frame.text = find("_text");
    frame.blocks = find("_new");
    frame.block_count = find("_news");
    frame.before = find("_before");
    for (std::size_t i = 0; const Variable* pointer = find("_target_" + std::to_string(i)); ++i)
      frame.targets.push_back({pointer, find("_size_" + std::to_string(i))});
    for (std::size_t i = 0; const Variable* pointer = find("_frees_" + std::to_string(i)); ++i)
      frame.freed.push_back(pointer);
    const std::string local = own + "_local_";
    for (auto at = named.lower_bound(local); at != named.end() && at->first.starts_with(local); ++at)
      frame.names.emplace(at->first.substr(local.size()));
    result.push_back(std::move(frame));
  }
  return result;
}

} // namespace tandem::transform::contracts
