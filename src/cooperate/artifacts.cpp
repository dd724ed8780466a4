#include "cooperate/artifacts.h"

#include "base/core/text_file.h"
#include "exchange/gia/gia_file.h"
#include "task/outcome_json.h"

#include <nlohmann/json.hpp>

namespace tandem::cooperate {

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

} // namespace tandem::cooperate
