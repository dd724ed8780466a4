// ProgramBuilder::finish() renumbers everything but keeps the order of each location's outgoing edges. Walking the
// draft graph and the finished graph in lock-step therefore pairs their locations and edges, in linear time and without
// any identifiers that both would have to share.

#include "transform/copy/origin_tracking_builder.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::transform::copy {

OriginTrackingBuilder::LocationOrigin& OriginTrackingBuilder::origin_at(DraftLocation location) {
  if (location >= location_origins_.size()) location_origins_.resize(location + 1);
  return location_origins_[location];
}

void OriginTrackingBuilder::begin(const Function& function) {
  bodies_.push_back({&function, builder_.entry(function)});
}

void OriginTrackingBuilder::begin(const Function& function, const Location& entry, const Location& exit) {
  begin(function);
  origin_at(builder_.entry(function)).origin = &entry;
  origin_at(builder_.exit(function)).origin = &exit;
}

DraftLocation OriginTrackingBuilder::add_location(Function& function, const Location* origin) {
  const DraftLocation made = builder_.add_location(function);
  origin_at(made).origin = origin;
  return made;
}

void OriginTrackingBuilder::add_edge(DraftLocation from, DraftLocation to, const Operation& op, SourceRange range,
                                     const Edge* origin) {
  builder_.add_edge(from, to, op, range);
  origin_at(from).out.push_back({to, op.kind == OpKind::Skip, origin});
}

void OriginTrackingBuilder::add_inserted_branch(DraftLocation from, const Expr& condition, DraftLocation if_true,
                                                DraftLocation if_false) {
  builder_.add_branch(from, condition, if_true, if_false, {});
  origin_at(from).out.push_back({if_true});
  origin_at(from).out.push_back({if_false});
}

// Where the builder lets a chain of Skip edges end; a circle of them ends at its smallest location.
DraftLocation OriginTrackingBuilder::behind_skips(DraftLocation location) const {
  std::vector<DraftLocation> path;
  while (location < location_origins_.size() && location_origins_[location].out.size() == 1 &&
         location_origins_[location].out[0].is_skip) {
    const auto seen = std::ranges::find(path, location);
    if (seen != path.end()) return *std::min_element(seen, path.end());
    path.push_back(location);
    location = location_origins_[location].out[0].to;
  }
  return location;
}

void OriginTrackingBuilder::trace(const Function& function, DraftLocation entry, Origins& result) const {
  std::vector<std::pair<const Location*, DraftLocation>> work;
  std::vector<bool> seen(function.locations().size(), false);
  const std::uint32_t first = function.locations().front()->id;
  const auto visit = [&](const Location& location, DraftLocation draft) {
    draft = behind_skips(draft);
    if (seen[location.id - first]) return;
    seen[location.id - first] = true;
    if (draft < location_origins_.size()) result.locations[location.id] = location_origins_[draft].origin;
    work.emplace_back(&location, draft);
  };
  visit(function.entry(), entry);
  while (!work.empty()) {
    const auto [location, draft] = work.back();
    work.pop_back();
    if (location->out.empty()) continue;
    const std::vector<Out>& drafted = location_origins_.at(draft).out;
    require(drafted.size() == location->out.size(), "a location should have the edges that were drafted for it");
    for (std::size_t i = 0; i < drafted.size(); ++i) {
      const Out& out = drafted[i];
      result.edges[location->out[i]->id] = out.origin;
      visit(*location->out[i]->to, out.to);
    }
  }
}

OriginTrackingBuilder::Origins OriginTrackingBuilder::origins(const Program& finished) const {
  Origins result;
  result.edges.resize(finished.edges().size());
  result.locations.resize(finished.locations().size());
  for (const Body& body : bodies_) trace(*body.function, body.entry, result);
  return result;
}

} // namespace tandem::transform::copy
