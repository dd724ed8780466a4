// Folding: the product again, with some of its locations merged. A merged location stands for all its members: an edge
// ends there only if it ends at each of them, so a fold has every path of the product, and more, all of them paths of
// the program. (Beyer and Jakobs, "FRED: Conditional Model Checking via Reducers and Folders", give up the conditions
// at merged locations; here they are asked as long as some member asks.)
//
// What is known between merged locations stays apart: the members are followed as a set.
#pragma once

#include "automata/product.h"
#include "automata/reduce.h"

#include <unordered_set>

namespace tandem::automata {

class FoldTracker : public Tracker {
public:
  FoldTracker(const Product& product, FoldAt at, std::uint32_t rounds);

  Tracked start() override { return intern({product_.instances[0].entry}); }
  Tracked untracked(const Function& function) override;
  Tracked enter(const Function& function, Tracked state) override;
  Decision decide(Tracked state) override;
  Tracked arrive(Tracked entry, const Location& location, Tracked state) override;
  Tracked after(Tracked state, const Edge& edge) override;
  Tracked leave(Tracked state) override;
  Tracked back(Tracked at_call, const Edge& call, Tracked at_exit) override;

private:
  using Members = std::vector<NodeId>; // ordered, each once
  struct MembersHash {
    std::size_t operator()(const Members& members) const;
  };

  Tracked intern(Members members);   // leaves no_node out; `ended` for none
  Tracked gathered(Members members); // the same; members that ask at most one thing between them
  void find_fold_locations();
  void find_rounds();
  void find_blocks();
  void visit_rounds(NodeId id, std::vector<std::vector<NodeId>>& levels, std::uint32_t level);

  const Product& product_;
  FoldAt at_;
  std::uint32_t least_rounds_;
  ProductReach reach_;
  std::vector<bool> is_fold_location_;                    // by location of the program
  std::vector<bool> is_back_edge_;                        // by edge of the program
  std::vector<std::uint32_t> rounds_;                     // by node: back edges on the shortest way to it
  std::unordered_map<std::uint64_t, Members> blocks_;     // by instance and location
  std::unordered_map<const Function*, Members> entries_;  // of all instances
  std::unordered_map<NodeId, std::size_t> exit_position_; // of exits, in their instance
  std::vector<Members> sets_;
  std::unordered_map<Members, Tracked, MembersHash> index_;
};

} // namespace tandem::automata
