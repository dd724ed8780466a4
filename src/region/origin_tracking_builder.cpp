// The builder keeps the order of a location's edges, so the draft graph and the finished function are walked in
// lock-step; chains of Skip edges, which the builder removes, are skipped in the draft.

#include "region/origin_tracking_builder.h"

#include "base/core/require.h"

#include <algorithm>
#include <set>

namespace tandem::region {

std::vector<OriginTrackingBuilder::EdgeOrigin>& OriginTrackingBuilder::out(DraftLocation location) {
  if (location >= out_.size()) out_.resize(location + 1);
  return out_[location];
}

void OriginTrackingBuilder::add_edge(DraftLocation from, DraftLocation to, Operation op, SourceRange range,
                                     const Edge* original) {
  builder_.add_edge(from, to, op, range);
  out(from).push_back({to, op.kind == OpKind::Skip, original});
}

void OriginTrackingBuilder::begin_body(Function& function, std::vector<const Variable*> parameters) {
  builder_.begin_body(function, std::move(parameters));
  bodies_.emplace_back(&function, builder_.entry(function));
}

// The location at which the builder ends a chain of Skip edges; a cycle of them ends at its smallest location.
DraftLocation OriginTrackingBuilder::after_skips(DraftLocation location) {
  std::vector<DraftLocation> path;
  while (out(location).size() == 1 && out(location)[0].is_skip) {
    const auto seen = std::ranges::find(path, location);
    if (seen != path.end()) return *std::min_element(seen, path.end());
    path.push_back(location);
    location = out(location)[0].to;
  }
  return location;
}

void OriginTrackingBuilder::map_function(const Function& function, DraftLocation entry, EdgeMap& map) {
  std::vector<std::pair<DraftLocation, const Location*>> work{{after_skips(entry), &function.entry()}};
  std::set<DraftLocation> seen{work[0].first};
  while (!work.empty()) {
    const auto [draft, location] = work.back();
    work.pop_back();
    const std::vector<EdgeOrigin>& edge_origins = out(draft);
    require(edge_origins.size() == location->out.size(), "a location should have the edges that were drafted for it");
    for (std::size_t i = 0; i < edge_origins.size(); ++i) {
      const Edge& made = *location->out[i];
      map[made.id] = edge_origins[i].original;
      const DraftLocation next = after_skips(edge_origins[i].to);
      if (seen.insert(next).second) work.emplace_back(next, made.to);
    }
  }
}

OriginTrackingBuilder::Built OriginTrackingBuilder::finish(const Function& entry) {
  Built built{builder_.finish(entry), {}};
  built.original.resize(built.program.edges().size());
  for (const auto& [function, start] : bodies_) map_function(*function, start, built.original);
  return built;
}

} // namespace tandem::region
