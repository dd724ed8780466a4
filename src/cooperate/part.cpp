// What is proved of a part is what its constraints describe, the intersection of their automata; what others work on is
// the union of what they rule out. A part's condition calls that verified, so that any actor that takes conditions can
// work on a part; of its answer, the claim about the others has to be taken out again (exchange/combine/restrict.h).

#include "cooperate/part.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "exchange/combine/combine.h"
#include "exchange/combine/restrict.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/plain_gia.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace tandem::cooperate {
namespace {

namespace fs = std::filesystem;
using exchange::Accept;
using nlohmann::json;

constexpr std::array state_names{"open", "proved", "given up"};

// Copies share their bytes where the file system allows it.
void provide(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  if (fs::exists(to, failed) || !fs::exists(from, failed)) return; // there is no file of what came through a pipe
  fs::create_directories(to.parent_path(), failed);
  fs::copy_file(from, to, failed);
  if (failed) throw InputError(fmt::format("cannot copy {} to {}: {}", from.string(), to.string(), failed.message()));
}

// Where a file of the program is in a part's folder: headers stay beside the files that include them.
fs::path place(const fs::path& file, const fs::path& first) {
  const fs::path relative = file.lexically_normal().lexically_relative(first.lexically_normal().parent_path());
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return is_below ? relative : file.filename();
}

bool is_of_the_system(const SourceFile& file) {
  return file.path.starts_with("/usr/") || file.path.starts_with("<") || !fs::exists(file.path);
}

} // namespace

std::string_view name(PartState state) { return state_names[static_cast<std::size_t>(state)]; }

std::string Part::text(const Program& program) const {
  if (constraints.empty()) return "everything";
  std::vector<std::string> texts;
  for (const Constraint& constraint : constraints) texts.push_back(constraint.text(program));
  return fmt::format("{}", fmt::join(texts, ", "));
}

PartTree::PartTree(const Program& program, const Property& property)
    : program_(program), property_(property), header_(exchange::gia_header(program, property, "tandem split")) {
  Part whole;
  whole.inside = exchange::gia_of_everything(Accept::Unreachable, header_);
  whole.outside = exchange::gia_of_everything(Accept::Nothing, header_);
  parts_.push_back(std::move(whole));
}

Part PartTree::make(Part* parent, std::string id, const Constraint& constraint) const {
  Part part{.id = std::move(id), .constraints = parent->constraints, .parent = parent};
  ConstraintAutomata own = automata(constraint, program_, property_, header_);
  part.constraints.push_back(constraint);
  part.inside = exchange::combine::restricted(own.inside, parent->inside);
  const std::array inputs{exchange::combine::CombineInput{&parent->outside, "other parts"},
                          exchange::combine::CombineInput{&own.outside, "the rest"}};
  part.outside = exchange::combine::combined(inputs);
  return part;
}

void PartTree::divide(Part& part, const Constraint& first, const Constraint& second) {
  const std::string prefix = part.id.empty() ? "" : part.id + ".";
  Part left = make(&part, prefix + "1", first), right = make(&part, prefix + "2", second);
  for (Part* child : {&left, &right}) part.children.push_back(&parts_.emplace_back(std::move(*child)));
}

Part& PartTree::prove(Part& part, std::string by) {
  part.state = PartState::Proved;
  part.by = std::move(by);
  Part* parent = part.parent;
  const bool completes_parent =
      parent != nullptr && parent->state != PartState::Proved &&
      std::ranges::all_of(parent->children, [](const Part* child) { return child->state == PartState::Proved; });
  return completes_parent ? prove(*parent, "its parts") : part;
}

bool PartTree::is_done(const Part& part) const {
  for (const Part* each = &part; each != nullptr; each = each->parent)
    if (each->state == PartState::Proved) return true;
  return false;
}

void PartTree::write(const fs::path& folder, const Part& part) const {
  json lines = json::array(), files = json::array(), hashes = json::array();
  for (const Constraint& constraint : part.constraints) lines.push_back(constraint.line());
  std::string command = "tandem verify";
  for (const SourceFile& file : program_.files())
    if (!file.sha256.empty()) {
      files.push_back(place(file.path, program_.files().front().path).string());
      hashes.push_back(file.sha256);
      command += " " + files.back().get<std::string>();
    }
  command += fmt::format(" --data-model {} --condition condition.gia --condition-out checkpoint.gia",
                         name(program_.data_model()));
  const json content{{"part", part.id},      {"text", part.text(program_)},
                     {"constraints", lines}, {"state", name(part.state)},
                     {"by", part.by},        {"files", files},
                     {"sha256", hashes},     {"property", property_.text},
                     {"command", command}};
  fs::create_directories(folder / part.id);
  write_text_file(folder / part.id / "part.json", content.dump(2) + "\n");
}

void PartTree::write_task(const fs::path& folder, const Part& part, const exchange::Gia& condition) const {
  write(folder, part);
  exchange::write_gia(folder / part.id / "condition.gia", condition);
  for (const SourceFile& file : program_.files())
    if (!file.sha256.empty() || !is_of_the_system(file))
      provide(file.path, folder / part.id / place(file.path, program_.files().front().path));
}

bool PartTree::is_about_task(const nlohmann::json& part) const {
  std::vector<std::string> hashes;
  for (const exchange::GiaHeader::File& file : header_.files) hashes.push_back(file.sha256);
  return part.at("sha256") == json(hashes) && part.at("property") == property_.text;
}

void PartTree::read(const fs::path& folder) {
  std::map<std::string, json> found;
  if (!fs::is_directory(folder)) return;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path file = entry.path() / "part.json";
    if (!fs::exists(file)) continue;
    try {
      json content = json::parse(read_text_file(file));
      if (!is_about_task(content)) continue; // of a run on another version of the program
      found.emplace(content.at("part").get<std::string>(), std::move(content));
    } catch (const json::exception& error) {
      throw InputError({file.string()}, fmt::format("this is no part of a task: {}", error.what()));
    }
  }
  const auto last_constraint = [&](const std::string& id) {
    return read_constraint(found.at(id).at("constraints").back().get<std::string>(), program_);
  };
  for (Part& part : parts_) { // grows meanwhile
    if (const auto own = found.find(part.id); own != found.end() && !part.id.empty()) {
      const std::string state = own->second.at("state").get<std::string>();
      if (state == name(PartState::Proved)) {
        part.state = PartState::Proved;
        part.by = own->second.at("by").get<std::string>();
      }
    }
    const std::string prefix = part.id.empty() ? "" : part.id + ".";
    if (part.state != PartState::Proved && found.contains(prefix + "1") && found.contains(prefix + "2"))
      divide(part, last_constraint(prefix + "1"), last_constraint(prefix + "2"));
  }
}

} // namespace tandem::cooperate
