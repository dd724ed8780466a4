// A copy of a program in which only some operations differ: what several transformations have in common that leave the
// shape of the program as it is.
#pragma once

#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tandem::transform::copy {

class EditedCopy {
public:
  explicit EditedCopy(const Program& original);
  virtual ~EditedCopy() = default;

  struct Result {
    Program program;
    std::vector<const Edge*> edge_origin;                                 // by id; nullptr for what was inserted
    std::vector<const Location*> location_origin;                         // likewise
    std::vector<const Function*> function_origin;                         // likewise
    std::unordered_map<const Variable*, const Variable*> variable_origin; // of the few variables that are not shared
  };
  Result run();

protected:
  // A function without a body that ends the path, by a name from fresh_name(); to be declared before run().
  Function& declare_end(const std::string& name, const std::string& source_name);
  // A function without a body that returns.
  Function& declare_external(const std::string& name, const Type& type);
  std::string fresh_name(const std::string& wanted) { return copy_.fresh_name(wanted); }
  const Function& without_body(const Function& original) const { return copy_.without_body(original); }
  const Program& original() const { return original_; }
  const Expr& mapped(const Expr& expr) { return copy_.mapped(expr); }
  OriginTrackingBuilder& builder() { return tracking_builder_; }

  // The function to be called in place of the operation, after which the path ends; nullptr: the operation stays.
  virtual const Function* end_at(const Edge& edge);
  // The operation in place of the edge's own.
  virtual std::optional<Operation> replaced(const Edge& edge);
  // Inserts something between a location and its outgoing edges, and returns where these begin.
  virtual DraftLocation insert_at(Function& made, const Location& location, DraftLocation from);
  // Locals that the original does not have.
  virtual std::vector<const Variable*> new_locals(const Function& original);
  // Inserts something behind an edge, in front of the location where it leads, and returns where that begins.
  virtual DraftLocation insert_behind(Function& made, const Edge& edge, DraftLocation to);

private:
  void declare(const Function& original);
  void write_body(const Function& original);
  Operation mapped(const Operation& op);

  const Program& original_;
  ProgramBuilder builder_;
  OriginTrackingBuilder tracking_builder_;
  ProgramCopy copy_;
  std::map<const Function*, Function*> functions_;
};

} // namespace tandem::transform::copy
