// finish() keeps the order of a location's edges, so walking through both graphs side by side pairs them.
#include "automata/draft_mirror.h"

#include "base/require.h"

namespace tandem::automata {

DraftMirror::Draft& DraftMirror::draft(DraftLocation location) {
  if (location >= drafts_.size()) drafts_.resize(location + 1);
  return drafts_[location];
}

void DraftMirror::begin(const Function& function, const Location& entry, const Location& exit) {
  bodies_.push_back({&function, builder_.entry(function)});
  draft(builder_.entry(function)).origin = &entry;
  draft(builder_.exit(function)).origin = &exit;
}

DraftLocation DraftMirror::add_location(Function& function, const Location* origin) {
  const DraftLocation made = builder_.add_location(function);
  draft(made).origin = origin;
  return made;
}

void DraftMirror::add_edge(DraftLocation from, DraftLocation to, const Operation& op, SourceRange range,
                           const Edge* origin) {
  builder_.add_edge(from, to, op, range);
  draft(from).out.push_back({to, op.kind == OpKind::Skip, origin});
}

void DraftMirror::add_question(DraftLocation from, const Expr& condition, DraftLocation if_true,
                               DraftLocation if_false) {
  builder_.add_branch(from, condition, if_true, if_false, {});
  draft(from).out.push_back({if_true});
  draft(from).out.push_back({if_false});
}

// Skip edges are loops at one location, or lead on from an entry; the builder drops the latter.
DraftLocation DraftMirror::behind_skips(DraftLocation location) const {
  while (location < drafts_.size() && drafts_[location].out.size() == 1 && drafts_[location].out[0].is_skip &&
         drafts_[location].out[0].to != location)
    location = drafts_[location].out[0].to;
  return location;
}

void DraftMirror::trace(const Function& function, DraftLocation entry, Origins& result) const {
  std::vector<std::pair<const Location*, DraftLocation>> work;
  std::vector<bool> seen(function.locations().size(), false);
  const std::uint32_t first = function.locations().front()->id;
  const auto visit = [&](const Location& location, DraftLocation draft) {
    draft = behind_skips(draft);
    if (seen[location.id - first]) return;
    seen[location.id - first] = true;
    if (draft < drafts_.size()) result.locations[location.id] = drafts_[draft].origin;
    work.emplace_back(&location, draft);
  };
  visit(function.entry(), entry);
  while (!work.empty()) {
    const auto [location, draft] = work.back();
    work.pop_back();
    for (std::size_t i = 0; i < location->out.size(); ++i) {
      const Out& out = drafts_.at(draft).out.at(i);
      result.edges[location->out[i]->id] = out.origin;
      visit(*location->out[i]->to, out.to);
    }
  }
}

DraftMirror::Origins DraftMirror::origins(const Program& finished) const {
  Origins result;
  result.edges.resize(finished.edges().size());
  result.locations.resize(finished.locations().size());
  for (const Body& body : bodies_) trace(*body.function, body.entry, result);
  return result;
}

} // namespace tandem::automata
