// Origin-tracking builder of regions: records which edge of the original program each draft edge stands for, so that
// everything that is said about the new program can be said about the original.
#pragma once

#include "program/model/program_builder.h"

#include <vector>

namespace tandem::region {

// By edge id of the new program; nullptr for edges that the original does not have.
using EdgeMap = std::vector<const Edge*>;

class OriginTrackingBuilder {
public:
  explicit OriginTrackingBuilder(std::shared_ptr<Context> context) : builder_(std::move(context)) {}

  ProgramBuilder& builder() { return builder_; }
  void begin_body(Function& function, std::vector<const Variable*> parameters);
  void add_edge(DraftLocation from, DraftLocation to, Operation op, SourceRange range, const Edge* original);

  struct Built {
    Program program;
    EdgeMap original;
  };
  Built finish(const Function& entry);

private:
  struct EdgeOrigin {
    DraftLocation to = 0;
    bool is_skip = false;
    const Edge* original = nullptr;
  };
  std::vector<EdgeOrigin>& out(DraftLocation location);
  DraftLocation after_skips(DraftLocation location);
  void map_function(const Function& function, DraftLocation entry, EdgeMap& map);

  ProgramBuilder builder_;
  std::vector<std::pair<const Function*, DraftLocation>> bodies_; // with their entries
  std::vector<std::vector<EdgeOrigin>> out_;                      // by draft location
};

} // namespace tandem::region
