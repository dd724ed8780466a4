// A part of a task: the executions that keep to some constraints. Parts form a tree; a part is proved if an actor has
// proved it or all parts that it was divided into are.
#pragma once

#include "cooperate/constraint.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::cooperate {

enum class PartState : std::uint8_t {
  Open,
  Proved,
  GivenUp, // no actor can do more, and it cannot be divided
};
std::string_view name(PartState state);

struct Part {
  std::string id; // "1.2": the second of the two that part 1 was divided into; the whole task has none
  std::vector<Constraint> constraints;
  exchange::Gia inside, outside; // ut: the part's executions, those of others
  Part* parent = nullptr;
  std::vector<Part*> children; // none or two
  PartState state = PartState::Open;
  std::string by;        // by whom it was proved; why it was given up
  unsigned attempts = 0; // that ended without a verdict
  bool is_divisible = true;

  std::string text(const Program& program) const; // for people; the whole task: "everything"
  bool is_leaf() const { return children.empty(); }
};

class PartTree {
public:
  PartTree(const Program& program, const Property& property);

  Part& root() { return parts_.front(); }
  const Part& root() const { return parts_.front(); }
  // Throws InputError where the constraints cannot be put in words.
  void divide(Part& part, const Constraint& first, const Constraint& second);
  // Returns the largest part that is proved by that.
  Part& prove(Part& part, std::string by);
  bool is_done(const Part& part) const; // it, or one that contains it, is proved

  // The folder of a part has all that a process needs to work on it: the program, the condition, and in part.json what
  // it is, how to run it, and its state (docs/strategies.md).
  void write(const std::filesystem::path& folder, const Part& part) const;
  void write_task(const std::filesystem::path& folder, const Part& part, const exchange::Gia& condition) const;
  // Parts as another run on the same program and property has left them. Incomplete ones are left out.
  void read(const std::filesystem::path& folder);

  std::list<Part>& all() { return parts_; }
  const std::list<Part>& all() const { return parts_; }

private:
  Part make(Part* parent, std::string id, const Constraint& constraint) const;
  bool is_about_task(const nlohmann::json& part) const;

  const Program& program_;
  const Property& property_;
  exchange::GiaHeader header_;
  std::list<Part> parts_;
};

} // namespace tandem::cooperate
