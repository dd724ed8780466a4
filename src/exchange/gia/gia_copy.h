// Copies parts of one automaton into another one under construction; labels and texts are looked up once each.
#pragma once

#include "exchange/gia/gia.h"

#include <vector>

namespace tandem::exchange {

class GiaCopy {
public:
  GiaCopy(const Gia& from, GiaBuilder& to)
      : from_(&from), to_(&to), labels_(from.label_count(), unknown), texts_(from.text_count(), unknown) {
    labels_[Gia::any] = Gia::any;
    texts_[Gia::no_text] = Gia::no_text;
  }

  LabelId label(LabelId id) {
    if (labels_[id] != unknown) return labels_[id];
    std::vector<EdgeNameId> edges;
    for (const EdgeNameId edge : from_->edges(id)) edges.push_back(to_->edge_name(from_->edge_name(edge)));
    return labels_[id] = to_->label(std::move(edges));
  }

  TextId text(TextId id) {
    if (texts_[id] == unknown) texts_[id] = to_->text(from_->text(id));
    return texts_[id];
  }

  StateId state(StateId id) {
    const Gia::State& state = from_->states()[id];
    return to_->add_state(state.accept, state.name, text(state.invariant));
  }

private:
  static constexpr std::uint32_t unknown = UINT32_MAX;

  const Gia* from_;
  GiaBuilder* to_;
  std::vector<LabelId> labels_;
  std::vector<TextId> texts_;
};

} // namespace tandem::exchange
