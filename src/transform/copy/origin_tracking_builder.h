// Origin-tracking builder: adds locations and edges to a ProgramBuilder and records which edge and location of the
// original program each one stems from, so that the finished program, in which everything is renumbered, can be mapped
// back.
#pragma once

#include "program/model/program_builder.h"

#include <vector>

namespace tandem::transform::copy {

class OriginTrackingBuilder {
public:
  explicit OriginTrackingBuilder(ProgramBuilder& builder) : builder_(builder) {}

  // After the builder's begin_body; what is left out here gets no origins.
  void begin(const Function& function);
  // The same, with the origins of the entry and the exit that the builder made.
  void begin(const Function& function, const Location& entry, const Location& exit);
  DraftLocation add_location(Function& function, const Location* origin);
  void add_edge(DraftLocation from, DraftLocation to, const Operation& op, SourceRange range, const Edge* origin);
  // A branch that the original does not have.
  void add_inserted_branch(DraftLocation from, const Expr& condition, DraftLocation if_true, DraftLocation if_false);

  struct Origins {
    std::vector<const Edge*> edges;         // by id
    std::vector<const Location*> locations; // by id
  };
  Origins origins(const Program& finished) const;

private:
  struct Out {
    DraftLocation to = 0;
    bool is_skip = false;
    const Edge* origin = nullptr;
  };
  struct LocationOrigin {
    const Location* origin = nullptr;
    std::vector<Out> out;
  };
  struct Body {
    const Function* function = nullptr;
    DraftLocation entry = 0;
  };

  LocationOrigin& origin_at(DraftLocation location);
  DraftLocation behind_skips(DraftLocation location) const;
  void trace(const Function& function, DraftLocation entry, Origins& result) const;

  ProgramBuilder& builder_;
  std::vector<LocationOrigin> location_origins_;
  std::vector<Body> bodies_;
};

} // namespace tandem::transform::copy
