#include "cooperate/artifacts.h"

#include "base/core/text_file.h"
#include "cooperate/strategy_actor.h"
#include "exchange/gia/gia_file.h"
#include "program/model/target.h"
#include "task/outcome_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tandem::cooperate {

std::string targets_text(const Program& program, const Property& property) {
  std::string result;
  for (const Target& target : targets(program, property)) result += target.id() + "\n";
  return result;
}

// The first task in a folder is about all of them.
Artifacts::Artifacts(std::filesystem::path folder, const task::Task& task) : Artifacts(std::move(folder)) {
  if (!are_kept()) return;
  const std::filesystem::path file = path(std::string(targets_file));
  const std::string own = targets_text(task.program, task.property);
  if (!std::filesystem::exists(file)) {
    std::filesystem::create_directories(folder_);
    write_text_file(file, own);
  }
  is_about_all_ = read_text_file(file) == own;
  if (!is_about_all_) folder_ /= "other-targets";
}

void Artifacts::keep(const RunningPartner& partner, const task::Outcome& outcome) const {
  if (!are_kept()) return;
  std::filesystem::create_directories(folder_);
  if (partner.condition) exchange::write_gia(path(partner.label + ".given.gia"), *partner.condition);
  if (outcome.gia) exchange::write_gia(path(partner.label + ".gia"), *outcome.gia);
  nlohmann::json json = task::to_json(outcome, partner.task.program);
  json["partner"] = partner.actor->name();
  json["wall-seconds"] = static_cast<double>(partner.run.wall_time().count()) / 1000;
  json["cpu-seconds"] = static_cast<double>(partner.run.cpu_time().count()) / 1000;
  write_text_file(path(partner.label + ".json"), json.dump(2) + "\n");
}

void Artifacts::keep_known(const exchange::Gia& known) const {
  if (!are_kept()) return;
  std::filesystem::create_directories(folder_);
  exchange::write_gia(path(std::string(known_file)), known);
}

// Labels begin with their number in two digits.
bool Artifacts::was_passed(const std::string& label) const {
  if (!are_kept() || !std::filesystem::exists(path(label + ".json"))) return false;
  const auto number = [](const std::string& name) { return name.substr(0, name.find('-')); };
  const std::string own = number(label);
  return std::ranges::any_of(std::filesystem::directory_iterator(folder_), [&](const auto& entry) {
    const std::string other = number(entry.path().filename().string());
    return other.size() == own.size() && std::ranges::all_of(other, [](char c) { return c >= '0' && c <= '9'; }) &&
           other > own;
  });
}

} // namespace tandem::cooperate
